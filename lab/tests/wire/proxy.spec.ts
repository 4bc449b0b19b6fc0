import { expect, test } from '@playwright/test';
import { ProxyError } from '../../../client/wire-errors.js';
import { proxyFor, proxiesIn } from '../../../client/proxies.js';
import { closeServers, serve, serveProxy, serveSecurely } from './servers.js';
import { tlsFile, requestTo, transports, waySettings } from './servers.js';

test.afterEach(closeServers);

const [secure, plain] = ['https://tracker.test/jira', 'http://tracker.test/jira'];
const ca = tlsFile('authority');

for (const [what, open] of Object.entries(transports)) {
  test.describe(`${what} through a proxy`, () => {
    test('goes through a tunnel to an https URL', async () => {
      const server = await serveSecurely('vouched', ({ url }, answer) => answer.end(`at ${url}`));
      const proxy = await serveProxy(server.port);

      const send = open(waySettings({ ca, proxies: { https: `http://127.0.0.1:${proxy.port}` } }), secure);

      expect((await send(requestTo(`${secure}/a?b=c`))).body.toString()).toBe('at /jira/a?b=c');
      expect(proxy.asked).toStrictEqual(['CONNECT tracker.test:443']);
    });

    test('is handed over as it is to an http URL, its body and its login too', async () => {
      const server = await serve(({ method, url, headers }, answer) => {
        answer.end(`${method} ${url} of ${headers.host}, ${headers.authorization}, ${headers['content-length']} bytes`);
      });
      const proxy = await serveProxy(server.port, 'qa:se:cret');
      const proxies = { http: `http://qa:se%3Acret@127.0.0.1:${proxy.port}` };

      const send = open(waySettings({ proxies }), plain);
      const answer = await send(
        requestTo(`${plain}/a`, { method: 'PUT', headers: { Authorization: 'Bearer x' }, body: '{"ä":1}' }),
      );

      expect(answer.body.toString()).toBe('PUT /jira/a of tracker.test, Bearer x, 8 bytes');
      expect(proxy.asked).toStrictEqual(['PUT http://tracker.test/jira/a']);
    });

    async function errorOf(at: string, url: string, method = 'GET'): Promise<ProxyError> {
      const send = open(waySettings({ ca, proxies: { http: at, https: at } }), url);
      const error = await send(requestTo(url, { method })).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProxyError);
      expect(String(error)).not.toContain('s3cret');
      return error as ProxyError;
    }

    test('says that the proxy refuses its credentials, and not which, or refuses the request itself', async () => {
      for (const [url, setting, method] of [
        [secure, 'HTTPS_PROXY', 'GET'],
        [plain, 'HTTP_PROXY', 'PUT'],
      ] as const) {
        const [asking, refusing] = [await serveProxy(1, 'qa:right'), await serveProxy(1, 'qa:s3cret', 403)];

        const asked = await errorOf(`http://qa:s3cret@127.0.0.1:${asking.port}`, url);
        const refused = await errorOf(`http://qa:s3cret@127.0.0.1:${refusing.port}`, url, method);

        expect(asked.message).toBe(`the proxy 127.0.0.1:${asking.port} asks for other credentials (407)`);
        expect(asked.remedy).toContain(`${setting}, as in http://name:password@`);
        const told = `the proxy 127.0.0.1:${refusing.port} answers 403 and opens no way to tracker.test`;
        expect(refused.message).toBe(told);
        expect(refused.remedy).toContain('NO_PROXY');
      }
    });
  });
}

const both = { HTTP_PROXY: 'http://plain.example.com:3128', HTTPS_PROXY: 'secure.example.com:3129' };
const tracker = 'https://tracker.example.com/jira';

const ways: readonly { title: string; url?: string; env: Record<string, string>; host: string | undefined }[] = [
  { title: 'HTTPS_PROXY for https', env: both, host: 'secure.example.com:3129' },
  { title: 'HTTP_PROXY for http', url: 'http://tracker.example.com', env: both, host: 'plain.example.com:3128' },
  { title: 'none for https if only HTTP_PROXY is set', env: { HTTP_PROXY: both.HTTP_PROXY }, host: undefined },
  { title: 'small letters before capitals', env: { ...both, https_proxy: 'http://small:1' }, host: 'small:1' },
  { title: 'none for this computer', url: 'http://127.0.0.1:8099/x', env: both, host: undefined },
  { title: 'none for localhost', url: 'https://localhost:8099/x', env: both, host: undefined },
  ...['tracker.example.com', '*.example.com', 'Example.com', '*', 'a.com, example.com'].map((list) => ({
    title: `none if NO_PROXY is ${list}`,
    env: { ...both, NO_PROXY: list },
    host: undefined,
  })),
  { title: 'none if no_proxy names the port', env: { ...both, no_proxy: 'example.com:443' }, host: undefined },
  ...['ample.com', 'tracker', 'other.example.com', 'example.com:8443', ',', 'tracker.example.com.de'].map((list) => ({
    title: `one if NO_PROXY is ${list}`,
    env: { ...both, NO_PROXY: list },
    host: 'secure.example.com:3129',
  })),
];

test('the proxy to a tracker follows from the environment', () => {
  for (const { title, url = tracker, env, host } of ways) {
    expect.soft(proxyFor(url, proxiesIn(env))?.host, title).toBe(host);
  }
});
