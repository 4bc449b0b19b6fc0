import { counted } from '../../contracts/counted.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import type { ReleaseReason } from '../../contracts/report/release-verdict.js';
import { compareMatrices } from '../compare/compare-matrices.js';
import { isVerified } from '../gate.js';
import type { KnownOutcome } from '../known/apply-known.js';
import { nameOfTest } from '../known/read-known.js';
import { formatRuleIds, formatTracker } from '../matrix/format.js';
import { apis } from '../../contracts/rules/rule.js';

interface JudgedRuns extends Pick<KnownOutcome, 'tests' | 'notes'> {
  readonly candidate: JudgedMatrix;
  readonly baseline: JudgedMatrix;
  /** Undefined if no file of known failures is named. */
  readonly known: unknown;
}

/** @param old the tests that fail as in the baseline, and are not known */
export function notesOf(runs: JudgedRuns, old: readonly FinishedTest[], reasons: readonly ReleaseReason[]): string[] {
  const { candidate, baseline, tests, known, notes } = runs;
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
    ...settingsOf(candidate, baseline),
    ...(baseline.verdict.verdict === 'passed'
      ? []
      : [`The baseline did not pass itself (${baseline.verdict.verdict}): ${baseline.verdict.reasons.join(' ')}`]),
    ...(asKnown.length > 0 ? [`${counted(asKnown.length, 'test')} failed as known: ${tickets.join(', ')}.`] : []),
    ...(old.length > 0
      ? [
          `${counted(old.length, 'test')} failed as in the baseline, with no ticket${known === undefined ? ': `tracker-e2e known --update` writes the entries' : ''}: ${old.map(nameOfTest).join('; ')}.`,
        ]
      : []),
    ...neverVerified(candidate, baseline, reasons),
    ...newAnswers(candidate, baseline),
  ];
}

function settingsOf(candidate: JudgedMatrix, baseline: JudgedMatrix): string[] {
  const read: Readonly<Record<string, (run: JudgedMatrix) => string>> = {
    'The rule catalogue': ({ catalogueVersion }) => catalogueVersion,
    'The version of tracker-e2e': ({ about }) => about.harnessVersion,
    'The profile': ({ about }) => about.profile ?? 'none',
    TRACKER_GATE: ({ verdict }) => String(verdict.demands),
  };
  return Object.entries(read).flatMap(([name, of]) =>
    of(candidate) === of(baseline) ? [] : [`${name} was ${of(baseline)}, and is ${of(candidate)}.`],
  );
}

function neverVerified({ rules }: JudgedMatrix, baseline: JudgedMatrix, reasons: readonly ReleaseReason[]): string[] {
  const told = new Set(reasons.flatMap(({ about }) => about));
  const open = new Set(baseline.rules.filter(({ state }) => !isVerified(state)).map(({ id }) => id));
  const never = rules.filter(
    ({ id, kind, state }) => kind === 'documented' && !isVerified(state) && open.has(id) && !told.has(id),
  );
  if (never.length === 0) return [];
  return [
    `${counted(never.length, 'documented rule')} verified in neither run: ${formatRuleIds(never.map(({ id }) => id))}.`,
  ];
}

function newAnswers(candidate: JudgedMatrix, baseline: JudgedMatrix): string[] {
  const runs = [baseline, candidate].map((matrix) => ({ file: '', matrix }));
  const differing = compareMatrices(runs).rules.filter((rule) => rule.answeredDifferently);
  if (differing.length === 0) return [];
  const told = differing.map(({ id, states }) => {
    const [was, is] = states.map((one) => (one?.answers ?? []).map((answer) => JSON.stringify(answer)).join(' or '));
    return `${id} (was ${was ?? ''}, is ${is ?? ''})`;
  });
  return [
    `${counted(differing.length, 'open question')} answered differently than in the baseline: ${told.join('; ')}.`,
  ];
}

/** The order of two trackers by the first version that differs, or else by start; `sign` < 0: the first is older. */
export function compareTrackers(
  one: JudgedMatrix,
  other: JudgedMatrix,
): { readonly sign: number; readonly by: string } {
  const [mine, theirs] = [one.about.tracker, other.about.tracker];
  const versions: [by: string, mine: string | undefined, theirs: string | undefined][] = [
    ['version', mine.version, theirs.version],
    ['build', mine.build, theirs.build],
    ...apis.map((api): [string, string | undefined, string | undefined] => [
      `version of ${api}`,
      mine.extensions[api],
      theirs.extensions[api],
    ]),
  ];
  for (const [by, left, right] of versions) {
    const sign = left === undefined || right === undefined ? 0 : compareVersions(left, right);
    if (sign !== 0) return { sign, by };
  }
  return { sign: one.startedAt.localeCompare(other.startedAt), by: 'start' };
}

/** Compares the first numbers of versions such as `9.9.1` and `9.12-rc2`. The rest of a version does not count. */
function compareVersions(one: string, other: string): number {
  const [mine, theirs] = [one, other].map((text) => (/^\d+(\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number));
  const index = (mine ?? []).findIndex((part, position) => part !== (theirs?.[position] ?? 0));
  if (index === -1) return (theirs ?? []).slice(mine?.length).some((part) => part > 0) ? -1 : 0;
  return (mine?.[index] ?? 0) - (theirs?.[index] ?? 0);
}
