import { expect, test } from '@playwright/test';
import { serve } from './servers.js';
import { requestTo, transports, waySettings } from './transports.js';

for (const [what, open] of Object.entries(transports)) {
  test.describe(what, () => {
    test('that is never answered ends by the time-out', async () => {
      const server = await serve(() => undefined);
      const url = `http://127.0.0.1:${server.port}`;

      await expect(open(waySettings({ timeout: 200 }), url)(requestTo(url))).rejects.toThrow(/time/i);
      server.close();
    });

    test('whose answer stops half-way ends by the time-out', async () => {
      const server = await serve((_, answer) => void answer.writeHead(200, { 'content-length': 10 }).write('half'));
      const url = `http://127.0.0.1:${server.port}`;

      await expect(open(waySettings({ timeout: 200 }), url)(requestTo(url))).rejects.toThrow(/time/i);
      server.close();
    });

    test('sends files, their names beyond ASCII too', async () => {
      const server = await serve((incoming, answer) => {
        answer.writeHead(200, { 'x-type': incoming.headers['content-type'] ?? '' });
        incoming.pipe(answer);
      });
      const url = `http://127.0.0.1:${server.port}`;
      const files = ['a.txt', 'ü.txt'].map((name) => ({
        ...{ name, mimeType: 'text/plain' },
        buffer: Buffer.from(`of ${name}`),
      }));

      const answer = await open(waySettings(), url)(requestTo(url, { method: 'POST', files }));

      expect(answer.headers['x-type']).toMatch(/^multipart\/form-data; boundary=/);
      const sent = answer.body.toString();
      for (const name of ['a.txt', 'ü.txt']) {
        expect(sent).toContain(`name="file"; filename="${name}"`);
        expect(sent).toContain(`of ${name}`);
      }
      server.close();
    });

    test('waits for its turn, and is not held up if no rate is set', async ({}, testInfo) => {
      const server = await serve((_, answer) => answer.end('well'));
      const url = `http://127.0.0.1:${server.port}`;
      const [limited, free] = [
        open(waySettings({ rate: 5, outputDir: testInfo.outputPath('output') }), url),
        open(waySettings(), url),
      ];

      const answers = await Promise.all([1, 2, 3].map(() => limited(requestTo(url))));

      expect(answers.reduce((sum, { waited = 0 }) => sum + waited, 0)).toBeGreaterThan(0);
      expect((await free(requestTo(url))).waited).toBeUndefined();
      server.close();
    });

    test(`is ${what === 'a set-up call' ? '' : 'not '}sent again after 429`, async () => {
      const statuses = [429, 200];
      const server = await serve((_, answer) =>
        answer.writeHead(statuses.shift() ?? 500, { 'retry-after': '0' }).end(),
      );
      const url = `http://127.0.0.1:${server.port}`;

      const { status } = await open(waySettings(), url)(requestTo(url));

      expect(status).toBe(what === 'a set-up call' ? 200 : 429);
      server.close();
    });

    for (const method of what === 'a set-up call' ? ['POST'] : ['POST', 'GET']) {
      test(`that is a ${method} is sent once if the connection is reset`, async () => {
        let requests = 0;
        const server = await serve(({ socket }) => {
          requests += 1;
          socket.resetAndDestroy();
        });
        const url = `http://127.0.0.1:${server.port}`;
        const send = open(waySettings(), url);

        await expect(send(requestTo(url, { method }))).rejects.toThrow(/reset|hang up|closed/i);
        expect(requests).toBe(1);
        server.close();
      });
    }
  });
}
