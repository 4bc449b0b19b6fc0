import { expect, test } from '@playwright/test';
import { defects } from '../../../fake/index.js';
import { sender } from '../fake/fake-test.js';
import { run, start } from './command.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

test('defects lists every defect under the rule it breaks', async ({}, testInfo) => {
  const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), ['defects']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(defects.filter(({ name, breaks }) => !stdout.includes(`    ${name}: ${breaks}\n`))).toEqual([]);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${defects.length} defects of 104 rules`);
});

test('defects of one rule, as JSON', async ({}, testInfo) => {
  const { stdout } = await run(testInfo.outputPath('cwd'), ['defects', 'DT-02', '--json']);

  const own = defects.filter(({ rule }) => rule === 'DT-02');
  expect(JSON.parse(stdout)).toEqual(own.map(({ name, rule, breaks }) => ({ name, rule, breaks })));
});

test('defects of a rule that is not there ends with 2', async ({}, testInfo) => {
  expect(await run(testInfo.outputPath('cwd'), ['defects', 'DT-02', 'DT-99'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "There is no defect of 'DT-99'. Name documented rules such as DT-02, or APIs: DT, AD, TM.\n",
  });
});

test('fake --defect serves a tracker that breaks the rule, and says so', async ({}, testInfo) => {
  const running = start(testInfo.outputPath('cwd'), ['fake', '--port', '0', '--defect', 'DT-02-key-answers-nothing']);
  const said = await running.until('Stop it with Ctrl+C.\n');
  const call = sender(/ is served at (\S+)\n/.exec(said)?.[1] ?? '');

  const byId = await call('GET', '/rest/api/it/1.0/default-template/project/11100');
  const byKey = await call('GET', '/rest/api/it/1.0/default-template/project/HELP');
  running.kill('SIGTERM');

  expect(said).toContain('  it breaks      DT-02: A project named by its key is answered with an empty list.\n');
  expect(byId.body).not.toEqual([]);
  expect(byKey).toMatchObject({ status: 200, body: [] });
  expect((await running.ended).code).toBe(0);
});

test('fake --defect with a name that is not there ends with 2 and those of the rule', async ({}, testInfo) => {
  const { code, stderr } = await run(testInfo.outputPath('cwd'), ['fake', '--defect', 'DT-39-no-such']);

  expect(code).toBe(2);
  expect(stderr).toContain("There is no defect 'DT-39-no-such'. Of DT-39 there are: DT-39-post-function-not-needed.");
});
