import { expect, mergeTests } from '@playwright/test';
import { judgeForecast } from '../../../cli/doctor.js';
import type { Prediction } from '../../../cli/doctor.js';
import { documentedRuleIds } from '../../../contracts/index.js';
import type { DocumentedRuleId } from '../../../contracts/index.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { answer, isFor, serverInfo, test as doctorTest } from '../doctor/doctor-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { abandon, ledgersOf, test as sweepTest } from '../sweep/sweep-test.js';
import { runHere, settingsFor } from './command.js';

const test = mergeTests(doctorTest, sweepTest);

test('doctor prints a line a check, who and what is there, what can be verified, and a verdict', async ({
  subject,
}) => {
  const sandbox = { ...subject.sandbox, plainUser: undefined };

  const ending = await runHere(['doctor', '--workers', '2'], settingsFor({ ...subject, sandbox }));

  expect(ending).toMatchObject({ code: 0, stderr: '' });
  const lines = ending.stdout.split('\n');
  expect(lines.slice(0, 4)).toStrictEqual([
    subject.url,
    '',
    `ok           reachable         “Tracker of other people” answers at ${subject.url}`,
    'ok           version           9.4.17, build 90417',
  ]);
  const checks = lines.flatMap(
    (line) => /^(?:ok|assumed|warning|missing|not checked) +(\w+(?: \w+)?) {2}/.exec(line)?.[1] ?? [],
  );
  expect([...new Set(checks)]).toStrictEqual([
    ...['reachable', 'version', 'edition', 'clock', 'credentials', 'permissions', 'extensions', 'custom fields'],
    ...['issue types', 'sandbox projects', 'test projects', 'templates', 'connections', 'workers', 'second user'],
    ...['whitelisted user', 'leftovers', 'rate limits'],
  ]);
  const desk = subject.world.projects.find(
    ({ type, key }) => type === 'service_desk' && subject.sandbox.projects.some((project) => project.key === key),
  );
  for (const says of [
    `credentials       ${subject.login.username} (key JIRAUSER`,
    `sandbox projects  ${desk?.key}: service desk, request types House request 1, House request 2, House`,
  ]) {
    expect(ending.stdout).toContain(`\nok           ${says}`);
  }
  for (const says of [
    'sandbox projects  the effect of their create transitions on templates: ',
    `test projects     ${sandbox.tests.projects[0]?.key}: columns Action, Input, Expected result (as many as its issues have), statuses To do, `,
    'templates         the values that they give an issue: ',
    'connections       "Closed directory" (id ',
  ]) {
    expect(ending.stdout).toContain(`\nassumed      ${says}`);
  }
  const at = lines.indexOf('warning      second user       TRACKER_SANDBOX names none');
  expect(lines.filter((line) => /^(warning|missing|not checked) /.test(line))).toStrictEqual([lines[at]]);
  expect(lines[at + 1]).toMatch(/^ {31}→ name somebody who logs in and administers nothing as plainUser in TRACKER/);
  expect(lines).toContain('104 documented rules: 98 can be verified, 6 not.');
  expect(lines).toContain('  AD-23, TM-31, TM-33: tests are skipped: the sandbox names no plainUser');
  expect(lines.at(-2)).toBe('A run makes sense.');
  expect(ending.stdout).not.toContain(subject.login.password);
});

test('doctor --json says the same, and ends with 3 if the gate asks for more', async ({ subject }) => {
  const ending = await runHere(['doctor', '--json', '--workers', '2'], {
    ...settingsFor(subject),
    TRACKER_GATE: 'DT-01,DT-32',
  });

  expect(ending).toMatchObject({ code: 3, stderr: '' });
  const told = JSON.parse(ending.stdout) as { rules: object[]; checks: { state: string }[] };
  expect(told).toMatchObject({
    schemaVersion: 1,
    tracker: { url: subject.url, title: 'Tracker of other people', version: '9.4.17', edition: 'Server' },
    user: { name: subject.login.username },
    basePaths: { tracker: '/rest/api/2' },
    verdict: { exitCode: 3, text: 'A run would not pass its gate: a rule it asks for can’t be verified: DT-32.' },
  });
  expect(told.checks[0]).toMatchObject({ check: 'reachable', state: 'ok' });
  expect(new Set(told.checks.map(({ state }) => state))).toStrictEqual(new Set(['ok', 'assumed']));
  expect(told.rules).toHaveLength(104);
  const missing = { ends: 'skipped', reason: expect.stringContaining('not declared disposable') as unknown };
  expect(told.rules).toContainEqual({
    ...{ rule: 'DT-32', forecast: 'skipped', missingRequirements: [expect.objectContaining(missing)] },
  });
});

type Demands = Parameters<typeof judgeForecast>[1];

const predicted = (others: Partial<Record<DocumentedRuleId, Prediction['forecast']>>): Prediction[] =>
  documentedRuleIds.map((rule) => ({ rule, forecast: others[rule] ?? 'can be verified', missingRequirements: [] }));

test('the verdict on a run is by what its gate asks for', () => {
  const some = predicted({ 'DT-01': 'failing', 'DT-02': 'failing', 'DT-03': 'failing', 'AD-22': 'skipped' });
  const one = predicted({ 'DT-32': 'skipped' });
  const none = documentedRuleIds.map((rule) => ({ rule, forecast: 'skipped' as const, missingRequirements: [] }));
  const fails = 'A run would not pass its gate: ';
  const sense = 'A run makes sense.';

  for (const [predictions, demands, exitCode, text] of [
    ...[undefined, 'all', 'selected', ['DT-01' as const]].map((demands) => [predicted({}), demands, 0, sense] as const),
    [one, undefined, 0, sense],
    [one, 'reachable', 0, sense],
    [one, ['DT-01'], 0, sense],
    [one, 'all', 3, `${fails}a rule it asks for can’t be verified: DT-32.`],
    [one, ['DT-01', 'DT-32'], 3, `${fails}a rule it asks for can’t be verified: DT-32.`],
    [some, undefined, 3, `${fails}3 rules it asks for can’t be verified: DT-01 to DT-03.`],
    [some, ['DT-04'], 0, sense],
    [none, undefined, 3, 'A run makes no sense yet: it can verify no rule.'],
  ] as const) {
    expect.soft(judgeForecast(predictions, demands as Demands)).toStrictEqual({ exitCode, text });
  }
  expect(judgeForecast(undefined).exitCode).toBe(4);
});

test('a tracker can’t clear the terminal, nor command the CI system', async ({ subject }) => {
  const title = 'x\r\u001b[2J\n::stop-commands::y\u202e';
  const url = await subject.serve((request, response) => {
    if (isFor(request, '/serverInfo')) answer(response, 200, { ...serverInfo, serverTitle: title, version: title });
    else answer(response, 200, { self: 'x', name: title, key: title, displayName: title, active: true });
  });
  const settings = { TRACKER_URL: url, TRACKER_USERNAME: 'qa', TRACKER_PASSWORD: 'plain-text' };
  const shown = String.raw`x\u000d\u001b[2J\u000a::stop-commands::y\u202e`;

  const text = await runHere(['doctor'], settings);
  const json = await runHere(['doctor', '--json'], settings);

  expect(text.stdout.split('\n')[2]).toBe(`ok           reachable         “${shown}” answers at ${url}`);
  expect(JSON.parse(json.stdout)).toMatchObject({ tracker: { title } });
  expect(text.stdout + json.stdout).not.toMatch(/[\r\u001b\u202e]|^\s*::/m);
});

const settingsOf = ({ external, settings }: SharedTracker) => ({
  ...settingsFor(external),
  TRACKER_OUTPUT: settings.outputDir,
});

const AT_ONCE = ['--older-than', '0s', '--settle', '0s'];

test('sweep lists what is left, which doctor names too, ends with 6, and cleans it up with --yes', async ({
  shared,
}) => {
  const before = shared.tenant.state();
  const { key } = await (await shared.open()).provisioner.project({});
  await abandon(shared);
  const settings = settingsOf(shared);

  const seen = await runHere(['doctor'], settings);
  const listed = await runHere(['sweep', ...AT_ONCE], settings);
  const swept = await runHere(['sweep', '--yes', ...AT_ONCE], settings);
  const again = await runHere(['sweep', ...AT_ONCE], settings);

  expect(seen.stdout).toMatch(
    new RegExp(
      `\\nwarning +leftovers +project ${key}\\n +→ clean up with \`tracker-e2e sweep --older-than 0s --yes\`, unless `,
    ),
  );
  const item = `  - project ${key} (${key}): delete it with everything in it`;
  const url = shared.external.url;
  expect([listed.code, listed.stderr, swept.code, again.code]).toStrictEqual([exitCodes.leftoversRemain, '', 0, 0]);
  expect(listed.stdout.split('\n')).toStrictEqual([
    expect.stringMatching(/^Run \w{5} of \d{4}-\d\d-\d\d \d\d:\d\d UTC, found in its ledger:$/),
    ...[item, ''],
    `1 thing left on ${url}. To clean up what is listed: tracker-e2e sweep --older-than 0s --settle 0s --yes`,
    '',
  ]);
  expect(swept.stdout.split('\n').slice(1)).toStrictEqual([
    ...[`${item}: done`, '', `1 thing cleaned up. Nothing of earlier runs is left on ${url}.`, ''],
  ]);
  expect(again.stdout).toBe(`Nothing of earlier runs is left on ${url}.\n`);
  expect(shared.tenant.state()).toStrictEqual(before);
});

test('sweep --json is for machines, and --ledger reads a ledger of another machine', async ({ shared }, testInfo) => {
  const { key } = await (await shared.open()).provisioner.project({});
  await abandon(shared);
  const [file = ''] = ledgersOf(shared);
  const settings = { ...settingsOf(shared), TRACKER_OUTPUT: testInfo.outputPath('another') };

  const ending = await runHere(['sweep', '--json', '--ledger', file, ...AT_ONCE], settings);

  expect(ending.code).toBe(exitCodes.leftoversRemain);
  expect(JSON.parse(ending.stdout)).toStrictEqual({
    tracker: shared.external.url,
    rows: [
      {
        ...{ run: shared.settings.runId, at: expect.stringMatching(/^\d{4}-.*Z$/), toldBy: 'ledger', kind: 'project' },
        ...{ what: `project ${key}`, where: key, would: 'delete it with everything in it', outcome: 'listed' },
      },
    ],
    ...{ foreign: [], leftAlone: [], notes: [], unseen: [], remaining: 1 },
  });
});
