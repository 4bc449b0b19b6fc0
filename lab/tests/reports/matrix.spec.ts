import { test, expect } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { matrixSchema } from '../../../reports/documents/matrix.js';
import { inOneLine, printable } from '../../../client/print.js';
import { closingLines } from '../../../reports/closing-lines.js';
import { judge } from '../../../reports/gate.js';
import type { GatePolicy } from '../../../reports/gate.js';
import { renderHtml } from '../../../reports/matrix/write-matrix.js';
import {
  asking,
  demandedRules,
  isolatedFake,
  judgedMatrix,
  openQuestions,
  sharedTracker,
  rowOf,
  sampleMatrix,
  sampleTest,
} from './sample-run.js';

const DT13 = { rules: ['DT-13'] };
const passed = sampleTest(DT13);
const reason = 'no service desk';
const notSeen = ['Which screen is stored: any passes.'];

test('the state of a rule and its reasons follow from its tests', () => {
  const failed = sampleTest({ ...DT13, status: 'failed', error: 'Error: 2 entries too many\n\nExpected: 1' });
  const flaky = sampleTest({ ...DT13, status: 'flaky', title: 'filters', error: 'Error: once' });
  const markedToFail = sampleTest({ ...DT13, status: 'expected failure', title: 'filters' });
  const gone = sampleTest({ ...DT13, status: 'not available', reason });
  const skipped = sampleTest({ ...DT13, status: 'skipped', reason: 'too slow' });
  const partly = sampleTest({ ...DT13, notSeen });
  const ofDT16 = { rules: ['DT-16'], status: 'failed' as const, error: 'Error: no' };
  const knownBy = { ticket: 'QA-7', owner: 'qa', until: '2099-12-01' };
  const stoppedByKnown = sampleTest({ ...ofDT16, status: 'known failure', knownBy, unreached: ['DT-13'] });
  for (const [state, reasons, tests] of [
    ['verified in part', [reason], [passed, gone]],
    ['verified in part', ['too slow'], [passed, skipped]],
    ['verified in part', notSeen, [passed, partly]],
    ['verified in part', ['a part'], [sampleTest({ ...DT13, notSeen: ['DT-13: a part'] })]],
    ['verified', [], [sampleTest({ ...DT13, notSeen: ['AD-02: a part of another rule'] })]],
    ['failing', ['no', ...notSeen], [sampleTest({ ...DT13, notSeen, status: 'failed', error: 'Error: no' })]],
    ['failing', ['2 entries too many'], [passed, failed]],
    ['failing', ['“filters” is marked to fail'], [markedToFail]],
    ['verified', ['“filters” passed only on a retry'], [flaky]],
    ['not available', [reason], [gone, gone]],
    ['unverified', [reason, 'too slow'], [gone, skipped]],
    ['unverified', ['stopped by DT-16: no'], [sampleTest({ ...ofDT16, unreached: ['DT-13'] })]],
    ['unverified', ['stopped by DT-16: no'], [stoppedByKnown]],
    ['verified', [], [passed, sampleTest({ ...ofDT16, unreached: ['DT-13'] })]],
    ['unverified', ['no test covers it'], []],
  ] as const) {
    expect.soft(rowOf(sampleMatrix(tests), 'DT-13')).toMatchObject({ state, reasons });
  }
  const totals = { passed: 0, failed: 0, flaky: 0, skipped: 0, notRun: 0 };
  expect(sampleMatrix([markedToFail]).totals).toStrictEqual({ ...totals, passed: 1 });
  expect(sampleMatrix([flaky]).totals).toStrictEqual({ ...totals, flaky: 1 });
  expect(judge(sampleMatrix([partly]), { rules: ['DT-13'] })).toMatchObject({ verdict: 'passed' });
  expect(judge(sampleMatrix([stoppedByKnown]), { rules: ['DT-13'] })).toMatchObject({ verdict: 'rules unverified' });
  expect(judge(sampleMatrix([partly]), { rules: 'all' }).reasons[0]).toContain('DT-01 to DT-41');
  const inPart = sampleMatrix([passed, gone]);
  const judged = { ...inPart, verdict: judge(inPart, { rules: 'reachable' }), trend: { missing: '' } };
  const lines = closingLines(judged, { matrix: 'rules.html' });
  expect(lines).toContain('Rules      1 verified (1 in part), 0 failing, 40 not verified here, of 41 documented');
  expect(lines).toContain('           - DT-13 verified in part: no service desk');
});

test('a test that passes without calling an endpoint of the rule verifies nothing', () => {
  const exchanges = { earlier: 0, kept: [], endpoints: ['GET /connection'] };
  const idle = sampleTest({ title: 'looks elsewhere', rules: ['DT-01', 'DT-41'], exchanges });
  const empty = sampleTest({ title: 'is empty', rules: ['DT-41'], exchanges: { ...exchanges, endpoints: [] } });
  const why = (title: string) => [`“${title}” passed without calling an endpoint of the rule`];

  const rows = sampleMatrix([idle, empty]);
  expect(rowOf(rows, 'DT-01')).toMatchObject({ state: 'unverified', reasons: why('looks elsewhere') });
  // Any call is one with credentials.
  expect(rowOf(rows, 'DT-41')).toMatchObject({ state: 'verified in part', reasons: why('is empty') });
  const more = rowOf(sampleMatrix([idle, sampleTest({ rules: ['DT-01'] })]), 'DT-01');
  expect(more).toMatchObject({ state: 'verified in part', reasons: why('looks elsewhere') });
});

test('an open question is answered as assumed or differently, each distinct answer told once', () => {
  const asks = (rule: 'DT-N05' | 'DT-N07', parts: Partial<FinishedTest>) => sampleTest({ rules: [rule], ...parts });
  const observed = (expected: object | number, seen: object | number) => ({
    ...{ rule: 'DT-N05' as const, expected: expected as never, observed: seen as never },
  });
  const twice = [observed(409, 200), observed(409, 200), { ...observed(404, 404), rule: 'DT-N02' as const }];
  // In any order of keys.
  const same = asks('DT-N05', { observations: [observed({ a: 1, b: 2 }, { b: 2, a: 1 })] });
  const failed = asks('DT-N05', { observations: [observed(409, 200)], status: 'failed', error: 'Error: refused' });
  const unclear = ['read', 'change'].map((part) => ({
    ...{ rule: 'DT-N07' as const, part, reason: `${part} may be anything.` },
  }));
  const seen = { ...observed({ read: 'X' }, { read: 'X' }), rule: 'DT-N07' as const };
  const ofPart = sampleMatrix([asks('DT-N07', { unclear }), asks('DT-N07', { observations: [seen] })]);
  const row = (one: FinishedTest) => rowOf(sampleMatrix([one]), 'DT-N05');

  expect(row(same)).toMatchObject({ kind: 'assumed', state: 'as assumed', reasons: [] });
  expect(row(asks('DT-N05', { observations: twice }))).toMatchObject({
    ...{ state: 'differs', reasons: ['assumed 409, observed 200'] },
    observations: [{ expected: 409, observed: 200 }],
  });
  expect(rowOf(ofPart, 'DT-N07')).toMatchObject({ state: 'as assumed', reasons: ['change may be anything.'] });
  expect(row(failed)).toMatchObject({ state: 'failing', reasons: ['refused'] });
});

test('rules of other APIs have a row only if a test covers them; endpoints count the tests of their API', () => {
  const title = 'GET /template/{templateId}';
  const tests = [sampleTest({ endpoints: [title] }), sampleTest({ endpoints: [title], status: 'failed' })];
  const matrix = sampleMatrix([...tests, sampleTest({ endpoints: [title], rules: ['AD-01'] })]);

  expect(matrix.rules.map(({ id }) => id).filter((id) => !id.startsWith('DT-'))).toStrictEqual(['AD-01']);
  expect(matrix.endpoints.find((row) => row.title === title)).toMatchObject({
    api: 'default-templates',
    tests: tests.map(({ id }) => id),
    totals: { passed: 1, failed: 1, flaky: 0, skipped: 0, notRun: 0 },
  });
  expect(sampleMatrix([]).endpoints).toHaveLength(15);
  expect(matrixSchema.parse(matrix)).toStrictEqual(matrix);
});

const tests = [
  sampleTest({ rules: demandedRules.slice(3) }),
  sampleTest({ rules: ['DT-01'], status: 'failed', title: 'lists', error: 'Error: 2 entries\n\nExpected: 1' }),
  sampleTest({
    rules: ['DT-02', 'DT-03'],
    status: 'not available',
    title: 'lists by key',
    reason: 'needs a second project',
  }),
  asking(200),
];
const matrix = judgedMatrix(tests, { target: sharedTracker });

test('a run ends with the tracker, the rules, the reports, the verdict and the counts', () => {
  expect(
    closingLines(matrix, {
      ...{ matrix: 'tracker-output/rules.html', allure: 'tracker-output/allure/index.html' },
      page: 'npx playwright show-report x',
    }),
  ).toStrictEqual([
    '',
    'Tracker    https://tracker.example.com/jira',
    '           Tracker 9.12.0, build 91200, Server',
    'Rules      38 verified, 1 failing, 2 not verified here, of 41 documented (why: in the matrix)',
    'Skipped    1 test needs what you did not provide, or what no tracker offers',
    `Assumed    0 as assumed, 1 different, ${openQuestions - 1} not found out, of ${openQuestions} open questions (why: in the matrix)`,
    'Allure     tracker-output/allure/index.html',
    'Matrix     tracker-output/rules.html',
    'Page       npx playwright show-report x',
    'Causes     - DT-01 is broken: Listing a project by its id gives exactly the entries of that project.',
    '             2 entries',
    '             in “lists”',
    'Verdict    tests failed',
    '           - 1 test failed.',
    '',
    '2 passed, 1 failed, 1 skipped',
  ]);
});

const attack = `</pre><script>alert("1")</script>&'`;
const escaped = '&lt;/pre&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;';

test('whatever comes from tests or the tracker is escaped', () => {
  const hostile = { title: attack, file: attack, project: attack, reason: attack, error: attack, notes: [attack] };
  const observations = [{ rule: 'DT-N05' as const, expected: 1, observed: attack }];
  const page = renderHtml(
    judgedMatrix([sampleTest({ ...hostile, rules: ['DT-13', 'DT-N05'], status: 'failed', observations })], {
      target: { ...isolatedFake, name: attack },
      errors: [attack],
    }),
  );
  expect(page).toContain(escaped);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toContain('alert("1")');
  // The tests that open the page see what it asks the network for.
  expect(page).toContain(`default-src &#39;none&#39;`);
});

const controls = [0, 7, 8, 0x0b, 0x0c, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x9f].map((code) => String.fromCharCode(code));
const marks = ['\u061c', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'];

test('characters that steer a terminal, or command a CI system, are printed as escapes; letters of any language stay', () => {
  const text = 'a\tb\nc\r\nä 日本 עברית 🙂 a::b # [x] ## [y]';
  for (const character of [...controls, ...marks]) {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    expect.soft(printable(`a${character}b`)).toBe(`a\\u${code}b`);
    expect.soft(JSON.parse(printable(JSON.stringify({ title: character })))).toStrictEqual({ title: character });
  }
  expect(printable(text)).toBe(text.replace('\r', ''));
  expect(inOneLine('one\r\n  - two\nthree')).toBe(String.raw`one\u000a  - two\u000athree`);
  for (const [command, printed] of [
    ['::error::x', String.raw`\u003a:error::x`],
    ['1.0\n \t::stop-commands::x', `1.0\n \t${String.raw`\u003a:stop-commands::x`}`],
    ['\u3000::set-output name=a::b', `\u3000${String.raw`\u003a:set-output name=a::b`}`],
    ['1.0 ##[error]x', String.raw`1.0 \u0023#[error]x`],
    ['##vso[task.complete]', String.raw`\u0023#vso[task.complete]`],
    ["a ##teamcity[testFailed name='x']", String.raw`a \u0023#teamcity[testFailed name='x']`],
  ] as const) {
    expect.soft(printable(command)).toBe(printed);
  }
});

test('a sequence that moves the cursor, hides text or names a link is printed as an escape, even among colours', () => {
  const text = '\u001b[31mred\u001b[39m \u001b[2J\u001b[8mhidden\u001b[0m\u001b[31;8m \u001b]8;;http://x\u0007';

  expect(printable(text, true)).toBe(
    '\u001b[31mred\u001b[39m \\u001b[2J\\u001b[8mhidden\u001b[0m\\u001b[31;8m \\u001b]8;;http://x\\u0007',
  );
  expect(printable(text)).not.toContain('\u001b');
});

const reachable: GatePolicy = { rules: 'reachable' };
const all = { rules: 'all' } as const;
const selected = { rules: 'selected' } as const;
const everyRule = sampleTest({ rules: demandedRules });
const allButLast = sampleTest({ rules: demandedRules.slice(0, -1) });
const notAvailable = sampleTest({ rules: ['DT-41'], status: 'not available', reason: 'no second account' });
const last = (status: FinishedTest['status']) => sampleTest({ rules: ['DT-41'], status });
const failed = sampleTest({ status: 'failed' });
const flaky = sampleTest({ status: 'flaky' });
const differing = asking(200);

const unverified = 'rules unverified';
const lastUnverified = '1 documented rule is not verified: DT-41.';
const sharedFake = { ...isolatedFake, mode: 'shared' } as const;
const outage = 'The tracker has not answered since 09:30:05 UTC.';
// It needs the whole tracker.
const narrow = sampleTest({ rules: demandedRules.filter((id) => id !== 'DT-32') });
const wide = [narrow, sampleTest({ rules: ['DT-32'], status: 'skipped' })];

const strict = { ...reachable, differs: 'fails', flaky: 'fails' } as const;
const listed = [sampleTest({ rules: ['DT-01'] }), notAvailable];
const some = { rules: ['DT-01', 'DT-41', 'AD-01'] } as const;
const someUnverified = '2 documented rules are not verified: DT-41, AD-01.';
const differs = '1 open question is answered otherwise than assumed: DT-N05.';
const retried = '2 tests passed only on a retry, which the gate counts as failed.';
const onShared = { target: sharedTracker };
const notRun = sampleTest({ status: 'not run' });
const leftOf = (kind: string, ...names: string[]) => names.map((what) => ({ kind, what }));
const stopped = { status: 'interrupted', left: [...leftOf('issue', 'DEMO-7', 'DEMO-8'), ...leftOf('lease', 'DEMO/a')] };
const interrupted = [
  'The run was interrupted before its end: 1 test was not run.',
  '1 test failed.',
  'Left on the tracker: 2 issues, 1 lease. `tracker-e2e sweep --older-than 0s --yes` cleans up.',
];

test('the verdict of a run, by its tests, its tracker and its gate, is told with its reasons', () => {
  for (const [what, verdict, tests, policy = reachable, parts = {}, reasons] of [
    ['every rule', 'passed', [everyRule], reachable, {}, []],
    ['flaky tests verify', 'passed', [sampleTest({ rules: demandedRules, status: 'flaky' })]],
    ['open questions', 'passed', [everyRule, sampleTest({ rules: ['DT-N05', 'AD-01'], status: 'skipped' })]],
    ['no test of a rule', unverified, [allButLast], reachable, {}, [lastUnverified]],
    ['no test of a rule, selected', 'passed', [allButLast], selected],
    ['a skip', unverified, [allButLast, last('skipped')]],
    ['a skip, selected', unverified, [allButLast, last('skipped')], selected],
    ['marked to fail', unverified, [allButLast, last('expected failure')]],
    ['not available', 'passed', [allButLast, notAvailable], reachable, onShared],
    ['not available on the shared fake', 'passed', [allButLast, notAvailable], reachable, { target: sharedFake }],
    ['not available on a fake of its own', unverified, [allButLast, notAvailable]],
    ['failed tests', 'tests failed', [failed, failed], reachable, {}, ['2 tests failed.']],
    ['an error', 'tests failed', [everyRule], reachable, { errors: ['Error: no'] }, ['Error: no']],
    ['broken off by time', 'tests failed', [everyRule], reachable, { status: 'timedout' }],
    ['broken off', 'tests failed', [everyRule], reachable, { status: 'failed' }],
    ['no tests', 'no tests', [], selected],
    ['no test executed', 'no tests', [notAvailable], selected, onShared],
    ['an outage', 'tracker unreachable', [everyRule, failed], reachable, { outage }, [outage, '1 test failed.']],
    ['an outage before any test', 'tracker unreachable', [], reachable, { outage }],
    ['all', unverified, [allButLast, notAvailable], all, onShared, [lastUnverified]],
    ['all, verified', 'passed', [everyRule], all, onShared],
    ['in part', 'passed', [everyRule, notAvailable], reachable, onShared],
    ['in part, listed', 'passed', [everyRule, notAvailable], { rules: ['DT-41'] }, onShared],
    ['in part, all', unverified, [everyRule, notAvailable], all, onShared, [lastUnverified]],
    ['wide', 'passed', wide, reachable, onShared],
    ['wide, disposable', unverified, wide, reachable, { target: { ...sharedTracker, disposable: true } }],
    ['listed', 'passed', listed, { rules: ['DT-01'] }],
    ['listed, with others', unverified, listed, some, onShared, [someUnverified]],
    ['differs', 'passed', [everyRule, differing]],
    ['differs, which fails', 'assumptions differ', [everyRule, differing], strict, {}, [differs]],
    ['differs, and a rule', unverified, [allButLast, differing], strict, {}, [lastUnverified, differs]],
    ['flaky', 'passed', [everyRule, flaky, flaky]],
    ['flaky, which fails', 'tests failed', [everyRule, flaky, flaky], strict, {}, [retried]],
    ['interrupted', 'interrupted', [everyRule, failed, notRun], reachable, stopped, interrupted],
  ] as readonly (readonly [string, string, FinishedTest[], GatePolicy?, object?, string[]?])[]) {
    const judged = judge(sampleMatrix(tests, parts), policy);
    const { rules: demands, differs: tolerance = 'passes', flaky: retries = 'passes' } = policy;
    expect.soft(judged, what).toMatchObject({ verdict, demands, differs: tolerance, flaky: retries });
    expect.soft(judged.reasons, what).toStrictEqual(reasons ?? judged.reasons);
  }
});
