import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { KnownFailure } from '../../../contracts/report/known-failures.js';
import { judge } from '../../../reports/gate.js';
import { applyKnown } from '../../../reports/known/apply-known.js';
import { checkKnown, checkRules, checkTests } from '../../../reports/known/check-known.js';
import { knownOfShards, parseKnown } from '../../../reports/known/read-known.js';
import type { KnownList } from '../../../reports/known/read-known.js';
import { updateKnown } from '../../../reports/known/update-known.js';
import { rowOf, sampleMatrix, sampleTest } from './sample-run.js';

const [way, otherWay] = ['0123456789ab', 'ba9876543210'];
const today = '2026-11-23';
const context = { version: '9.12.0', today, whole: true };
const name = '[default-templates] › specs/sample.spec.ts › lists';

function failing(fingerprint = way, parts: Partial<FinishedTest> = {}): FinishedTest {
  const failure = { fingerprint, shows: 'an entry is missing' };
  return sampleTest({
    title: 'lists',
    rules: ['DT-01'],
    status: 'failed',
    error: 'Error: 2 entries',
    failure,
    ...parts,
  });
}

function entry(parts: Partial<KnownFailure> = {}): KnownFailure {
  const failures = [{ test: name, fingerprint: way, shows: 'an entry is missing' }];
  return {
    rule: 'DT-01',
    versions: ['9.12.*'],
    ticket: 'QA-7',
    owner: 'templates',
    since: '2026-11-01',
    until: '2026-12-01',
    failures,
    ...parts,
  };
}

const kindsOf = (tests: readonly FinishedTest[], entries: readonly KnownFailure[], parts = {}) =>
  applyKnown(tests, entries, { ...context, ...parts }).problems.map(({ kind }) => kind);

test('a failure that is known does not block, and shows its ticket', () => {
  const { tests, problems } = applyKnown([failing()], [entry()], context);
  const matrix = sampleMatrix(tests, { knownProblems: problems });

  expect(problems).toEqual([]);
  expect(tests[0]).toMatchObject({ status: 'known failure', knownBy: { ticket: 'QA-7', owner: 'templates' } });
  expect(matrix.totals).toMatchObject({ failed: 0, known: 1 });
  expect(rowOf(matrix, 'DT-01')).toMatchObject({
    state: 'failing',
    knownBy: ['QA-7'],
    reasons: ['known, QA-7: 2 entries'],
  });
  expect(judge(matrix, { rules: 'selected' })).toMatchObject({ verdict: 'passed', reasons: [] });
  expect(judge(matrix, { rules: ['DT-01'] })).toMatchObject({ verdict: 'passed', reasons: [] });
});

test('tests that did not run because of a known failure fail the run', () => {
  const { tests } = applyKnown([failing()], [entry()], context);
  const matrix = sampleMatrix([...tests, sampleTest({ title: 'later', status: 'not run', rules: ['DT-02'] })], {
    knownProblems: [],
    status: 'failed',
  });

  expect(judge(matrix, { rules: [] })).toMatchObject({
    verdict: 'tests failed',
    reasons: [expect.stringMatching(/^1 test did not run although all failures are known/)],
  });
});

test('a rule that fails as known is demanded still as far as its other tests go', () => {
  const { tests } = applyKnown([failing()], [entry()], context);
  const verdictWith = (status: FinishedTest['status']) => {
    const other = sampleTest({ title: 'other', rules: ['DT-01'], status });
    return judge(sampleMatrix([...tests, other], { knownProblems: [] }), { rules: ['DT-01'] }).verdict;
  };

  expect(verdictWith('passed')).toBe('passed');
  expect(verdictWith('skipped')).toBe('rules unverified');
});

test('a test that was to fail and passes becomes no entry', () => {
  const unexpected = failing(way, { failure: undefined });

  expect(
    updateKnown([], {
      tests: [unexpected],
      whole: true,
      version: '9.12.0',
      since: today,
      until: today,
      ticket: '',
      owner: '',
    }),
  ).toEqual({ failures: [], changes: [expect.stringMatching(/^can't be known, .+ › lists$/)] });
});

test('Playwright counts it as failed, which does not fail the run', () => {
  const { tests } = applyKnown([failing()], [entry()], context);

  expect(judge(sampleMatrix(tests, { status: 'failed' }), { rules: 'selected' }).verdict).toBe('passed');
});

test('a failure beside a known one blocks', () => {
  const { tests } = applyKnown([failing(), failing(way, { title: 'another' })], [entry()], context);
  const matrix = sampleMatrix(tests);

  expect(rowOf(matrix, 'DT-01')).not.toHaveProperty('knownBy');
  expect(judge(matrix, { rules: 'selected' })).toMatchObject({ verdict: 'tests failed', reasons: ['1 test failed.'] });
});

test('a known failure that fails otherwise blocks, and both ways are told', () => {
  const { tests, problems } = applyKnown([failing(otherWay)], [entry()], context);

  expect(tests[0]?.status).toBe('failed');
  expect(problems).toEqual([
    {
      kind: 'fails otherwise',
      about: 'DT-01',
      ticket: 'QA-7',
      text: `Known failure DT-01, QA-7: it fails in another way. See whether that is another bug: ${name}. Known is: an entry is missing. Now: an entry is missing`,
      tests: [name],
    },
  ]);
});

test('a known failure that passes, or passes on a retry, is a problem', () => {
  expect(kindsOf([failing(way, { status: 'passed' })], [entry()])).toEqual(['fixed']);
  expect(kindsOf([failing(way, { status: 'flaky' })], [entry()])).toEqual(['flaky']);
});

test('an entry that is out of date is the verdict if nothing else is wrong', () => {
  const { tests, problems } = applyKnown([failing(way, { status: 'passed' })], [entry()], context);
  const verdict = judge(sampleMatrix(tests, { knownProblems: problems }), { rules: 'selected' });

  expect(verdict).toMatchObject({ verdict: 'known failures outdated', reasons: [problems[0]?.text] });
});

test('a run in which all is wrong that is known to be wrong has a verdict of its own', () => {
  const verdictOf = (tests: readonly FinishedTest[], entries: readonly KnownFailure[]) => {
    const outcome = applyKnown(tests, entries, context);
    const matrix = sampleMatrix(outcome.tests, { knownProblems: outcome.problems });
    return judge(matrix, { rules: 'selected' }).verdict;
  };

  expect(verdictOf([failing(otherWay)], [entry()])).toBe('known failures outdated');
  expect(verdictOf([failing()], [entry({ until: '2026-11-22' })])).toBe('known failures outdated');
  expect(verdictOf([failing(otherWay), failing(way, { title: 'another' })], [entry()])).toBe('tests failed');
  expect(verdictOf([failing()], [entry({ until: '2026-11-22', versions: ['8.*'] })])).toBe('tests failed');
});

test('an entry of another version is told, and does not count', () => {
  const { problems, notes } = applyKnown(
    [failing()],
    [entry({ versions: ['8.*'] }), entry({ versions: ['8.*'] })],
    context,
  );

  expect(problems.map(({ kind }) => kind)).toEqual(['contradiction']);
  expect(notes).toEqual([
    'Not applied, for version 8.*, and this tracker is 9.12.0: Known failure DT-01, QA-7; Known failure DT-01, QA-7.',
  ]);
  expect(applyKnown([], [entry()], { ...context, version: undefined }).notes).toEqual([
    expect.stringContaining('the tracker did not say its version'),
  ]);
});

test.describe('the rule of an entry', () => {
  const tests = [failing(way, { endpoints: ['GET /project/{projectIdOrKey}'] })];
  const texts = (one: Partial<KnownFailure>, whole = true) =>
    checkRules([entry(one)], tests, whole).map(({ kind, text }) => `${kind}: ${text.replace(/^.*?: /, '')}`);

  test('is one that there is, and that its tests cover', () => {
    expect(texts({})).toEqual([]);
    expect(texts({ rule: 'DT-0l' })).toEqual([
      expect.stringMatching(/^unknown rule: there is no rule DT-0l. Did you mean DT-01/),
    ]);
    expect(texts({ rule: 'DT-02' })).toEqual([
      `not covered: “${name}” covers DT-01, and not DT-02. Move it to an entry of its rule.`,
    ]);
    expect(texts({ rule: 'WA-01' })).toEqual([expect.stringMatching(/^unknown rule/)]);
    expect(texts({ rule: 'WA-01' }, false)).toEqual([expect.stringMatching(/^not covered/)]);
  });

  test('has the part that is named: an endpoint that its tests are about, or a property of an answer', () => {
    expect(texts({ part: 'listByProject' })).toEqual([]);
    expect(texts({ part: 'GET /project/{projectIdOrKey}' })).toEqual([]);
    expect(texts({ part: 'listByProjet' })).toEqual([
      'unknown part: DT-01 has no part listByProjet. Did you mean listByProject?',
    ]);
    expect(texts({ rule: undefined, part: 'listByProject' })).toEqual([
      expect.stringMatching(/^unknown part: it has the part/),
    ]);
    expect(checkRules([entry({ part: 'listByProject' })], [failing()], true)).toMatchObject([{ kind: 'not covered' }]);
    expect(
      checkRules([entry({ rule: 'DT-N04', part: 'noType' })], [failing(way, { rules: ['DT-N04'] })], true),
    ).toEqual([]);
    expect(checkRules([entry({ rule: 'DT-N04', part: 'noTipe' })], [], true)[0]?.text).toContain(
      'Did you mean noType?',
    );
  });

  test('is compared with the tests that there are, by the name that is nearest', () => {
    const [gone] = checkTests(
      [entry({ failures: [{ test: name.replace('lists', 'list'), fingerprint: way, shows: '' }] })],
      tests,
    );

    expect(gone).toMatchObject({ kind: 'matches nothing', text: expect.stringContaining(`Did you mean ${name}?`) });
  });
});

test.describe('a file of known failures', () => {
  const text = JSON.stringify({ schemaVersion: 1, failures: [entry({ until: '2026-11-22' })] }, null, 2);

  test('tells the line of each entry, and of each test in it', () => {
    const known = parseKnown('known.json', text) as KnownList;
    const { problems } = applyKnown([failing(otherWay)], known.failures, context);

    expect(problems).toMatchObject([
      { kind: 'expired', file: 'known.json', line: 4 },
      { kind: 'fails otherwise', file: 'known.json', line: 14 },
    ]);
    expect(text.split('\n')[13]?.trim()).toBe('{');
    expect(known.document.failures).toEqual([entry({ until: '2026-11-22' })]);
  });

  test('that is broken tells where', () => {
    const problems = (broken: string) => (parseKnown('known.json', broken) as { readonly problems: string[] }).problems;

    expect(problems(text.replace('"QA-7",', '"QA-7"'))).toEqual([
      'known.json:10:7 is no JSON: , or } was expected. Correct it there, or take the file from version control.',
    ]);
    expect(problems(text.slice(0, -1))[0]).toMatch(/^known\.json:\d+:\d+ is no JSON: , or \} was expected/);
    expect(problems('')).toEqual([expect.stringContaining('known.json:1:1 is no JSON: a value was expected')]);
    expect(problems(`${text},`)[0]).toContain('the end of the file was expected');
    expect(problems(text.replace('"owner"', '"ownr"'))).toEqual([
      expect.stringContaining('known.json:4 is no known failure: failures.0.owner: Invalid input'),
      expect.stringContaining('did you mean "owner"?'),
    ]);
  });

  test('is taken along by the shards of a run', () => {
    expect(knownOfShards([{ known: { file: 'known.json', text } }])?.failures).toHaveLength(1);
    expect(knownOfShards([{}])).toBeUndefined();
  });
});

test('an entry whose test is gone matches nothing, in a run of all tests', () => {
  expect(kindsOf([], [entry()])).toEqual(['matches nothing']);
  expect(kindsOf([], [entry()], { whole: false })).toEqual([]);
});

test('a test that could not run is no problem of its entry, and is told', () => {
  const idle = failing(way, { status: 'not available', reason: 'needs a template\nand more' });

  expect(applyKnown([idle], [entry()], context)).toMatchObject({
    problems: [],
    notes: [
      `Known failure DT-01, QA-7: this run does not say whether it still fails: ${name} (not available: needs a template)`,
    ],
  });
  expect(applyKnown([failing()], [entry()], context).notes).toEqual([]);
});

test('an entry that has expired, or has no ticket or owner, lets nothing pass', () => {
  const bad = [entry({ until: '2026-11-22' }), entry({ ticket: ' ' }), entry({ owner: '' })];
  const outcomes = bad.map((one) => applyKnown([failing()], [one], context));

  expect(outcomes.map(({ problems }) => problems.map(({ kind }) => kind))).toEqual([
    ['expired'],
    ['no ticket'],
    ['no owner'],
  ]);
  expect(outcomes.map(({ tests }) => tests[0]?.status)).toEqual(['failed', 'failed', 'failed']);
});

test('an entry is valid on its last day, and only for its versions', () => {
  const statusOf = (one: KnownFailure, version: string | undefined = '9.12.0') =>
    applyKnown([failing()], [one], { ...context, version }).tests[0]?.status;

  expect(statusOf(entry({ until: today }))).toBe('known failure');
  expect(statusOf(entry({ versions: ['9.1.*', '10.0.0'] }))).toBe('failed');
  expect(statusOf(entry({ versions: ['9.12.0'] }))).toBe('known failure');
  expect(statusOf(entry({ versions: ['9.*.*'] }))).toBe('known failure');
  expect(statusOf(entry({ versions: ['9.12*2.0'] }))).toBe('failed');
  const costly = `${'*a'.repeat(14)}${'*b'.repeat(14)}`;
  expect(statusOf(entry({ versions: [costly] }), 'a'.repeat(60))).toBe('failed');
  expect(applyKnown([failing()], [entry()], { ...context, version: undefined }).tests[0]?.status).toBe('failed');
});

test('an entry that ends before it begins, or shares a test with another of its versions, contradicts', () => {
  expect(checkKnown([entry({ since: '2026-11-22', until: '2026-11-21' })], today).map(({ kind }) => kind)).toEqual([
    'expired',
    'contradiction',
  ]);
  expect(checkKnown([entry({ since: '2026-11-24' })], today)[0]?.text).toContain('which is still to come');
  expect(checkKnown([entry(), entry({ versions: ['9.12.0'] })], today).map(({ kind }) => kind)).toEqual([
    'contradiction',
  ]);
  expect(checkKnown([entry(), entry({ versions: ['10.*'] })], today)).toEqual([]);
});

test.describe('an update', () => {
  const update = { whole: true, version: '9.12.0', since: today, until: '2027-01-01', ticket: '', owner: '' };

  test('writes an entry for each rule that fails, with all its tests', () => {
    const tests = [failing(), failing(otherWay, { title: 'another' }), failing(way, { title: 'third', rules: [] })];
    const { failures } = updateKnown([], { ...update, tests });

    expect(failures).toMatchObject([
      {
        rule: 'DT-01',
        versions: ['9.12.0'],
        ticket: '',
        since: today,
        failures: [{ test: name, fingerprint: way }, { fingerprint: otherWay }],
      },
      { failures: [{ test: '[default-templates] › specs/sample.spec.ts › third' }] },
    ]);
    expect(failures[1]).not.toHaveProperty('rule');
  });

  test('keeps what still fails, what was not run and what is of other versions', () => {
    const [elsewhere, notRun] = [
      entry({ versions: ['8.*'] }),
      entry({ failures: [{ test: name.replace('lists', 'skipped'), fingerprint: way, shows: '' }] }),
    ];
    const entries = [entry(), elsewhere, notRun];
    const tests = [failing(), sampleTest({ title: 'skipped', status: 'skipped' })];

    expect(updateKnown(entries, { ...update, tests })).toEqual({ failures: entries, changes: [] });
  });

  test('takes out a test that is gone, and says so, but not by a run that lacks tests', () => {
    const gone = entry({ failures: [...entry().failures, { test: 'gone', fingerprint: way, shows: '' }] });

    expect(updateKnown([gone], { ...update, tests: [failing()] })).toEqual({
      failures: [entry()],
      changes: ['gone, as no test has this name: gone (QA-7)'],
    });
    expect(updateKnown([gone], { ...update, whole: false, tests: [failing()] })).toEqual({
      failures: [gone],
      changes: [],
    });
  });

  test('takes out what is fixed', () => {
    const { failures, changes } = updateKnown([entry()], { ...update, tests: [failing(way, { status: 'passed' })] });

    expect(failures).toEqual([]);
    expect(changes).toEqual([`fixed: ${name} (QA-7)`]);
  });

  test('does not put another failure under the ticket of the old one', () => {
    const { failures, changes } = updateKnown([entry()], { ...update, tests: [failing(otherWay)] });

    expect(failures).toMatchObject([{ rule: 'DT-01', ticket: '', failures: [{ fingerprint: otherWay }] }]);
    expect(changes).toEqual([`fails otherwise: ${name} (QA-7)`, `new: ${name}`]);
  });
});
