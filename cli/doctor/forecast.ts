import { documented, documentedRuleIds } from '../../contracts/index.js';
import type { DocumentedRuleId, Demands } from '../../contracts/index.js';
import type { Context, Facts } from './context.js';
import { findMissingRequirements } from './prediction/find-missing-requirements.js';
import type { MissingRequirement } from './prediction/sandbox-requirements.js';
import { ruleNeeds } from './prediction/rule-needs.js';
import { exitCodes } from '../../reports/exit-codes.js';
import type { ExitCode } from '../../reports/exit-codes.js';
import { formatRuleIds } from '../../reports/matrix/format.js';

export interface Prediction {
  readonly rule: DocumentedRuleId;
  /** Whether its tests are expected to run; else whether the missing requirement skips them or makes them fail. */
  readonly forecast: 'can be verified' | MissingRequirement['ends'];
  readonly missingRequirements: readonly MissingRequirement[];
}

/** The forecasts for a run, as far as the doctor can see without changes; undefined if the user can't log in. */
export function predict(context: Context, facts: Facts): readonly Prediction[] | undefined {
  if (facts.user === undefined || facts.answering === undefined) return undefined;
  return documentedRuleIds.map((rule) => predictRule(rule, context, facts));
}

function predictRule(rule: DocumentedRuleId, context: Context, facts: Facts): Prediction {
  const { api } = documented[rule];
  const ways = ruleNeeds[rule].map((needs) => findMissingRequirements(api, needs, context, facts));
  const forecasts = ways.map(forecastOf);
  // A rule fails if one of its tests fails; else it is verified if one of its tests passes.
  const forecast =
    (['failing', 'can be verified', 'skipped'] as const).find((one) => forecasts.includes(one)) ?? 'skipped';
  // A skipped test does not reach its other missing requirements.
  const missingRequirements = (ways[forecasts.indexOf(forecast)] ?? []).filter(({ ends }) => ends === forecast);
  // A missing requirement in several projects of a test counts once.
  return {
    rule,
    forecast,
    missingRequirements: [...new Map(missingRequirements.map((one) => [one.reason, one])).values()],
  };
}

function forecastOf(missingRequirements: readonly MissingRequirement[]): Prediction['forecast'] {
  if (missingRequirements.length === 0) return 'can be verified';
  return missingRequirements.some(({ ends }) => ends === 'skipped') ? 'skipped' : 'failing';
}

export interface Forecast {
  readonly exitCode: ExitCode;
  readonly text: string;
}

/** Judges whether a run makes sense: the tracker answers, and the rules that the gate demands can be verified. */
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
