import { expect, test } from '@playwright/test';
import { ProxyError } from '../../../fixtures/errors.js';
import { serve, serveProxy, serveSecurely, tlsFile } from './servers.js';
import { requestTo, transports, waySettings } from './transports.js';

const [secure, plain] = ['https://tracker.test/jira', 'http://tracker.test/jira'];
const ca = tlsFile('authority');

for (const [what, open] of Object.entries(transports)) {
  test.describe(`${what} through a proxy`, () => {
    test('goes through a tunnel to an https URL', async () => {
      const server = await serveSecurely('vouched', ({ url }, answer) => answer.end(`at ${url}`));
      const proxy = await serveProxy(server.port);

      const send = open(waySettings({ ca, proxies: { https: `http://127.0.0.1:${proxy.port}` } }), secure);

      expect((await send(requestTo(`${secure}/a?b=c`))).body.toString()).toBe('at /jira/a?b=c');
      expect(proxy.asked).toEqual(['CONNECT tracker.test:443']);
      for (const one of [server, proxy]) one.close();
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
      expect(proxy.asked).toEqual(['PUT http://tracker.test/jira/a']);
      for (const one of [server, proxy]) one.close();
    });

    test('logs in to the proxy, and never to the tracker with its credentials', async () => {
      const server = await serveSecurely('vouched', ({ headers }, answer) => answer.end(Object.keys(headers).join()));
      const proxy = await serveProxy(server.port, 'qa:s@cret');
      const proxies = { https: `http://qa:s%40cret@127.0.0.1:${proxy.port}` };

      const answer = await open(waySettings({ ca, proxies }), secure)(requestTo(secure));

      expect(answer.status).toBe(200);
      expect(answer.body.toString()).toContain('accept');
      expect(answer.body.toString()).not.toContain('authorization');
      for (const one of [server, proxy]) one.close();
    });

    /** Why a proxy, under its URL, does not let a request through. */
    async function errorOf(at: string, url: string, method = 'GET'): Promise<ProxyError> {
      const send = open(waySettings({ ca, proxies: { http: at, https: at } }), url);
      const error = await send(requestTo(url, { method })).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProxyError);
      expect(String(error)).not.toContain('s3cret');
      return error as ProxyError;
    }

    for (const [url, setting] of [[secure, 'HTTPS_PROXY'] as const, [plain, 'HTTP_PROXY'] as const]) {
      test(`says that the proxy of ${setting} refuses its credentials, and not which`, async () => {
        const proxy = await serveProxy(1, 'qa:right');

        const error = await errorOf(`http://qa:s3cret@127.0.0.1:${proxy.port}`, url);

        expect(error.message).toBe(`the proxy 127.0.0.1:${proxy.port} asks for other credentials (407)`);
        expect(error.remedy).toContain(`${setting}, as in http://name:password@`);
        proxy.close();
      });
    }

    for (const [url, method, status] of [
      [secure, 'GET', 403],
      [secure, 'GET', 502],
      [secure, 'GET', 503],
      [plain, 'PUT', 403],
      [plain, 'PUT', 502],
    ] as const) {
      test(`says that the proxy itself refuses a ${method} to ${url} with ${status}`, async () => {
        const proxy = await serveProxy(1, 'qa:s3cret', status);

        const error = await errorOf(`http://qa:s3cret@127.0.0.1:${proxy.port}`, url, method);

        const told = `the proxy 127.0.0.1:${proxy.port} answers ${status} and opens no way to tracker.test`;
        expect(error.message).toBe(told);
        expect(error.remedy).toContain('NO_PROXY');
        proxy.close();
      });
    }

    test('says that the proxy speaks no TLS, has no address that is known, or is not there', async () => {
      const proxy = await serveProxy(1);
      const withoutTls = await errorOf(`https://127.0.0.1:${proxy.port}`, plain);
      proxy.close();

      expect(withoutTls.message).toMatch(
        /^the TLS of the proxy 127\.0\.0\.1:\d+ is not accepted here \(ERR_SSL_\w+\)$/,
      );
      expect(withoutTls.remedy).toMatch(/^write http:\/\/ in HTTP_PROXY /);
      const unknown = await errorOf('http://qa:s3cret@proxy.invalid:3128', secure);
      expect(unknown.message).toMatch(/^the proxy proxy\.invalid:3128 has no address that is known here/);
      const gone = await errorOf(`http://qa:s3cret@127.0.0.1:${proxy.port}`, secure);
      expect(gone.message).toMatch(/^the proxy 127\.0\.0\.1:\d+ does not listen \(ECONNREFUSED\)$/);
    });
  });
}
