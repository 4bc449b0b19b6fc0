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
    stderr: `GET ${url}/rest/api/2/myself got no answer: connect ECONNREFUSED ${new URL(url).host}. Check that the tracker runs and TRACKER_URL is right.\n`,
  });
});

const strangers = [
  { what: 'a wrong password', who: 'admin', settings: login },
  { what: 'a wrong token', who: 'the bearer of a token', settings: { TRACKER_TOKEN: 'q-secret-q' } },
];

for (const { what, who, settings } of strangers) {
  test(`run with ${what} ends with 4 and one sentence`, async ({ fake }, testInfo) => {
    const url = `${fake.url}/jira`;

    const ending = await run(testInfo.outputPath('cwd'), ['run'], { TRACKER_URL: url, ...settings });

    expect(ending).toEqual({
      code: 4,
      stdout: '',
      stderr: `The tracker at ${url} refuses to log in ${who} (401): check TRACKER_USERNAME and TRACKER_PASSWORD, or TRACKER_TOKEN.\n`,
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
  const [sentence] = ending.stderr.split('\n');
  expect(sentence).toBe(
    `At ${fake.url}/confluence no tracker answers as one should: check TRACKER_URL, its context path included.`,
  );
  expect(ending.stderr).not.toMatch(/^ {4}at /m);
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
