import { documented, documentedRuleIds } from '../../../contracts/index.js';
import type { DocumentedRuleId } from '../../../contracts/index.js';
import type { Context } from '../check.js';
import type { Facts } from '../facts.js';
import { findMissingRequirements } from './find-missing-requirements.js';
import type { MissingRequirement } from './missing-requirement.js';
import { ruleNeeds } from './rule-needs.js';

/** What can be expected of a documented rule. */
export interface Prediction {
  readonly rule: DocumentedRuleId;
  /** Whether its tests can be expected to run; else whether they are skipped, or fail for what is missing. */
  readonly forecast: 'can be verified' | MissingRequirement['ends'];
  /** Why it can't be verified; empty if it can. */
  readonly missingRequirements: readonly MissingRequirement[];
}

/**
 * What a run with these settings can verify, as far as can be told without changing anything. What only shows when
 * something is created, such as the types a new project has, is taken to be as it should.
 *
 * @returns undefined if the user is not let in, and nothing can be told
 */
export function predict(context: Context, facts: Facts): readonly Prediction[] | undefined {
  if (facts.user === undefined || facts.answering === undefined) return undefined;
  return documentedRuleIds.map((rule) => predictRule(rule, context, facts));
}

function predictRule(rule: DocumentedRuleId, context: Context, facts: Facts): Prediction {
  const { api } = documented[rule];
  const ways = ruleNeeds[rule].map((needs) => findMissingRequirements(api, needs, context, facts));
  const forecasts = ways.map(forecastOf);
  // One test that fails is a rule that fails; else one that passes is a rule that is verified.
  const forecast =
    (['failing', 'can be verified', 'skipped'] as const).find((one) => forecasts.includes(one)) ?? 'skipped';
  // A test that is skipped does not come to what else is missing.
  const missingRequirements = (ways[forecasts.indexOf(forecast)] ?? []).filter(({ ends }) => ends === forecast);
  // One missing requirement in several projects of a test is one.
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
