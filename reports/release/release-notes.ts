import { counted } from '../../contracts/counted.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import type { ReleaseReason } from '../../contracts/report/release-verdict.js';
import { isVerified } from '../gate.js';
import type { KnownOutcome } from '../known/apply-known.js';
import { nameOfTest } from '../known/read-known.js';
import { formatRuleIds } from '../matrix/format.js';

interface ComparedRuns extends Pick<KnownOutcome, 'tests' | 'notes'> {
  readonly candidate: JudgedMatrix;
  readonly baseline: JudgedMatrix;
  /** Undefined if no file of known failures is named. */
  readonly known: unknown;
}

/** Remarks that do not change the verdict. @param old the tests that fail as in the baseline, and are not known */
export function notesOf(
  { candidate, baseline, tests, known, notes }: ComparedRuns,
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
          `${counted(old.length, 'test')} failed as in the baseline, with no ticket${update}: ${old.map(nameOfTest).join('; ')}.`,
        ]
      : []),
    ...(never.length > 0
      ? [`${counted(never.length, 'documented rule')} verified in neither run: ${formatRuleIds(never)}.`]
      : []),
  ];
}

/** What two runs can have been told differently, by its name. */
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
