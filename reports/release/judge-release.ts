import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../contracts/counted.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';
import type { ReleaseReason, ReleaseVerdict } from '../../contracts/report/release-verdict.js';
import { repositoryPath, placesOf } from '../source-places.js';
import type { RunPlaces } from '../source-places.js';
import { applyKnown } from '../known/apply-known.js';
import type { KnownOutcome } from '../known/apply-known.js';
import { nameOfTest } from '../known/read-known.js';
import type { PlacedFailure } from '../known/read-known.js';
import { differingRules, hasAllTests, isVerified, isWhole, missingRules } from '../gate.js';
import { formatRuleIds, formatSelected } from '../matrix/format.js';
import { ranks } from '../trend.js';
import { compareTrackers, notesOf } from './release-notes.js';

type RunName = 'candidate' | 'baseline';

export interface ReleaseQuestion {
  readonly candidate: JudgedMatrix;
  readonly baseline: JudgedMatrix;
  /** The `rules.json` of both, relative to the repository. */
  readonly files: Readonly<Record<RunName, string>>;
  /** Undefined if no file of known failures is named. */
  readonly known: readonly PlacedFailure[] | undefined;
  readonly today: string;
}

interface Judged extends ReleaseQuestion, KnownOutcome {
  readonly places: Readonly<Record<RunName, RunPlaces>>;
}

export function judgeRelease(question: ReleaseQuestion): Pick<ReleaseVerdict, 'released' | 'reasons' | 'notes'> {
  const { candidate, baseline, files, known = [], today } = question;
  const applied = applyKnown(candidate.tests, known, {
    version: candidate.about.tracker.version,
    today,
    whole: hasAllTests(candidate),
  });
  const places = { candidate: placesOf(candidate, files.candidate), baseline: placesOf(baseline, files.baseline) };
  const judged: Judged = { ...question, ...applied, places };
  const told = [
    ...notWhole(judged),
    ...plantedDefects(judged),
    ...anotherTracker(judged),
    ...olderCandidate(judged),
    ...newFailures(judged),
    ...outdated(judged),
    ...lostVerification(judged),
    ...vanishedTests(judged),
    ...testsNotRun(judged),
    ...smallerCatalogue(judged),
    ...differingQuestions(judged),
  ];
  const old = unknownFailures(judged.tests, candidate).filter((test) => isOld(test, baseline));
  const reasons = [...told, ...unverifiedRules(judged, told), ...ownVerdict(judged, told)];
  return { released: reasons.length === 0, reasons, notes: notesOf(judged, old, reasons) };
}

function outdated({ problems, places }: Judged): ReleaseReason[] {
  return problems.map(({ text, tests, file, line = 1 }) => ({
    kind: 'known failures outdated',
    text,
    about: tests,
    ...(file === undefined ? places.candidate.ofRun : { file: repositoryPath(file), line }),
  }));
}

function notWhole({ candidate, baseline, places }: Judged): ReleaseReason[] {
  const isSame = isDeepStrictEqual(candidate, baseline);
  const same = 'The candidate and the baseline are the same run: name the run of the version before as the baseline.';
  return [
    ...(isSame ? [{ kind: 'run not whole' as const, text: same, about: [], ...places.candidate.ofRun }] : []),
    ...lacking(candidate, 'candidate', places.candidate),
    ...lacking(baseline, 'baseline', places.baseline),
  ];
}

function lacking(matrix: JudgedMatrix, name: RunName, { ofRun }: RunPlaces): ReleaseReason[] {
  const { run, totals } = matrix;
  const texts = [
    ...(run.status === 'interrupted' || run.status === 'timedout'
      ? [`The ${name}'s run was ${run.status === 'timedout' ? 'ended by globalTimeout' : 'interrupted'}.`]
      : []),
    ...(run.outage === undefined ? [] : [run.outage]),
    ...run.errors,
    ...(isWhole(matrix)
      ? []
      : [
          `The ${name} was a run of selected tests${run.selected === undefined ? '' : ` (${formatSelected(run.selected)})`}, so nothing is known of the others: run all of them by \`tracker-e2e run\`.`,
        ]),
    ...(totals.passed + totals.failed + totals.flaky + (totals.known ?? 0) === 0
      ? [`No test of the ${name} was executed.`]
      : []),
  ];
  return texts.map((text) => ({ kind: 'run not whole', text, about: [], ...ofRun }));
}

/** A fake that breaks a rule on purpose is no tracker. */
function plantedDefects({ places, ...runs }: Judged): ReleaseReason[] {
  return (['candidate', 'baseline'] as const).flatMap((name): ReleaseReason[] => {
    const { defect } = runs[name].about.tracker;
    if (defect === undefined) return [];
    const text = `The ${name} ran on a fake with the planted defect ${defect}: such a run is no release.`;
    return [{ kind: 'planted defect', text, about: [defect], ...places[name].ofRun }];
  });
}

/** The reason against a candidate that is older than the baseline: the two may be swapped. */
function olderCandidate({ candidate, baseline, places }: Judged): ReleaseReason[] {
  const order = compareTrackers(candidate, baseline);
  if (order.sign >= 0 || isDeepStrictEqual(candidate, baseline)) return [];
  const told =
    order.by === 'start'
      ? 'it began earlier, and both have the same versions (TRACKER_BUILD sets one)'
      : `by its ${order.by}`;
  const text = `The candidate is older than the baseline, ${told}: see whether the two are named the other way round.`;
  return [{ kind: 'older candidate', text, about: [], ...places.candidate.ofRun }];
}

function anotherTracker({ candidate, baseline, places }: Judged): ReleaseReason[] {
  const [one, other] = [candidate, baseline].map(({ target, about: { tracker } }) => {
    const what =
      target.kind === 'fake' ? 'the bundled fake' : `${tracker.product ?? 'a tracker'} ${tracker.edition ?? ''}`.trim();
    return `${what} (${target.mode})`;
  });
  if (one === other) return [];
  return [
    {
      kind: 'another tracker',
      text: `The candidate ran on ${one ?? ''}, the baseline on ${other ?? ''}: compare runs of one kind.`,
      about: [],
      ...places.candidate.ofRun,
    },
  ];
}

function newFailures({ tests, baseline, candidate, places }: Judged): ReleaseReason[] {
  const fresh = unknownFailures(tests, candidate).filter((test) => !isOld(test, baseline));
  return aboutTests(
    ['new failures', fresh, places.candidate],
    'test fails that is not known',
    'tests fail that are not known',
  );
}

function unknownFailures(tests: readonly FinishedTest[], { verdict }: JudgedMatrix): FinishedTest[] {
  return tests.filter(({ status }) => status === 'failed' || (status === 'flaky' && verdict.flaky === 'fails'));
}

function isOld(test: FinishedTest, { tests }: JudgedMatrix): boolean {
  const name = nameOfTest(test);
  return tests.some((before) => nameOfTest(before) === name && isFailure(before) && isSameWay(before, test));
}

/** A failure that nothing tells from others is the same as no other failure. */
function isSameWay({ failure }: FinishedTest, other: FinishedTest): boolean {
  return failure !== undefined && failure.fingerprint === other.failure?.fingerprint;
}

function isFailure({ status }: FinishedTest): boolean {
  return status === 'failed' || status === 'known failure';
}

/** Documented rules that the baseline verified and the candidate does not, except rules with only known failures. */
function lostVerification({ candidate, baseline, tests, places }: Judged): ReleaseReason[] {
  const now = new Map(candidate.rules.map((row) => [row.id, row]));
  const byId = new Map(tests.map((test) => [test.id, test]));
  const lost = baseline.rules.filter((before) => {
    const row = now.get(before.id);
    if (before.kind !== 'documented' || row === undefined || !isVerified(before.state)) return false;
    return ranks[row.state] < ranks[before.state] && !failsAsKnown(row, before, byId);
  });
  const ids = lost.map(({ id }) => id);
  return aboutRules(
    ['verification lost', ids, places.candidate, places.baseline],
    'documented rule is no longer verified as it was',
    'documented rules are no longer verified as they were',
  );
}

/** Whether a rule has only known failures, and its other verified parts are still verified. */
function failsAsKnown({ state, tests }: RuleRow, before: RuleRow, byId: ReadonlyMap<string, FinishedTest>): boolean {
  const statuses = tests.map((id) => byId.get(id)?.status);
  const others = statuses.filter((status) => status !== 'known failure');
  const allPassed = others.every((status) => status === 'passed' || status === 'flaky');
  const isAsBefore = before.state === 'verified in part' && !others.some((status) => (status ?? '').includes('fail'));
  return state === 'failing' && statuses.includes('known failure') && (allPassed || isAsBefore);
}

function vanishedTests({ tests, baseline, places }: Judged): ReleaseReason[] {
  const there = new Set(tests.map(nameOfTest));
  const gone = baseline.tests.filter((test) => !there.has(nameOfTest(test)));
  return aboutTests(
    ['tests vanished', gone, places.baseline],
    'test of the baseline is gone',
    'tests of the baseline are gone',
  );
}

/** Tests that ran before, and new tests that a failure before them kept from running. */
function testsNotRun({ tests, baseline, places }: Judged): ReleaseReason[] {
  const before = new Map(baseline.tests.map((test) => [nameOfTest(test), hasRun(test)]));
  const idle = tests.filter((test) => !hasRun(test) && before.get(nameOfTest(test)) === true);
  const fresh = tests.filter((test) => test.status === 'not run' && !before.has(nameOfTest(test)));
  return [
    ...aboutTests(
      ['tests not run', idle, places.candidate],
      'test ran in the baseline and not in the candidate',
      'tests ran in the baseline and not in the candidate',
    ),
    ...aboutTests(
      ['tests not run', fresh, places.candidate],
      'test that the baseline lacks did not run',
      'tests that the baseline lacks did not run',
    ),
  ];
}

function hasRun({ status }: FinishedTest): boolean {
  return status !== 'skipped' && status !== 'not run' && status !== 'not available';
}

function smallerCatalogue({ candidate, baseline, places }: Judged): ReleaseReason[] {
  const there = new Set(candidate.rules.map(({ id }) => id));
  const gone = baseline.rules.map(({ id }) => id).filter((id) => !there.has(id));
  return aboutRules(
    ['smaller catalogue', gone, places.baseline, places.candidate],
    'rule of the baseline is gone from the catalogue',
    'rules of the baseline are gone from the catalogue',
  );
}

/** Open questions that are answered otherwise than assumed now, if the candidate's gate asks for that. */
function differingQuestions({ candidate, places }: Judged): ReleaseReason[] {
  const differing = candidate.verdict.differs === 'fails' ? differingRules(candidate) : [];
  return aboutRules(
    ['open questions', differing, places.candidate],
    'open question is answered otherwise than assumed',
    'open questions are answered otherwise than assumed',
  );
}

/** Documented rules that the candidate's own gate asks for, without those that other reasons are about. */
function unverifiedRules({ candidate, places }: Judged, told: readonly ReleaseReason[]): ReleaseReason[] {
  const { demands } = candidate.verdict;
  const failing = candidate.rules.filter(({ state }) => state === 'failing').map(({ id }) => id);
  const lost = told.flatMap(({ kind, about }) => (kind === 'verification lost' ? about : []));
  const missing = missingRules(candidate, demands).filter((id) => !failing.includes(id) && !lost.includes(id));
  const asked = `which the candidate's gate asks for (TRACKER_GATE=${typeof demands === 'string' ? demands : demands.join(',')})`;
  return aboutRules(
    ['candidate failed', missing, places.candidate],
    `documented rule is not verified, ${asked}`,
    `documented rules are not verified, ${asked}`,
  );
}

function ownVerdict({ candidate, tests, known, places }: Judged, told: readonly ReleaseReason[]): ReleaseReason[] {
  const { verdict, reasons, flaky } = candidate.verdict;
  const isRed = ({ status }: FinishedTest) =>
    status === 'failed' || status === 'known failure' || (status === 'flaky' && flaky === 'fails');
  const isExplained =
    ['passed', 'rules unverified', 'assumptions differ'].includes(verdict) ||
    (verdict === 'known failures outdated' && known !== undefined) ||
    told.some(({ kind }) => kind === 'run not whole' || kind === 'known failures outdated') ||
    tests.some(isRed);
  if (isExplained) return [];
  return reasons.map((text) => ({
    kind: 'candidate failed',
    text: `The candidate's own verdict is “${verdict}”: ${text}`,
    about: [],
    ...places.candidate.ofRun,
  }));
}

/** A reason about tests; none if there are none. It is placed at the first. */
function aboutTests(
  [kind, tests, places]: readonly [ReleaseReason['kind'], readonly FinishedTest[], RunPlaces],
  one: string,
  many: string,
): ReleaseReason[] {
  const [first] = tests;
  if (first === undefined) return [];
  const text = `${counted(tests.length, one, many)}.`;
  return [{ kind, text, about: tests.map(nameOfTest), ...places.ofTest(first) }];
}

/** A reason about rules; none if there are none. It is placed at the first test of a rule that a run has. */
function aboutRules(
  [kind, ids, ...runs]: readonly [ReleaseReason['kind'], readonly string[], RunPlaces, ...RunPlaces[]],
  one: string,
  many: string,
): ReleaseReason[] {
  if (ids.length === 0) return [];
  const [place = runs[0].ofRun] = runs.flatMap((run) => ids.flatMap((id) => run.ofRule(id) ?? []));
  return [{ kind, text: `${counted(ids.length, one, many)}: ${formatRuleIds(ids)}.`, about: [...ids], ...place }];
}
