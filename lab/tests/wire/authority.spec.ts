import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { defaultBasePaths } from '../../../contracts/endpoints/endpoint.js';
import { anonymous } from '../../../fixtures/index.js';
import { createApiClient } from '../../../fixtures/http/api-client.js';
import { readCertificates } from '../../../fixtures/http/trust-authorities.js';
import { serveSecurely, tlsFile } from './servers.js';
import { requestTo, transports, waySettings } from './transports.js';

for (const [what, open] of Object.entries(transports)) {
  test.describe(`${what} to a tracker with a private authority`, () => {
    test('is answered if TRACKER_CA names the authority', async () => {
      const server = await serveSecurely('vouched', (_, answer) => answer.end('well'));
      const url = `https://localhost:${server.port}`;

      const send = open(waySettings({ ca: tlsFile('authority') }), url);

      expect((await send(requestTo(url))).body.toString()).toBe('well');
      server.close();
    });

    test('gets no answer where it is another, and says what to do', async () => {
      const server = await serveSecurely('unvouched', (_, answer) => answer.end('well'));
      const baseUrl = `https://localhost:${server.port}`;
      const transport = open(waySettings({ ca: tlsFile('authority') }), baseUrl);
      const setup = { baseUrl, basePaths: defaultBasePaths, transport, caller: anonymous };
      const client = createApiClient(endpoints, { ...setup, around: (_, send) => send() });

      await expect(client.getMyself()).rejects.toThrow(
        /got no answer: .*certificate.* If an authority of your own vouches for the tracker, name its certificate in TRACKER_CA;/,
      );
      server.close();
    });
  });
}

test('all authorities in a file are read, whatever stands between them', ({}, testInfo) => {
  const [own, other] = ['authority', 'other-authority'].map((name) => readFileSync(tlsFile(name), 'utf8').trim());
  const file = testInfo.outputPath('authorities.pem');
  writeFileSync(file, `# Ours\n${own}\nand theirs\n${other}\n`);

  expect(readCertificates(file)).toEqual([own, other]);
});
