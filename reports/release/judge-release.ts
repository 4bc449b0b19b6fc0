import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../contracts/counted.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix, RuleRow } from '../documents/matrix.js';
import type { ReleaseReason, ReleaseVerdict } from '../documents/runs-compared.js';
import { apis } from '../../contracts/rules/rule.js';
import { applyKnown } from '../known/apply-known.js';
import type { KnownOutcome } from '../known/apply-known.js';
import { knownNameOf } from '../known/read-known.js';
import type { PlacedFailure } from '../known/read-known.js';
import { differingRules, hasAllTests, isVerified, isWhole, missingRules } from '../gate.js';
import { outcomeOf } from '../matrix/count-states.js';
import { formatRuleIds, formatSelected } from '../matrix/format.js';
import { ranks } from '../trend.js';

type RunName = 'candidate' | 'baseline';

export interface ReleaseQuestion {
  readonly candidate: JudgedMatrix;
  readonly baseline: JudgedMatrix;
  /** Undefined if no file of known failures is named. */
  readonly known: readonly PlacedFailure[] | undefined;
  readonly today: string;
}

type Judged = ReleaseQuestion & KnownOutcome;

export function judgeRelease(question: ReleaseQuestion): Pick<ReleaseVerdict, 'released' | 'reasons' | 'notes'> {
  const { candidate, baseline, known = [], today } = question;
  const applied = applyKnown(candidate.tests, known, {
    version: candidate.about.tracker.version,
    today,
    whole: hasAllTests(candidate),
  });
  const judged: Judged = { ...question, ...applied };
  const failures = judged.tests.filter((test) => isUnknownFailure(test, candidate));
  const old = failures.filter((test) => isOld(test, baseline));
  const fresh = failures.filter((test) => !isOld(test, baseline));
  const outdated = applied.problems.map(({ text, tests }): ReleaseReason => {
    return { kind: 'known failures outdated', text, about: tests };
  });
  const told = [...aboutRuns(judged), ...aboutTests(judged, fresh), ...outdated, ...aboutRules(judged)];
  const reasons = [...told, ...unverifiedRules(judged, told), ...ownVerdict(judged, told)];
  return { released: reasons.length === 0, reasons, notes: notesOf(judged, old, reasons) };
}

function aboutRuns({ candidate, baseline }: Judged): ReleaseReason[] {
  const same = 'The candidate and the baseline are the same run: name the run of the version before as the baseline.';
  const [one = '', other = ''] = [candidate, baseline].map(kindOf);
  const kinds = `The candidate ran on ${one}, the baseline on ${other}: compare runs of one kind.`;
  const older = whyOlder(candidate, baseline);
  const order = `The candidate is older than the baseline, ${older}: see whether the two are named the other way round.`;
  return [
    ...reasonsOf(
      'run not whole',
      isDeepStrictEqual(candidate, baseline) && same,
      ...lacking(candidate, 'candidate'),
      ...lacking(baseline, 'baseline'),
    ),
    ...reasonsOf('planted defect', plantedDefect(candidate, 'candidate'), plantedDefect(baseline, 'baseline')),
    ...reasonsOf('another tracker', one !== other && kinds),
    ...reasonsOf('older candidate', older !== undefined && order),
  ];
}

type Texts = readonly (string | undefined | false)[];

function reasonsOf(kind: ReleaseReason['kind'], ...texts: Texts): ReleaseReason[] {
  return texts.flatMap((text) => (text === undefined || text === false ? [] : [{ kind, text, about: [] }]));
}

function lacking(matrix: JudgedMatrix, name: RunName): Texts {
  const { run, tests } = matrix;
  const selected = run.selected === undefined ? '' : ` (${formatSelected(run.selected)})`;
  return [
    run.status === 'timedout' && `The ${name}'s run was ended by globalTimeout.`,
    run.status === 'interrupted' && `The ${name}'s run was interrupted.`,
    run.outage,
    ...run.errors,
    !isWhole(matrix) &&
      `The ${name} was a run of selected tests${selected}, so nothing is known of the others: run all of them by \`tracker-e2e run\`.`,
    !tests.some(hasRun) && `No test of the ${name} was executed.`,
  ];
}

/** A fake that breaks a rule on purpose is no tracker. */
function plantedDefect({ about: { tracker } }: JudgedMatrix, name: RunName): string | undefined {
  if (tracker.defect === undefined) return undefined;
  return `The ${name} ran on a fake with the planted defect ${tracker.defect}: such a run is no release.`;
}

function kindOf({ target, about: { tracker } }: JudgedMatrix): string {
  const { product = 'a tracker', edition = '' } = tracker;
  return `${target.kind === 'fake' ? 'the bundled fake' : `${product} ${edition}`.trim()} (${target.mode})`;
}

/** Why a candidate is older than its baseline, by the first version that differs, or else by the start of the run. */
function whyOlder(candidate: JudgedMatrix, baseline: JudgedMatrix): string | undefined {
  const before = new Map(versionsOf(baseline));
  for (const [by, version] of versionsOf(candidate)) {
    const order = compareVersions(version, before.get(by));
    if (order !== 0) return order < 0 ? `by its ${by}` : undefined;
  }
  if (candidate.startedAt >= baseline.startedAt) return undefined;
  return 'it began earlier, and both have the same versions (TRACKER_BUILD sets one)';
}

function versionsOf({ about: { tracker } }: JudgedMatrix): [by: string, version: string | undefined][] {
  return [
    ['version', tracker.version],
    ['build', tracker.build],
    ...apis.map((api): [string, string | undefined] => [`version of ${api}`, tracker.extensions[api]]),
  ];
}

/** Compares the first numbers of versions such as `9.9.1` and `9.12-rc2`. The rest of a version does not count. */
function compareVersions(...versions: readonly (string | undefined)[]): number {
  const [mine, theirs] = versions.map((text) => text && /^[\d.]*/.exec(text)?.[0].replace(/(\.0*)*$/, ''));
  return mine === undefined || theirs === undefined ? 0 : mine.localeCompare(theirs, 'en', { numeric: true });
}

function isUnknownFailure({ status }: FinishedTest, { verdict }: JudgedMatrix): boolean {
  return status === 'failed' || (status === 'flaky' && verdict.flaky === 'fails');
}

function isOld(test: FinishedTest, { tests }: JudgedMatrix): boolean {
  const name = knownNameOf(test);
  const way = test.failure?.fingerprint;
  // A failure that nothing tells from others is the same as no other failure.
  const isSame = (before: FinishedTest) => knownNameOf(before) === name && before.failure?.fingerprint === way;
  return way !== undefined && tests.some((before) => isSame(before) && outcomeOf(before) === 'failed');
}

function aboutTests({ tests, baseline }: Judged, fresh: readonly FinishedTest[]): ReleaseReason[] {
  const names = (some: readonly FinishedTest[]) => some.map(knownNameOf);
  const now = new Set(names(tests));
  const before = new Map(baseline.tests.map((test) => [knownNameOf(test), hasRun(test)]));
  const gone = baseline.tests.filter((test) => !now.has(knownNameOf(test)));
  const idle = tests.filter((test) => !hasRun(test) && before.get(knownNameOf(test)) === true);
  // A failure before them kept them from running.
  const neverRun = tests.filter((test) => test.status === 'not run' && !before.has(knownNameOf(test)));
  return [
    ...reasonAbout('new failures', names(fresh), 'test fails that is not known', 'tests fail that are not known'),
    ...reasonAbout('tests vanished', names(gone), 'test of the baseline is gone', 'tests of the baseline are gone'),
    ...reasonAbout(
      'tests not run',
      names(idle),
      'test ran in the baseline and not in the candidate',
      'tests ran in the baseline and not in the candidate',
    ),
    ...reasonAbout(
      'tests not run',
      names(neverRun),
      'test that the baseline lacks did not run',
      'tests that the baseline lacks did not run',
    ),
  ];
}

function reasonAbout(
  kind: ReleaseReason['kind'],
  about: readonly string[],
  one: string,
  several: string,
  list = '',
): ReleaseReason[] {
  return about.length === 0
    ? []
    : [{ kind, text: `${counted(about.length, one, several)}${list}.`, about: [...about] }];
}

function hasRun(test: FinishedTest): boolean {
  return outcomeOf(test) !== 'open';
}

function aboutRules({ candidate, baseline, tests }: Judged): ReleaseReason[] {
  const now = new Map(candidate.rules.map((row) => [row.id, row]));
  const byId = new Map(tests.map((test) => [test.id, test]));
  const lost = baseline.rules.filter((before) => {
    const row = now.get(before.id);
    if (before.kind !== 'documented' || row === undefined || !isVerified(before.state)) return false;
    return ranks[row.state] < ranks[before.state] && !failsAsKnown(row, before, byId);
  });
  const gone = baseline.rules.filter(({ id }) => !now.has(id));
  const differing = candidate.verdict.differs === 'fails' ? differingRules(candidate) : [];
  return [
    ...ruleReason(
      'verification lost',
      lost.map(idOf),
      'documented rule is no longer verified as it was',
      'documented rules are no longer verified as they were',
    ),
    ...ruleReason(
      'smaller catalogue',
      gone.map(idOf),
      'rule of the baseline is gone from the catalogue',
      'rules of the baseline are gone from the catalogue',
    ),
    ...ruleReason(
      'open questions',
      differing,
      'open question is answered otherwise than assumed',
      'open questions are answered otherwise than assumed',
    ),
  ];
}

function idOf({ id }: Pick<RuleRow, 'id'>): string {
  return id;
}

function ruleReason(
  kind: ReleaseReason['kind'],
  ids: readonly string[],
  one: string,
  several: string,
): ReleaseReason[] {
  return reasonAbout(kind, ids, one, several, `: ${formatRuleIds(ids)}`);
}

/** Whether a rule has only known failures, and its other verified parts are still verified. */
function failsAsKnown({ state, tests }: RuleRow, before: RuleRow, byId: ReadonlyMap<string, FinishedTest>): boolean {
  const statuses = tests.map((id) => byId.get(id)?.status);
  const others = statuses.filter((status) => status !== 'known failure');
  const allPassed = others.every((status) => status === 'passed' || status === 'flaky');
  const isAsBefore = before.state === 'verified in part' && !others.some((status) => (status ?? '').includes('fail'));
  return state === 'failing' && statuses.includes('known failure') && (allPassed || isAsBefore);
}

/** Documented rules that the candidate's own gate asks for, without those that other reasons are about. */
function unverifiedRules({ candidate }: Judged, told: readonly ReleaseReason[]): ReleaseReason[] {
  const { demands } = candidate.verdict;
  // A test that is marked to fail is no reason of its own.
  const red = candidate.tests.filter(({ status }) => status === 'failed' || status === 'known failure').map(idOf);
  const isRed = (row: RuleRow) => row.state === 'failing' && row.tests.some((id) => red.includes(id));
  const failing = candidate.rules.filter(isRed).map(idOf);
  const lost = told.flatMap(({ kind, about }) => (kind === 'verification lost' ? about : []));
  const missing = missingRules(candidate, demands).filter((id) => !failing.includes(id) && !lost.includes(id));
  const asked = `verified, which the candidate's gate asks for (TRACKER_GATE=${String(demands)})`;
  return ruleReason(
    'candidate failed',
    missing,
    `documented rule is not ${asked}`,
    `documented rules are not ${asked}`,
  );
}

function ownVerdict({ candidate, tests, known }: Judged, told: readonly ReleaseReason[]): ReleaseReason[] {
  const { verdict, reasons } = candidate.verdict;
  const isExplained =
    ['passed', 'rules unverified', 'assumptions differ'].includes(verdict) ||
    (verdict === 'known failures outdated' && known !== undefined) ||
    told.some(({ kind }) => kind === 'run not whole' || kind === 'known failures outdated') ||
    tests.some((test) => test.status === 'known failure' || isUnknownFailure(test, candidate));
  if (isExplained) return [];
  const texts = reasons.map((text) => `The candidate's own verdict is “${verdict}”: ${text}`);
  return reasonsOf('candidate failed', ...texts);
}

/** Remarks that do not change the verdict. @param old the tests that fail as in the baseline, and are not known */
function notesOf(
  { candidate, baseline, tests, known, notes }: Judged,
  old: readonly FinishedTest[],
  reasons: readonly ReleaseReason[],
): string[] {
  const tickets = tests.flatMap(({ status, knownBy }) => (status === 'known failure' ? [knownBy?.ticket ?? ''] : []));
  const update = known === undefined ? ': `tracker-e2e known --update` writes the entries' : '';
  const never = verifiedInNeither(candidate, baseline, reasons);
  return [
    ...notes,
    ...Object.entries(settings).flatMap(([name, of]) =>
      of(candidate) === of(baseline) ? [] : [`${name} was ${of(baseline)}, and is ${of(candidate)}.`],
    ),
    ...(baseline.verdict.verdict === 'passed'
      ? []
      : [`The baseline did not pass itself (${baseline.verdict.verdict}): ${baseline.verdict.reasons.join(' ')}`]),
    ...(tickets.length > 0
      ? [`${counted(tickets.length, 'test')} failed as known: ${[...new Set(tickets)].join(', ')}.`]
      : []),
    ...(old.length > 0
      ? [
          `${counted(old.length, 'test')} failed as in the baseline, with no ticket${update}: ${old.map(knownNameOf).join('; ')}.`,
        ]
      : []),
    ...(never.length > 0
      ? [`${counted(never.length, 'documented rule')} verified in neither run: ${formatRuleIds(never)}.`]
      : []),
  ];
}

const settings: Readonly<Record<string, (run: JudgedMatrix) => string>> = {
  'The rule catalogue': ({ catalogueVersion }) => catalogueVersion,
  'The version of tracker-e2e': ({ about }) => about.harnessVersion,
  'The profile': ({ about }) => about.profile ?? 'none',
  TRACKER_GATE: ({ verdict }) => String(verdict.demands),
};

/** The ids of the documented rules that neither run verified, without those that a reason is about. */
function verifiedInNeither(
  { rules }: JudgedMatrix,
  baseline: JudgedMatrix,
  reasons: readonly ReleaseReason[],
): string[] {
  const told = new Set(reasons.flatMap(({ about }) => about));
  const open = new Set(baseline.rules.filter(({ state }) => !isVerified(state)).map(({ id }) => id));
  const never = rules.filter((row) => row.kind === 'documented' && !isVerified(row.state) && open.has(row.id));
  return never.map(({ id }) => id).filter((id) => !told.has(id));
}
