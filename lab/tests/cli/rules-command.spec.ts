import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { rules } from '../../../contracts/index.js';
import { judge } from '../../../reports/gate.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { demandedRules, judgedMatrix, isolatedFake, sampleTest } from '../reports/sample-run.js';
import { run, start } from './command.js';

/** The rules of the API that the samples cover. */
const ofDefaultTemplates = Object.values(rules).filter(({ api }) => api === 'default-templates');

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

const most = sampleTest({ rules: demandedRules.slice(0, -1) });
const green = judgedMatrix([sampleTest({ rules: demandedRules })]);
const lacking = judgedMatrix([most, sampleTest({ rules: ['DT-41'], status: 'skipped', reason: 'too slow' })], {
  target: { ...isolatedFake, mode: 'shared', name: 'fake (shared, seed 1)' },
});

let cwd: string;

test.beforeEach(({}, testInfo) => {
  cwd = testInfo.outputPath('cwd');
  const older = writeMatrix(green, join(cwd, 'tracker-output/isolated'));
  utimesSync(older.json, new Date(0), new Date(0));
  writeMatrix(lacking, join(cwd, 'tracker-output/shared'));
});

test('rules ends as ever if nobody reads its output to the end', async () => {
  const command = start(cwd, ['rules', '--json']);
  command.closeOutput();

  expect(await command.ended).toEqual({ code: 3, stdout: '', stderr: '' });
});

test('rules prints the last matrix with its verdict, and ends as that run did', async () => {
  const { code, stdout, stderr } = await run(cwd, ['rules']);

  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'default-templates, documented rules',
    '  ✓ DT-01   verified         Listing a project by its id gives exactly the entries of that project.',
  ]);
  const last = lines.findIndex((line) => line.startsWith('  ? DT-41   unverified       '));
  expect(lines[last + 1]).toBe(`${' '.repeat(29)}too slow`);
  expect(Math.max(...lines.slice(0, last + 2).map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(stdout).toContain(
    [
      'Tracker    fake (shared, seed 1)',
      '           Tracker 9.12.0, build 91200, Server',
      'Rules      40 verified, 0 failing, 1 not verified here, of 41 documented',
      '           - DT-41 unverified: too slow',
    ].join('\n'),
  );
  expect(stdout).toContain(
    `Matrix     ${join('tracker-output/shared/rules.json')}, of the run of 2026-11-21 14:30 UTC\n` +
      'Verdict    rules unverified\n           - 1 documented rule is not verified: DT-41.\n\n',
  );
});

test('rules chooses the run by its mode or its file', async () => {
  const byMode = await run(cwd, ['rules', '--mode', 'isolated']);
  const byFile = await run(cwd, ['rules', '--file', 'tracker-output/isolated/rules.json']);

  expect(byMode).toMatchObject({ code: 0, stderr: '' });
  expect(byMode.stdout).toContain('Tracker    fake (isolated, seed 1)');
  expect(byFile).toEqual(byMode);
});

test('rules --json is the judged matrix and nothing else', async () => {
  const { code, stdout } = await run(cwd, ['rules', '--json']);

  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(lacking)));
});

test('rules judges by the settings in force', async () => {
  const settings = { TRACKER_GATE: 'DT-01', TRACKER_GATE_FLAKY: 'fails' };

  const { code, stdout } = await run(cwd, ['rules', '--json'], settings);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: { verdict: 'passed', reasons: [], demands: ['DT-01'], differs: 'passes', flaky: 'fails' },
  });
});

const filters = [
  { args: ['--state', 'unverified', '--api', 'default-templates', '--rule', 'dt-41'], ids: ['DT-41'] },
  { args: ['--rule', 'DT-02', '--rule', 'DT-03'], ids: ['DT-02', 'DT-03'] },
  { args: ['--state', 'not-available'], ids: [] },
];

for (const { args, ids } of filters) {
  test(`rules ${args.join(' ')} prints ${ids.join(' and ') || 'no rule'} and the verdict on all`, async () => {
    const { code, stdout } = await run(cwd, ['rules', ...args]);

    expect(code).toBe(3);
    expect(stdout.match(/(?<=^ {2}. )[A-Z]{2}-N?\d+/gm) ?? []).toEqual(ids);
    expect(stdout.includes('No rule of the matrix is as asked for.')).toBe(ids.length === 0);
    expect(stdout).toContain('Verdict    rules unverified');
  });
}

test.describe('of a run of selected tests', () => {
  const shown = (stdout: string) => stdout.match(/(?<=^ {2}. )[A-Z]{2}-N?\d+/gm) ?? [];

  test.beforeEach(() => {
    const tests = [sampleTest({ rules: ['DT-01', 'DT-N05'] }), sampleTest({ rules: ['DT-07'], status: 'skipped' })];
    const matrix = judgedMatrix(tests);
    writeMatrix({ ...matrix, verdict: judge(matrix, { rules: 'selected' }) }, join(cwd, 'tracker-output/shared'));
  });

  test('rules prints those that its tests cover, and how many others there are', async () => {
    const { code, stdout } = await run(cwd, ['rules']);

    expect(code).toBe(3);
    expect(shown(stdout)).toEqual(['DT-01', 'DT-07', 'DT-N05']);
    expect(stdout).toContain(
      `\n\n${ofDefaultTemplates.length - 3} other rules have no test in this run, and the gate does not ask for them: --all shows them too.\n\nTracker `,
    );
  });

  test('rules adds those that the gate asks for', async () => {
    const { stdout } = await run(cwd, ['rules'], { TRACKER_GATE: 'DT-01 DT-02' });

    expect(shown(stdout)).toEqual(['DT-01', 'DT-02', 'DT-07', 'DT-N05']);
    expect(stdout).toContain(`${ofDefaultTemplates.length - 4} other rules have no test`);
  });

  test('rules prints all where it is told to, or to judge by all', async () => {
    const all = await run(cwd, ['rules', '--all']);
    const judged = await run(cwd, ['rules'], { TRACKER_GATE: 'reachable' });

    for (const { stdout } of [all, judged]) {
      expect(shown(stdout)).toHaveLength(ofDefaultTemplates.length);
      expect(stdout).not.toContain('other rules');
    }
  });

  test('rules prints one that is named, and tells of others of a state', async () => {
    const named = await run(cwd, ['rules', '--rule', 'DT-02']);
    const unverified = await run(cwd, ['rules', '--state', 'unverified', '--api', 'default-templates']);

    expect(shown(named.stdout)).toEqual(['DT-02']);
    expect(named.stdout).not.toContain('other rule');
    expect(shown(unverified.stdout)).toEqual(['DT-07', 'DT-N05']);
    expect(unverified.stdout).toContain(`${ofDefaultTemplates.length - 3} other rules have no test`);
  });
});

const mistakes = [
  {
    args: ['--rule', 'DT-99'],
    stderr:
      "error: option '--rule <id>' argument 'DT-99' is invalid. Did you mean DT-09 or DT-19 or DT-29?\n(--help lists the commands and options)\n",
  },
  {
    args: ['--state', 'green'],
    stderr:
      "error: option '--state <state>' argument 'green' is invalid. There are: verified, verified in part, as assumed, differs, failing, not available, unverified.\n(--help lists the commands and options)\n",
  },
  {
    args: ['--api', 'directory-snyc'],
    stderr:
      "error: option '--api <api>' argument 'directory-snyc' is invalid. Did you mean directory-sync?\n(--help lists the commands and options)\n",
  },
  {
    args: ['--api', 'directory'],
    stderr:
      "error: option '--api <api>' argument 'directory' is invalid. Did you mean directory-sync?\n(--help lists the commands and options)\n",
  },
  {
    args: ['--api', 'foo'],
    stderr:
      "error: option '--api <api>' argument 'foo' is invalid. There are: default-templates, directory-sync, test-management.\n(--help lists the commands and options)\n",
  },
  {
    args: ['DT-13'],
    stderr:
      "error: unexpected argument 'DT-13'\n(Did you mean --rule DT-13?)\n(--help lists the commands and options)\n",
  },
  {
    args: ['failing'],
    stderr:
      "error: unexpected argument 'failing'\n(Did you mean --state failing?)\n(--help lists the commands and options)\n",
  },
  {
    args: ['--json', '--rule', 'DT-01'],
    stderr:
      "error: option '--json' cannot be used with option '--rule <id>'\n(--help lists the commands and options)\n",
  },
  {
    args: ['--file', 'gone.json'],
    stderr: /^The rule matrix gone\.json can't be read: ENOENT: [^\n]*\.\n$/,
  },
  {
    args: ['--file', 'broken.json'],
    stderr: /^The rule matrix broken\.json can't be read: it is no JSON: [^\n]*\.\n$/,
  },
  {
    args: ['--file', 'other.json'],
    stderr: /^other\.json is no rule matrix of this version of tracker-e2e: run the tests again\.\n/,
  },
];

for (const { args, stderr } of mistakes) {
  test(`rules ${args.join(' ')} ends with 2 and says so`, async () => {
    writeFileSync(join(cwd, 'broken.json'), '{"rules":');
    writeFileSync(join(cwd, 'other.json'), '{"rules": []}');

    const ending = await run(cwd, ['rules', ...args]);

    expect(ending).toMatchObject({ code: 2, stdout: '' });
    expect(ending.stderr).toEqual(stderr instanceof RegExp ? expect.stringMatching(stderr) : stderr);
  });
}

test('rules before any run ends with 2 and says how to get one', async ({}, testInfo) => {
  const empty = testInfo.outputPath('empty');
  mkdirSync(join(empty, 'tracker-output/shared'), { recursive: true });
  writeMatrix(lacking, join(empty, 'elsewhere/shared'));

  expect(await run(empty, ['rules'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'There is no run yet: no rules.json in a folder of tracker-output. `tracker-e2e run` writes one.\n',
  });
  expect(await run(empty, ['rules', '--mode', 'isolated'], { TRACKER_OUTPUT: 'elsewhere' })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'There is no run in mode isolated yet: no rules.json in a folder of elsewhere. `tracker-e2e run` writes one.\n',
  });
});
