import { isDeepStrictEqual } from 'node:util';
import type { JudgedMatrix, RuleRow, Verdict } from '../../contracts/report/matrix.js';
import type { RunAbout } from '../../contracts/report/run-about.js';
import type { RuleState } from '../../contracts/report/rule-state.js';
import type { Totals } from '../../contracts/report/totals.js';

/** A run beside others. */
export interface ComparedRun {
  /** Where it was read. */
  readonly file: string;
  readonly startedAt: string;
  readonly target: string;
  readonly mode: JudgedMatrix['target']['mode'];
  readonly about: RunAbout;
  readonly catalogueVersion: string;
  readonly verdict: Verdict['verdict'];
  readonly totals: Totals;
}

/** What one run says of a rule. */
export interface ComparedState {
  readonly state: RuleState;
  /** The tickets of its failures, if all are known. */
  readonly knownBy?: readonly string[];
  readonly reasons: readonly string[];
  /** How the tracker answered an open question. */
  readonly answers?: readonly unknown[];
}

/** A rule through all runs. */
export interface ComparedRule {
  readonly id: string;
  readonly api: string;
  readonly kind: RuleRow['kind'];
  readonly section: string;
  readonly text: string;
  /** What each run says, in their order; null if the run has no such rule. */
  readonly states: readonly (ComparedState | null)[];
  /** The positions, from 0, of the runs in which it is another than in the run before. */
  readonly changedIn: readonly number[];
  /** Since which run it fails up to the last one; absent if it does not fail there. */
  readonly brokenSince?: number;
  /** Whether trackers answered the open question in several ways. */
  readonly answeredDifferently: boolean;
}

/** Several runs, rule by rule. */
export interface RunsCompared {
  readonly schemaVersion: 1;
  readonly runs: readonly ComparedRun[];
  readonly rules: readonly ComparedRule[];
}

/** Puts runs side by side, in the order in which they are given. */
export function compareMatrices(
  found: readonly { readonly file: string; readonly matrix: JudgedMatrix }[],
): RunsCompared {
  const matrices = found.map(({ matrix }) => matrix);
  const rows = new Map(matrices.flatMap(({ rules }) => rules.map((row) => [row.id, row] as const)));
  const byId = matrices.map(({ rules }) => new Map(rules.map((row) => [row.id, row])));
  return {
    schemaVersion: 1,
    runs: found.map(({ file, matrix }) => runOf(file, matrix)),
    rules: [...rows.values()].map((row) =>
      ruleOf(
        row,
        byId.map((one) => one.get(row.id)),
      ),
    ),
  };
}

function runOf(file: string, matrix: JudgedMatrix): ComparedRun {
  const { startedAt, target, about, catalogueVersion, verdict, totals } = matrix;
  return {
    file,
    startedAt,
    target: target.name,
    mode: target.mode,
    about,
    catalogueVersion,
    verdict: verdict.verdict,
    totals,
  };
}

function ruleOf({ id, api, kind, section, text }: RuleRow, rows: readonly (RuleRow | undefined)[]): ComparedRule {
  const states = rows.map((row) => (row === undefined ? null : stateOf(row)));
  const changedIn = states.flatMap((one, index) =>
    index > 0 && one?.state !== states[index - 1]?.state ? [index] : [],
  );
  const since = brokenSince(states);
  const answers = states.flatMap((one) =>
    one?.answers === undefined || one.answers.length === 0 ? [] : [one.answers],
  );
  return {
    ...{ id, api, kind, section, text, states, changedIn },
    ...(since !== undefined && { brokenSince: since }),
    answeredDifferently: answers.some((one) => !isDeepStrictEqual(one, answers[0])),
  };
}

function stateOf(row: RuleRow): ComparedState {
  const { state, reasons, knownBy } = row;
  return {
    state,
    reasons,
    ...(knownBy !== undefined && { knownBy }),
    ...(row.kind === 'assumed' && { answers: sortedAnswers(row.observations) }),
  };
}

function sortedAnswers(observations: readonly { readonly observed: unknown }[]): unknown[] {
  const texts = observations.map(({ observed }) => JSON.stringify(observed));
  return [...new Set(texts)].sort().map((text) => JSON.parse(text) as unknown);
}

/** A run without the rule says nothing of it. */
function brokenSince(states: readonly (ComparedState | null)[]): number | undefined {
  const last = states.findLast((one) => one !== null);
  if (last?.state !== 'failing') return undefined;
  const lastGood = states.findLastIndex((one) => one !== null && one.state !== 'failing');
  return states.findIndex((one, index) => index > lastGood && one !== null);
}
