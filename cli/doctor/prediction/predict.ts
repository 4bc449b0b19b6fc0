import { documented } from '../../../contracts/index.js';
import type { DocumentedRuleId } from '../../../contracts/index.js';
import type { Patient } from '../check.js';
import type { Facts } from '../facts.js';
import { findShortages } from './find-shortages.js';
import { ruleNeeds } from './rule-needs.js';
import { skips } from './shortage.js';
import type { Shortage } from './shortage.js';

/** What can be expected of a documented rule. */
export interface Prediction {
  readonly rule: DocumentedRuleId;
  /** Whether its tests can be expected to run; else whether they are skipped, or fail for what is missing. */
  readonly outlook: 'can be verified' | Shortage['ends'];
  /** Why it can't be verified; empty where it can. */
  readonly shortages: readonly Shortage[];
}

/**
 * What a run with these settings can verify, as far as can be told without changing anything. What only shows when
 * something is created, such as the types a new project has, is taken to be as it should.
 *
 * @returns undefined where the user is not let in, and nothing can be told
 */
export function predict(patient: Patient, facts: Facts): readonly Prediction[] | undefined {
  if (facts.user === undefined || facts.answering === undefined) return undefined;
  const ids = Object.keys(documented) as DocumentedRuleId[];
  return ids.map((rule) => predictRule(rule, patient, facts));
}

function predictRule(rule: DocumentedRuleId, patient: Patient, facts: Facts): Prediction {
  const { api, reach } = documented[rule];
  const wide = reach === 'tracker' && !patient.remote.sandbox.disposable ? [tooWide] : [];
  const ways = ruleNeeds[rule].map((needs) => [...wide, ...findShortages(api, needs, patient, facts)]);
  const outlooks = ways.map(outlookOf);
  // One test that fails is a rule that fails; else one that passes is a rule that is verified.
  const outlook =
    (['failing', 'can be verified', 'skipped'] as const).find((one) => outlooks.includes(one)) ?? 'skipped';
  const shortages = ways[outlooks.indexOf(outlook)] ?? [];
  // One shortage in several projects of a test is one.
  return { rule, outlook, shortages: [...new Map(shortages.map((one) => [one.reason, one])).values()] };
}

const tooWide = skips(
  'it changes every project, and the tracker is not declared disposable',
  'say "disposable": true in TRACKER_SANDBOX, only of a tracker that can be thrown away.',
);

function outlookOf(shortages: readonly Shortage[]): Prediction['outlook'] {
  if (shortages.length === 0) return 'can be verified';
  return shortages.some(({ ends }) => ends === 'skipped') ? 'skipped' : 'failing';
}
