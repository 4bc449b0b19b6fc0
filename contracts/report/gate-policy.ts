import * as z from 'zod';
import { nearest } from '../nearest.js';
import { assumed, documentedRuleIds } from '../rules/rules.js';
import { customRuleIdSchema } from './annotations.js';

/** The words that say which documented rules have to be verified. */
const demandWords = ['all', 'reachable', 'selected'] as const;

const demandedId = z.union([z.enum(documentedRuleIds), customRuleIdSchema]);

/**
 * Which documented rules have to be verified, custom rules among them.
 *
 * - `all`: every rule in full, even if the tracker at hand does not allow it
 * - `reachable`: all rules but those out of the tracker's scope. A rule of scope `tracker` is out of scope if the
 *   tracker is not disposable. Any rule is out of scope if its tests were all skipped because the tracker can't provide
 *   what they need. On a fake that gives each test a tracker of its own, no rule is out of scope.
 * - `selected`: the reachable rules that a test of this run covers
 * - a list of ids: these, even if the tracker at hand does not allow it. Custom rules can be among them; a custom rule
 *   that does not exist is found only when the run has ended
 */
export const demandsSchema = z.union([z.enum(demandWords), z.array(demandedId).min(1).readonly()]);

/** Which documented rules have to be verified. */
export type Demands = z.infer<typeof demandsSchema>;

/** Whether a run passes although something is not as it should be. */
export const toleranceSchema = z.enum(['passes', 'fails']);

/** Whether a run passes although something is not as it should be. */
export type Tolerance = z.infer<typeof toleranceSchema>;

/** The problem of demands of unknown origin, as the end of a sentence; undefined if there is none. */
export function problemOfDemands(demands: unknown): string | undefined {
  if (demandsSchema.safeParse(demands).success) return undefined;
  const given = (Array.isArray(demands) ? demands : [demands]).map(String);
  const unknown = given.filter((id) => !demandedId.safeParse(id).success).map(explain);
  return `has to be all, reachable, selected or ids of documented rules: ${unknown.join(', ') || 'there is none'}`;
}

function explain(id: string): string {
  if (Object.hasOwn(assumed, id)) return `${id} is an open question`;
  const near = nearest(id, [...demandWords, ...documentedRuleIds]);
  return near.length === 0 ? `${id} is none` : `${id} is none (did you mean ${near.join(' or ')}?)`;
}
