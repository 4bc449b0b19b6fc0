import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, test as base } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { Fake } from '../../../fake/index.js';
import { run } from './command.js';

const test = base.extend<{ fake: Fake }>({
  fake: async ({}, use) => {
    const fake = await startFake({ contextPath: '/jira' });
    await use(fake);
    await fake.close();
  },
});

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

const login = { TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'q-secret-q' };

test('run with a setting missing ends with 2 and one sentence', async ({}, testInfo) => {
  const ending = await run(testInfo.outputPath('cwd'), ['run'], {
    TRACKER_URL: 'http://tracker.test',
    TRACKER_USERNAME: 'qa',
  });

  expect(ending).toEqual({
    code: 2,
    stdout: '',
    stderr: 'TRACKER_PASSWORD is missing: TRACKER_USERNAME needs it.\n',
  });
});

test('run with several settings wrong ends with 2 and a sentence for each', async ({}, testInfo) => {
  const ending = await run(testInfo.outputPath('cwd'), ['run'], { TRACKER_GATE: 'most', TRACKER_TIMEOUT: 'long' });

  expect(ending).toMatchObject({ code: 2, stdout: '' });
  expect(ending.stderr.trimEnd().split('\n').sort()).toEqual([
    'TRACKER_GATE has to be all, reachable, selected or ids of documented rules: most is none.',
    'TRACKER_TIMEOUT has to be a number of milliseconds.',
  ]);
});

test('run against a tracker that does not answer ends with 4 and one sentence', async ({}, testInfo) => {
  const gone = await startFake();
  const url = `${gone.url}/jira`;
  await gone.close();

  const ending = await run(testInfo.outputPath('cwd'), ['run'], { TRACKER_URL: url, ...login });

  expect(ending).toEqual({
    code: 4,
    stdout: '',
    stderr: `At ${url}: GET ${url}/rest/api/2/myself: nothing listens at ${new URL(url).host} (ECONNREFUSED). Check the port in TRACKER_URL and whether the tracker runs.\n`,
  });
});

const refusedLogins = [
  {
    what: 'a wrong password',
    says:
      'admin is refused (401, AUTHENTICATED_FAILED). Check TRACKER_USERNAME and TRACKER_PASSWORD; if a single sign-on stands before the ' +
      'tracker, set TRACKER_TOKEN.',
    settings: login,
  },
  {
    what: 'a wrong token',
    says:
      'the bearer of a token is refused (401). Check TRACKER_TOKEN: it may have expired or been revoked, or the tracker ' +
      'may take no tokens.',
    settings: { TRACKER_TOKEN: 'q-secret-q' },
  },
];

for (const { what, says, settings } of refusedLogins) {
  test(`run with ${what} ends with 4 and one sentence`, async ({ fake }, testInfo) => {
    const url = `${fake.url}/jira`;

    const ending = await run(testInfo.outputPath('cwd'), ['run'], { TRACKER_URL: url, ...settings });

    expect(ending).toEqual({
      code: 4,
      stdout: '',
      stderr: `At ${url}: ${says}\n`,
    });
  });
}

test('run with a wrong context path ends with 4 and says what to check', async ({ fake }, testInfo) => {
  const ending = await run(testInfo.outputPath('cwd'), ['run'], {
    TRACKER_URL: `${fake.url}/confluence`,
    TRACKER_USERNAME: 'admin',
    TRACKER_PASSWORD: 'admin',
  });

  expect(ending).toMatchObject({ code: 4, stdout: '' });
  const url = `${fake.url}/confluence`;
  expect(ending.stderr).toBe(
    `At ${url}: GET ${url}/rest/api/2/myself answered 404: no tracker answers there. Check TRACKER_URL: its scheme, its host, its port and its context path.\n`,
  );
});

/** A project whose only test says which gate and mode the run has, and whether it is one of the whole suite. */
function smallProject(testInfo: TestInfo): string {
  const folder = testInfo.outputPath('cwd');
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'playwright.config.ts'), `export default { testDir: '.', reporter: 'line' };`);
  const says =
    'const { TRACKER_GATE, TRACKER_MODE, TRACKER_WHOLE_SUITE } = process.env; ' +
    'console.log(`gate ${TRACKER_GATE}, mode ${TRACKER_MODE}, whole ${TRACKER_WHOLE_SUITE}`)';
  writeFileSync(
    join(folder, 'a.spec.ts'),
    `import { test } from '@playwright/test';\ntest('one', () => { ${says} });\ntest('two', () => { throw new Error('two'); });\n`,
  );
  return folder;
}

interface Gated {
  readonly args: readonly string[];
  readonly says: string;
  readonly code: number;
}

const gated: readonly Gated[] = [
  { args: ['--reporter=line', '--retries=0'], says: 'gate undefined, mode undefined, whole yes', code: 1 },
  { args: ['-j1', '-x', '--output', '-results'], says: 'gate undefined, mode undefined, whole yes', code: 1 },
  { args: ['--add-reporter', 'line', '--shuffle', '7'], says: 'gate undefined, mode undefined, whole yes', code: 1 },
  { args: ['--shared', '--grep', 'one'], says: 'gate selected, mode shared, whole undefined', code: 0 },
  { args: ['a.spec.ts:2'], says: 'gate selected, mode undefined, whole undefined', code: 0 },
];

for (const { args, says, code } of gated) {
  test(`run ${args.join(' ')} hands on its arguments, with ${says}, and ends with ${code}`, async ({}, testInfo) => {
    const ending = await run(smallProject(testInfo), ['run', ...args]);

    expect(ending.stdout).toContain(says);
    expect(ending.code).toBe(code);
  });
}
