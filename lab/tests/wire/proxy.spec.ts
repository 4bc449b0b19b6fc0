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

    for (const url of [secure, plain]) {
      test(`says that the proxy refuses its credentials, and not which, for ${new URL(url).protocol}`, async () => {
        const proxy = await serveProxy(1, 'qa:right');
        const at = `http://qa:s3cret@127.0.0.1:${proxy.port}`;
        const send = open(waySettings({ proxies: { http: at, https: at } }), url);

        const error = (await send(requestTo(url)).catch((thrown: unknown) => thrown)) as ProxyError;

        expect(error).toBeInstanceOf(ProxyError);
        expect(error.message).toBe(`the proxy 127.0.0.1:${proxy.port} asks for other credentials (407)`);
        expect(error.remedy).toContain(`${url === secure ? 'HTTPS_PROXY' : 'HTTP_PROXY'}, as in http://name:password@`);
        proxy.close();
      });
    }

    test('says that the proxy has no address, if its name is not known', async () => {
      const send = open(waySettings({ proxies: { https: 'http://qa:s3cret@proxy.invalid:3128' } }), secure);

      const message = await send(requestTo(secure)).catch((error: unknown) => String(error));

      expect(message).toMatch(/^ProxyError: the proxy proxy\.invalid:3128 has no address that is known here/);
    });

    for (const status of [403, 502, 503]) {
      test(`says that the proxy opens no tunnel if it answers ${status}`, async () => {
        const proxy = await serveProxy(1, 'qa:s3cret', status);
        const at = `http://qa:s3cret@127.0.0.1:${proxy.port}`;
        const send = open(waySettings({ proxies: { https: at } }), secure);

        const error = (await send(requestTo(secure)).catch((thrown: unknown) => thrown)) as ProxyError;

        expect(error).toBeInstanceOf(ProxyError);
        expect(error.message).toBe(
          `the proxy 127.0.0.1:${proxy.port} answers ${status} and opens no way to tracker.test`,
        );
        expect(error.remedy).toContain('NO_PROXY');
        proxy.close();
      });
    }

    for (const status of [403, 502]) {
      test(`says of a plain request that the proxy refuses it with ${status}, if the proxy says so itself`, async () => {
        const proxy = await serveProxy(1, undefined, status);
        const send = open(waySettings({ proxies: { http: `http://127.0.0.1:${proxy.port}` } }), plain);

        const message = await send(requestTo(plain, { method: 'PUT' })).catch((error: unknown) => String(error));

        expect(message).toBe(
          `ProxyError: the proxy 127.0.0.1:${proxy.port} answers ${status} and opens no way to tracker.test`,
        );
        proxy.close();
      });
    }

    test('says that the proxy speaks no TLS, and not that the tracker does', async () => {
      const proxy = await serveProxy(1);
      const send = open(waySettings({ proxies: { http: `https://127.0.0.1:${proxy.port}` } }), plain);

      const error = (await send(requestTo(plain)).catch((thrown: unknown) => thrown)) as ProxyError;

      expect(error.message).toMatch(/^the TLS of the proxy 127\.0\.0\.1:\d+ is not accepted here \(ERR_SSL_\w+\)$/);
      expect(error.remedy).toMatch(/^write http:\/\/ in HTTP_PROXY /);
      proxy.close();
    });

    test('says that there is a proxy if the proxy is not there', async () => {
      const proxy = await serveProxy(1);
      proxy.close();
      const at = `http://qa:s3cret@127.0.0.1:${proxy.port}`;
      const send = open(waySettings({ ca, proxies: { https: at } }), secure);

      const message = await send(requestTo(secure)).catch((error: unknown) => String(error));

      expect(message).toMatch(/^ProxyError: the proxy 127\.0\.0\.1:\d+ does not listen \(ECONNREFUSED\)$/);
      expect(message).not.toContain('s3cret');
    });
  });
}
