import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { projectText, root } from '../fixtures/run-specs.js';

const TOKEN = 'only-for-this-test';

for (const { program, file, needs } of [
  { program: 'sh', file: 'example.sh', needs: 'curl' },
  { program: 'python3', file: 'example.py', needs: 'python3' },
  { program: 'java', file: 'Example.java', needs: 'java' },
]) {
  test(`${file}, which docs/any-language.md links, opens a tenant, fills it, uses it, reads its journal and closes it @release`, async () => {
    test.skip(spawnSync(needs, ['--version']).error !== undefined, `There is no ${needs} here.`);
    const fake = await startFake({ controlToken: TOKEN });
    const env = { ...process.env, FAKE_URL: fake.url, TRACKER_CONTROL_TOKEN: TOKEN, NO_PROXY: '127.0.0.1' };

    const ran = promisify(execFile)(program, [join(root, 'examples/any-language', file)], { env });
    await Promise.allSettled([ran]);
    await fake.close();
    const { stdout } = await ran;

    expect(JSON.parse(stdout)).toMatchObject([
      { method: 'GET', url: '/rest/api/2/issue/DEMO-20', status: 200, caller: 'tess' },
      {
        method: 'POST',
        url: '/rest/api/2/issue/DEMO-20/comment',
        status: 201,
        requestBody: expect.stringContaining('Seen'),
      },
    ]);
    expect(projectText('docs/any-language.md')).toContain(`../examples/any-language/${file}`);
    expect(fake.control.list().map(({ name }) => name)).toEqual(['main']);
  });
}
