import { isDeepStrictEqual } from 'node:util';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { KnownProblem } from '../../contracts/report/known-failures.js';
import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';
import type { ReleaseReason, ReleaseVerdict } from '../../contracts/report/release-verdict.js';
import { applyKnown } from '../known/apply-known.js';
import type { KnownOutcome } from '../known/apply-known.js';
import { nameOfTest } from '../known/known-entries.js';
import type { PlacedFailure } from '../known/known-entries.js';
import { isWhole } from '../matrix/asked.js';
import { counted, formatRuleIds, formatSelected, formatTracker } from '../matrix/format.js';
import { ranks } from '../trend/compare-runs.js';
import { compareTrackers } from './compare-trackers.js';

/** What is judged: a run, what it is compared with, and what is known. */
export interface ReleaseQuestion {
  readonly candidate: JudgedMatrix;
  readonly baseline: JudgedMatrix;
  /** Undefined if no file of known failures is named. */
  readonly known: readonly PlacedFailure[] | undefined;
  /** The day, as `2026-11-23`. */
  readonly today: string;
}

/** The question, with the tests of the candidate, those marked that fail as is known. */
type Judged = ReleaseQuestion & KnownOutcome;

/** Says whether a candidate may be released that a baseline is known of. Files are all that it takes. */
export function judgeRelease(question: ReleaseQuestion): Pick<ReleaseVerdict, 'released' | 'reasons' | 'notes'> {
  const { candidate, known = [], today } = question;
  const applied = applyKnown(candidate.tests, known, {
    version: candidate.about.tracker.version,
    today,
    whole: isWhole(candidate) && candidate.run.status !== 'interrupted',
  });
  const judged: Judged = { ...question, ...applied };
  const reasons = [
    ...notWhole(judged),
    ...plantedDefects(judged),
    ...anotherTracker(judged),
    ...olderCandidate(judged),
    ...newFailures(judged),
    ...judged.problems.map(outdated),
    ...lostVerification(judged),
    ...vanishedTests(judged),
    ...testsNotRun(judged),
    ...smallerCatalogue(judged),
    ...differingQuestions(judged),
  ];
  return { released: reasons.length === 0, reasons, notes: notesOf(judged) };
}

function outdated({ text, tests, file, line }: KnownProblem): ReleaseReason {
  return { kind: 'known failures outdated', text, about: tests, ...(file !== undefined && { file, line }) };
}

function notWhole({ candidate, baseline }: Judged): ReleaseReason[] {
  const isSame = isDeepStrictEqual(candidate, baseline);
  const same = 'The candidate and the baseline are the same run: name the run of the version before as the baseline.';
  return [
    ...(isSame ? [{ kind: 'run not whole' as const, text: same, about: [] }] : []),
    ...lacking(candidate, 'candidate'),
    ...lacking(baseline, 'baseline'),
  ];
}

/** What a run lacks that another can be compared with. */
function lacking(matrix: JudgedMatrix, name: 'candidate' | 'baseline'): ReleaseReason[] {
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
  return texts.map((text) => ({ kind: 'run not whole', text, about: [] }));
}

/** A fake that breaks a rule on purpose is no tracker. */
function plantedDefects({ candidate, baseline }: Judged): ReleaseReason[] {
  return Object.entries({ candidate, baseline }).flatMap(([name, { about }]): ReleaseReason[] => {
    const { defect } = about.tracker;
    if (defect === undefined) return [];
    const text = `The ${name} ran on a fake with the planted defect ${defect}: such a run is no release.`;
    return [{ kind: 'planted defect', text, about: [defect] }];
  });
}

/** A candidate that is older than the baseline is the baseline, named the other way round. */
function olderCandidate({ candidate, baseline }: Judged): ReleaseReason[] {
  const order = compareTrackers(candidate, baseline);
  if (order.sign >= 0 || isDeepStrictEqual(candidate, baseline)) return [];
  const told =
    order.by === 'start'
      ? 'it began earlier, and no version tells the two apart (TRACKER_BUILD gives one)'
      : `by its ${order.by}`;
  const text = `The candidate is older than the baseline, ${told}: see whether the two are named the other way round.`;
  return [{ kind: 'older candidate', text, about: [] }];
}

function anotherTracker({ candidate, baseline }: Judged): ReleaseReason[] {
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
    },
  ];
}

/** What fails now and did not fail in the same way before, and is not known. */
function newFailures({ tests, baseline, candidate }: Judged): ReleaseReason[] {
  const fresh = unknownFailures(tests, candidate).filter((test) => !isOld(test, baseline));
  return reason(
    'new failures',
    fresh.map(nameOfTest),
    (count) => `${count} fails that is not known`,
    (count) => `${count} fail that are not known`,
    'test',
    fresh[0],
  );
}

function unknownFailures(tests: readonly FinishedTest[], { verdict }: JudgedMatrix): FinishedTest[] {
  return tests.filter(({ status }) => status === 'failed' || (status === 'flaky' && verdict.flaky === 'fails'));
}

function isOld(test: FinishedTest, { tests }: JudgedMatrix): boolean {
  const name = nameOfTest(test);
  return tests.some((before) => nameOfTest(before) === name && isFailure(before) && isSameWay(before, test));
}

/** A failure that nothing tells from others is not the same as any. */
function isSameWay({ failure }: FinishedTest, other: FinishedTest): boolean {
  return failure !== undefined && failure.fingerprint === other.failure?.fingerprint;
}

function isFailure({ status }: FinishedTest): boolean {
  return status === 'failed' || status === 'known failure';
}

/** Documented rules that the baseline verified and the candidate does not, save those that fail only as is known. */
function lostVerification({ candidate, baseline, tests }: Judged): ReleaseReason[] {
  const now = new Map(candidate.rules.map((row) => [row.id, row]));
  const byId = new Map(tests.map((test) => [test.id, test]));
  const lost = baseline.rules.filter((before) => {
    const row = now.get(before.id);
    if (before.kind !== 'documented' || row === undefined || !isVerified(before)) return false;
    return ranks[row.state] < ranks[before.state] && !failsAsKnown(row, before, byId);
  });
  const about = lost.map(({ id }) => id);
  return reason(
    'verification lost',
    about,
    (count) => `${count} is no longer verified as it was`,
    (count) => `${count} are no longer verified as they were`,
    'documented rule',
  );
}

function isVerified({ state }: RuleRow): boolean {
  return state === 'verified' || state === 'verified in part';
}

/** Whether a rule fails only as is known, and what else was verified of it still is. */
function failsAsKnown({ state, tests }: RuleRow, before: RuleRow, byId: ReadonlyMap<string, FinishedTest>): boolean {
  const statuses = tests.map((id) => byId.get(id)?.status);
  const others = statuses.filter((status) => status !== 'known failure');
  const allPassed = others.every((status) => status === 'passed' || status === 'flaky');
  const isAsBefore = before.state === 'verified in part' && !others.some((status) => (status ?? '').includes('fail'));
  return state === 'failing' && statuses.includes('known failure') && (allPassed || isAsBefore);
}

function vanishedTests({ tests, baseline }: Judged): ReleaseReason[] {
  const there = new Set(tests.map(nameOfTest));
  const gone = baseline.tests.map(nameOfTest).filter((name) => !there.has(name));
  return reason(
    'tests vanished',
    gone,
    (count) => `${count} of the baseline is gone`,
    (count) => `${count} of the baseline are gone`,
    'test',
  );
}

function testsNotRun({ tests, baseline }: Judged): ReleaseReason[] {
  const ran = new Set(baseline.tests.filter(hasRun).map(nameOfTest));
  const idle = tests.filter((test) => !hasRun(test) && ran.has(nameOfTest(test)));
  return reason(
    'tests not run',
    idle.map(nameOfTest),
    (count) => `${count} ran in the baseline and not in the candidate`,
    (count) => `${count} ran in the baseline and not in the candidate`,
    'test',
    idle[0],
  );
}

function hasRun({ status }: FinishedTest): boolean {
  return status !== 'skipped' && status !== 'not run' && status !== 'not available';
}

function smallerCatalogue({ candidate, baseline }: Judged): ReleaseReason[] {
  const there = new Set(candidate.rules.map(({ id }) => id));
  const gone = baseline.rules.map(({ id }) => id).filter((id) => !there.has(id));
  return reason(
    'smaller catalogue',
    gone,
    (count) => `${count} of the baseline is gone from the catalogue`,
    (count) => `${count} of the baseline are gone from the catalogue`,
    'rule',
  );
}

/** Open questions that are answered otherwise than assumed now, if the candidate's gate asks for that. */
function differingQuestions({ candidate }: Judged): ReleaseReason[] {
  const differing =
    candidate.verdict.differs === 'fails' ? candidate.rules.filter(({ state }) => state === 'differs') : [];
  return reason(
    'open questions',
    differing.map(({ id }) => id),
    (count) => `${count} is answered otherwise than assumed`,
    (count) => `${count} are answered otherwise than assumed`,
    'open question',
  );
}

function notesOf({ candidate, baseline, tests, known, notes }: Judged): string[] {
  const old = unknownFailures(tests, candidate).filter((test) => isOld(test, baseline));
  const asKnown = tests.filter(({ status }) => status === 'known failure');
  const tickets = [...new Set(asKnown.map(({ knownBy }) => knownBy?.ticket ?? ''))];
  const versions = [candidate, baseline].map(({ about }) => formatTracker(about) ?? '');
  const order = compareTrackers(candidate, baseline);
  return [
    ...notes,
    ...(order.sign > 0 && order.by !== 'start' && candidate.startedAt < baseline.startedAt
      ? ['The candidate ran before the baseline did.']
      : []),
    ...(versions[0] === versions[1]
      ? [`Both ran on ${versions[0] ?? ''}: set TRACKER_BUILD and TRACKER_LABEL to tell them apart.`]
      : []),
    ...(candidate.catalogueVersion === baseline.catalogueVersion
      ? []
      : [`The rule catalogue was ${baseline.catalogueVersion}, and is ${candidate.catalogueVersion}.`]),
    ...(asKnown.length > 0 ? [`${counted(asKnown.length, 'test')} failed as known: ${tickets.join(', ')}.`] : []),
    ...(old.length > 0
      ? [
          `${counted(old.length, 'test')} failed as in the baseline, with no ticket${known === undefined ? ': `tracker-e2e known --update` writes the entries' : ''}: ${old.map(nameOfTest).join('; ')}.`,
        ]
      : []),
  ];
}

function reason(
  kind: ReleaseReason['kind'],
  about: readonly string[],
  one: (count: string) => string,
  many: (count: string) => string,
  what: string,
  place?: Pick<FinishedTest, 'file' | 'line'>,
): ReleaseReason[] {
  if (about.length === 0) return [];
  const claim = (about.length === 1 ? one : many)(counted(about.length, what));
  const isRules = what !== 'test';
  const text = `${claim}${isRules ? `: ${formatRuleIds(about)}` : ''}.`;
  return [{ kind, text, about: [...about], ...(place !== undefined && { file: place.file, line: place.line }) }];
}
