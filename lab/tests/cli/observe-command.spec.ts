import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { profileSchema } from '../../../contracts/index.js';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { builtModule } from '../built-package.js';
import { sampleProfile } from '../reports/sample-run.js';
import { run, start } from './command.js';
import { writeSmallSuite } from './small-suite.js';

const readProfile = (file: string) => profileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

test('what a fake is started with is observed by specs that do not know it, and what has changed is told', async ({}, testInfo) => {
  const file = (name: string) => testInfo.outputPath(`${name}.json`);
  const [given, seen, before] = [file('given'), file('seen'), file('before')];
  const few: AssumptionOverrides = {
    'DT-N08': 'none',
    'DT-N09': 404,
    'DT-N11': { method: 'POST', path: '/template/{templateId}/delete' },
    'AD-N04': ['comma-separated'],
    'AD-N07': 404,
  };
  writeFileSync(given, JSON.stringify(sampleProfile({ assumptions: few })));
  writeFileSync(before, JSON.stringify(sampleProfile({ assumptions: { 'DT-N09': 200, 'AD-N07': 404 } })));
  const files = [
    'default-templates/every-call.questions',
    'delete-selected',
    'directory-sync/filters',
    'list-users.questions',
  ];
  const some = ['--grep', 'DT-N(08|09|11)|AD-N(04|07)', ...files];
  const settings = { TRACKER_FAKE_PROFILE: given, TRACKER_GATE_DIFFERS: 'fails' };
  const args = ['observe', '--output', seen, '--since', before, ...some];

  const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), args, settings);

  const output = stdout + stderr;
  expect(output).toContain('Pass 1: ');
  expect(output).toContain('- DT-N09 the profile says 200, the tracker now answers 404');
  expect(output).not.toContain('- AD-N07 the profile');
  expect(code, output).toBe(exitCodes.assumptionsDiffer);
  const profile = readProfile(seen);
  expect(profile.tracker).toMatchObject({ title: 'Bundled tracker', version: '9.12.0' });
  expect(profile.assumptions).toStrictEqual(few);
  expect(profile.notObserved['DT-N02']).toBe('No test of it ran.');
});

/** Writes a suite that has a test with this body and one that reads the same answer; each tells when it runs. */
function writeAsking(folder: string, body: string): void {
  const asking = `
import { appendFileSync, readFileSync } from 'node:fs';
const tell = (title) => {
  appendFileSync('told', title);
  return readFileSync('told', 'utf8').split(title).length - 1;
};
test('asks', covers('DT-N02'), async ({ assumptions, observe }) => {
  const times = tell('asks ');
  void assumptions['DT-N02'];
  ${body}
});
test('reads', covers('DT-N03'), ({ assumptions }) => { tell('reads '); expect(assumptions['DT-N02']).toBeTruthy(); });
test('looks elsewhere', covers('DT-N09'), ({ assumptions }) => { tell('other '); void assumptions['DT-N09']; });
`;
  const imports = `import { covers, expect, test } from '${builtModule('fixtures/index.ts')}';\n`;
  writeSmallSuite(folder, { files: { 'asking.spec.ts': asking }, start: imports });
}

const countTold = (folder: string) =>
  ['asks', 'reads', 'other'].map((one) => readFileSync(join(folder, 'told'), 'utf8').split(one).length - 1);

test('an answer that never settles ends after twice as many tests; only those that read it are repeated', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeAsking(cwd, `observe('DT-N02', 400 + times);`);

  const { code, stdout } = await run(cwd, ['observe']);

  expect(stdout).toContain('Pass 1: 1 answer is not as expected; once more 2 tests that read what was expected.');
  expect(stdout).toContain('Pass 2: 1 answer is not as expected; it ends here, without 2 tests that read what was');
  expect(countTold(cwd)).toStrictEqual([2, 2, 1]);
  expect(readProfile(join(cwd, 'profile.json')).assumptions).toStrictEqual({ 'DT-N02': 402 });
  expect(stdout).toContain('asks: DT-N02 as it is assumed (expected 401, received 402)');
  expect(code).toBe(exitCodes.testsFailed);
});

test('an observation that is ended in its second pass leaves the profile of the first', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const waits = `if (times > 1) await new Promise((resolve) => setTimeout(resolve, 60_000));`;
  writeAsking(cwd, `${waits} observe('DT-N02', 400 + times);`);
  const running = start(cwd, ['observe']);

  await running.until('Pass 1: ');
  await expect.poll(() => countTold(cwd)[0]).toBe(2);
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.ended;

  expect(code).toBe(exitCodes.interrupted);
  expect(stderr).toContain('The profile is that of the passes before: the run was ended from outside.');
  expect(readProfile(join(cwd, 'profile.json')).assumptions).toStrictEqual({ 'DT-N02': 401 });
});
