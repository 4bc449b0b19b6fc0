import type { Demands, DocumentedRuleId } from '../../contracts/index.js';
import { exitCodes } from '../../reports/exit-codes.js';
import type { ExitCode } from '../../reports/exit-codes.js';
import { formatRuleIds } from '../../reports/matrix/format.js';
import type { Prediction } from './prediction/predict.js';

/** Whether a run makes sense. */
export interface Forecast {
  readonly exitCode: ExitCode;
  readonly text: string;
}

/**
 * Says whether a run makes sense: whether the tracker answers and lets the user in, and whether what the gate would ask
 * for can be verified. A rule that is out of the tracker's scope is only asked for if the gate says `all` or names it.
 *
 * @param demands as TRACKER_GATE says; `reachable` if it says nothing
 */
export function judgeForecast(
  predictions: readonly Prediction[] | undefined,
  demands: Demands = 'reachable',
): Forecast {
  if (predictions === undefined) {
    return {
      exitCode: exitCodes.trackerUnreachable,
      text: 'A run makes no sense yet: no tracker answers, or it does not let the user in.',
    };
  }
  const verifiable = predictions.filter(({ forecast }) => forecast === 'can be verified');
  if (verifiable.length === 0) {
    return { exitCode: exitCodes.rulesUnverified, text: 'A run makes no sense yet: it can verify no rule.' };
  }
  const unmet = predictions.filter((one) => one.forecast !== 'can be verified' && isAskedFor(one, demands));
  if (unmet.length === 0) return { exitCode: exitCodes.passed, text: 'A run makes sense.' };
  return {
    exitCode: exitCodes.rulesUnverified,
    text: `A run would not pass its gate: ${unmet.length === 1 ? 'a rule it asks for' : `${unmet.length} rules it asks for`} can’t be verified: ${idsOf(unmet)}.`,
  };
}

function isAskedFor({ rule, forecast }: Prediction, demands: Demands): boolean {
  if (demands === 'all') return true;
  return typeof demands === 'string' ? forecast === 'failing' : demands.includes(rule);
}

function idsOf(predictions: readonly { readonly rule: DocumentedRuleId }[]): string {
  return formatRuleIds(predictions.map(({ rule }) => rule));
}
