import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { KnownFailure } from '../../../reports/documents/known-failures.js';
import { judge } from '../../../reports/gate.js';
import { applyKnown, updateKnown } from '../../../reports/known/apply-known.js';
import { checkKnown, checkRules, checkTests } from '../../../reports/known/check-known.js';
import { knownOfShards, parseKnown } from '../../../reports/known/read-known.js';
import type { KnownList } from '../../../reports/known/read-known.js';
import { rowOf, sampleMatrix, sampleTest } from './sample-run.js';

const [way, otherWay] = ['0123456789ab', 'ba9876543210'];
const today = '2026-11-23';
const context = { version: '9.12.0', today, whole: true };
const name = '[default-templates] › specs/sample.spec.ts › lists';
const shows = 'an entry is missing';

function failing(fingerprint = way, parts: Partial<FinishedTest> = {}): FinishedTest {
  const error = 'Error: 2 entries';
  return sampleTest({
    ...{ title: 'lists', rules: ['DT-01'], status: 'failed', error, failure: { fingerprint, shows } },
    ...parts,
  });
}

function entry(parts: Partial<KnownFailure> = {}): KnownFailure {
  return {
    ...{ rule: 'DT-01', versions: ['9.12.*'], ticket: 'QA-7', owner: 'templates' },
    ...{ since: '2026-11-01', until: '2026-12-01', failures: [{ test: name, fingerprint: way, shows }] },
    ...parts,
  };
}

function apply(tests: readonly FinishedTest[], entries: readonly KnownFailure[], parts = {}) {
  const outcome = applyKnown(tests, entries, { ...context, ...parts });
  const matrix = sampleMatrix(outcome.tests, { knownProblems: outcome.problems });
  const kinds = outcome.problems.map(({ kind }) => kind);
  return { ...outcome, kinds, matrix, verdict: judge(matrix, { rules: 'selected' }) };
}

const another = failing(way, { title: 'another' });
const ofOther = { test: name, fingerprint: otherWay, shows };
const expired = entry({ until: '2026-11-22' });

test('a failure that is known does not block, and shows its ticket', () => {
  const { tests, problems, matrix, verdict } = apply([failing()], [entry()]);

  expect(problems).toStrictEqual([]);
  expect(tests[0]).toMatchObject({ status: 'known failure', knownBy: { ticket: 'QA-7', owner: 'templates' } });
  expect(matrix.totals).toMatchObject({ failed: 0, known: 1 });
  const row = { state: 'failing', knownBy: ['QA-7'], reasons: ['known, QA-7: 2 entries'] };
  expect(rowOf(matrix, 'DT-01')).toMatchObject(row);
  expect(verdict).toMatchObject({ verdict: 'passed', reasons: [] });
  expect(judge(matrix, { rules: ['DT-01'] })).toMatchObject({ verdict: 'passed', reasons: [] });
  // Playwright counts it as failed.
  expect(judge(sampleMatrix(tests, { status: 'failed' }), { rules: 'selected' }).verdict).toBe('passed');
});

test('what else ran beside a known failure counts as ever', () => {
  const { tests } = apply([failing()], [entry()]);
  const beside = (status: FinishedTest['status'], rule: string) =>
    sampleMatrix([...tests, sampleTest({ rules: [rule], status })], { knownProblems: [], status: 'failed' });
  const blocked = apply([failing(), another], [entry()]);

  expect(judge(beside('not run', 'DT-02'), { rules: [] })).toMatchObject({
    verdict: 'tests failed',
    reasons: [expect.stringMatching(/^1 test did not run although all failures are accepted/)],
  });
  expect(judge(beside('passed', 'DT-01'), { rules: ['DT-01'] }).verdict).toBe('passed');
  expect(judge(beside('skipped', 'DT-01'), { rules: ['DT-01'] }).verdict).toBe('rules unverified');
  expect(rowOf(blocked.matrix, 'DT-01')).not.toHaveProperty('knownBy');
  expect(blocked.verdict).toMatchObject({ verdict: 'tests failed', reasons: ['1 test failed.'] });
});

test('entries that are out of date are a verdict of their own, unless something else is wrong', () => {
  const fixed = apply([failing(way, { status: 'passed' })], [entry()]);
  const idle = failing(way, { status: 'not available', reason: 'needs a template\nand more' });

  expect(fixed.verdict).toMatchObject({ verdict: 'known failures outdated', reasons: [fixed.problems[0]?.text] });
  for (const [tests, entries, kinds, verdict] of [
    [[failing(way, { status: 'passed' })], [entry()], ['fixed'], 'known failures outdated'],
    [[failing(way, { status: 'flaky' })], [entry()], ['flaky'], 'known failures outdated'],
    [[failing(otherWay)], [entry()], ['fails otherwise'], 'known failures outdated'],
    [[failing()], [expired], ['expired'], 'known failures outdated'],
    [[failing()], [entry({ ticket: ' ' })], ['no ticket'], 'known failures outdated'],
    [[failing()], [entry({ owner: '' })], ['no owner'], 'known failures outdated'],
    [[failing(otherWay), another], [entry()], ['fails otherwise'], 'tests failed'],
    [[failing()], [entry({ until: '2026-11-22', versions: ['8.*'] })], ['expired'], 'tests failed'],
    [[failing()], [entry(), entry({ versions: ['*.12.0'], failures: [ofOther] })], [], 'passed'],
    [[], [entry()], ['matches nothing'], 'no tests'],
    [[idle], [entry()], [], 'no tests'],
  ] as const) {
    const outcome = apply(tests, entries);
    expect.soft([outcome.kinds, outcome.verdict.verdict]).toStrictEqual([kinds, verdict]);
  }
  expect(apply([failing()], [expired]).tests[0]?.status).toBe('failed');
  const part = (listed: readonly FinishedTest[] | string) =>
    apply([another], [entry()], { whole: false, listAll: () => listed });
  expect(part([failing(), another]).kinds).toStrictEqual([]);
  expect(part([another])).toMatchObject({ kinds: ['matches nothing'], verdict: { verdict: 'tests failed' } });
  expect(part('They can not be listed.')).toMatchObject({ kinds: [], notes: ['They can not be listed.'] });
  expect(apply([idle], [entry()]).notes).toStrictEqual([
    `Known failure DT-01, QA-7: this run does not say whether it still fails: ${name} (not available: needs a template)`,
  ]);
  expect(apply([failing()], [entry()]).notes).toStrictEqual([]);
});

test('an entry is valid on its last day, and only for its versions; one of another version is told', () => {
  for (const [one, version, status] of [
    [entry({ until: today }), '9.12.0', 'known failure'],
    [entry({ versions: ['9.1.*', '10.0.0'] }), '9.12.0', 'failed'],
    [entry({ versions: ['9.12.0'] }), '9.12.0', 'known failure'],
    [entry({ versions: ['9.*.*'] }), '9.12.0', 'known failure'],
    [entry({ versions: ['9.12*2.0'] }), '9.12.0', 'failed'],
    [entry(), undefined, 'failed'],
  ] as const) {
    expect.soft(apply([failing()], [one], { version }).tests[0]?.status, one.versions.join()).toBe(status);
  }
  const old = entry({ versions: ['8.*'] });
  const { kinds, notes } = apply([failing()], [old, old]);
  expect(kinds).toStrictEqual(['contradiction']);
  expect(notes).toStrictEqual([
    'Not applied, for version 8.*, and this tracker is 9.12.0: Known failure DT-01, QA-7; Known failure DT-01, QA-7.',
  ]);
  const [untold] = apply([], [entry()], { version: undefined }).notes;
  expect(untold).toContain('the tracker did not say its version');
});

test('an entry that begins later, or shares a test with another of its versions, contradicts', () => {
  const kindsOf = (...entries: KnownFailure[]) => checkKnown(entries, today).map(({ kind }) => kind);

  expect(checkKnown([entry({ since: '2026-11-24' })], today)[0]?.text).toContain('which is still to come');
  expect(kindsOf(entry(), entry({ versions: ['9.12.0'] }))).toStrictEqual(['contradiction']);
  expect(kindsOf(entry(), entry({ versions: ['10.*'] }))).toStrictEqual([]);
});

test('the rule of an entry is one that there is and its tests cover, with the part that is named', () => {
  const tests = [failing(way, { endpoints: ['GET /project/{projectIdOrKey}'] })];
  const ofProperty = failing(way, { rules: ['DT-N04'] });
  const listed = { part: 'listByProject' };
  const notCovered = `not covered: “${name}” covers DT-01, and not DT-02. Move it to an entry of its rule.`;
  const unknownPart = 'unknown part: DT-01 has no part listByProjet. Did you mean listByProject?';
  for (const [one, says, of = tests, whole = true] of [
    [{}, []],
    [{ rule: 'DT-0l' }, [/^unknown rule: there is no rule DT-0l. Did you mean DT-01/]],
    [{ rule: 'DT-02' }, [notCovered]],
    [{ rule: 'WA-01' }, [/^unknown rule/]],
    [{ rule: 'WA-01' }, [/^not covered/], tests, false],
    [listed, []],
    [{ part: 'GET /project/{projectIdOrKey}' }, []],
    [{ part: 'listByProjet' }, [unknownPart]],
    [{ rule: undefined, ...listed }, [/^unknown part: it has the part/]],
    [listed, [/^not covered/], [failing()]],
    [{ rule: 'DT-N04', part: 'noType' }, [], [ofProperty]],
    [{ rule: 'DT-N04', part: 'noTipe' }, [/Did you mean noType\?/], []],
  ] as readonly [Partial<KnownFailure>, (string | RegExp)[], FinishedTest[]?, boolean?][]) {
    const told = checkRules([entry(one)], of, whole).map(({ kind, text }) => `${kind}: ${text.replace(/^.*?: /, '')}`);
    expect.soft(told, JSON.stringify(one)).toHaveLength(says.length);
    for (const [index, text] of says.entries()) expect.soft(told[index]).toMatch(text);
  }
  const misspelt = { test: name.replace('lists', 'list'), fingerprint: way, shows: '' };
  const [gone] = checkTests([entry({ failures: [misspelt] })], tests);
  expect(gone).toMatchObject({ kind: 'matches nothing', text: expect.stringContaining(`Did you mean ${name}?`) });
});

test.describe('a file of known failures', () => {
  const text = JSON.stringify({ schemaVersion: 1, failures: [expired] }, null, 2);

  test('tells the line of each entry, and of each test in it, and is taken along by shards', () => {
    const known = parseKnown('known.json', text) as KnownList;

    expect(applyKnown([failing(otherWay)], known.failures, context).problems).toMatchObject([
      { kind: 'expired', file: 'known.json', line: 4 },
      { kind: 'fails otherwise', file: 'known.json', line: 14 },
    ]);
    expect(known.document.failures).toStrictEqual([expired]);
    expect(knownOfShards([{ known: { file: 'known.json', text } }])?.failures).toHaveLength(1);
    expect(knownOfShards([{}])).toBeUndefined();
  });

  test('that is broken tells where', () => {
    const misspelt = text.replace('"owner"', '"ownr"');
    for (const [broken, says] of [
      [text.replace('"QA-7",', '"QA-7"'), /^known.json:10 is no JSON: .*, or take the file from version control\.$/],
      ['', 'known.json is no JSON: '],
      [misspelt, 'known.json is no known failure: failures.0.owner: is missing'],
      [misspelt, 'did you mean "owner"?'],
    ] as const) {
      const { problems } = parseKnown('known.json', broken) as { readonly problems: string[] };
      expect.soft(problems.join('\n')).toMatch(says);
    }
  });
});

test('an update writes an entry for each rule that fails, and keeps or takes out those that there are', () => {
  const update = { whole: true, version: '9.12.0', since: today, until: '2027-01-01', ticket: '', owner: '' };
  const of = (entries: readonly KnownFailure[], tests: FinishedTest[], whole = true) =>
    updateKnown(entries, { ...update, tests, whole });
  const made = of(
    [],
    [failing(), failing(otherWay, { title: 'another' }), failing(way, { title: 'third', rules: [] })],
  );
  const skipped = { test: name.replace('lists', 'skipped'), fingerprint: way, shows: '' };
  const kept = [entry(), entry({ versions: ['8.*'] }), entry({ failures: [skipped] })];
  const gone = entry({ failures: [...entry().failures, { test: 'gone', fingerprint: way, shows: '' }] });
  const otherwise = of([entry()], [failing(otherWay)]);

  expect(made.failures).toMatchObject([
    {
      ...{ rule: 'DT-01', versions: ['9.12.0'], ticket: '', since: today },
      failures: [{ test: name, fingerprint: way }, { fingerprint: otherWay }],
    },
    { failures: [{ test: '[default-templates] › specs/sample.spec.ts › third' }] },
  ]);
  expect(made.failures[1]).not.toHaveProperty('rule');
  expect(of(kept, [failing(), sampleTest({ title: 'skipped', status: 'skipped' })])).toStrictEqual({
    ...{ failures: kept, changes: [] },
  });
  expect(of([gone], [failing()])).toStrictEqual({
    failures: [entry()],
    changes: ['matches nothing: gone (QA-7)'],
  });
  expect(of([gone], [failing()], false)).toStrictEqual({ failures: [gone], changes: [] });
  expect(of([entry()], [failing(way, { status: 'passed' })])).toStrictEqual({
    failures: [],
    changes: [`fixed: ${name} (QA-7)`],
  });
  expect(otherwise.failures).toMatchObject([{ rule: 'DT-01', ticket: '', failures: [{ fingerprint: otherWay }] }]);
  expect(otherwise.changes).toStrictEqual([`fails otherwise: ${name} (QA-7)`, `new: ${name}`]);
});
