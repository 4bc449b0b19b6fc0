import { isDeepStrictEqual } from 'node:util';
import type { JudgedMatrix, RuleRow } from '../documents/matrix.js';
import type { ComparedRule, ComparedRun, ComparedState, RunsCompared } from '../documents/runs-compared.js';
import { isAsked, isWhole } from '../gate.js';
import { formatSelected } from '../matrix/format.js';

export function compareMatrices(
  found: readonly { readonly file: string; readonly matrix: JudgedMatrix }[],
  skipped: RunsCompared['skipped'] = [],
): RunsCompared {
  const matrices = found.map(({ matrix }) => matrix);
  const rows = new Map(matrices.flatMap(({ rules }) => rules.map((row) => [row.id, row] as const)));
  const byId = matrices.map((matrix) => {
    // A run of selected tests says nothing of the other rules.
    const said = matrix.rules.filter((row) => isWhole(matrix) || isAsked(row, { demands: 'selected' }));
    return new Map(said.map((row) => [row.id, row]));
  });
  return {
    schemaVersion: 1,
    runs: found.map(({ file, matrix }) => runOf(file, matrix)),
    skipped,
    rules: [...rows.values()].map((row) =>
      ruleOf(
        row,
        byId.map((one) => one.get(row.id)),
      ),
    ),
  };
}

export function groupOf({
  brokenSince,
  answeredDifferently,
  changedIn,
}: ComparedRule): 'Broken' | 'Answered differently' | 'Changed' | undefined {
  if (brokenSince !== undefined) return 'Broken';
  if (answeredDifferently) return 'Answered differently';
  return changedIn.length > 0 ? 'Changed' : undefined;
}

function runOf(file: string, matrix: JudgedMatrix): ComparedRun {
  const { startedAt, target, about, catalogueVersion, verdict, totals, run } = matrix;
  const selected = run.selected === undefined ? 'selected tests' : formatSelected(run.selected);
  return {
    file,
    startedAt,
    target: target.name,
    mode: target.mode,
    about,
    catalogueVersion,
    verdict: verdict.verdict,
    totals,
    ...(!isWhole(matrix) && { selected }),
  };
}

function ruleOf({ id, api, kind, section, text }: RuleRow, rows: readonly (RuleRow | undefined)[]): ComparedRule {
  const states = rows.map((row) => (row === undefined ? null : stateOf(row)));
  const said = states.flatMap((one, index) => (one === null ? [] : [{ index, state: one.state }]));
  const changedIn = said
    .filter(({ state }, position) => position > 0 && state !== said[position - 1]?.state)
    .map(({ index }) => index);
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

type Answers = NonNullable<ComparedState['answers']>;

function sortedAnswers(observations: readonly { readonly observed: unknown }[]): Answers {
  const texts = observations.map(({ observed }) => JSON.stringify(observed));
  return [...new Set(texts)].sort().map((text) => JSON.parse(text) as Answers[number]);
}

/** A run without the rule says nothing of it. */
function brokenSince(states: readonly (ComparedState | null)[]): number | undefined {
  const last = states.findLast((one) => one !== null);
  if (last?.state !== 'failing') return undefined;
  const lastGood = states.findLastIndex((one) => one !== null && one.state !== 'failing');
  return states.findIndex((one, index) => index > lastGood && one !== null);
}
