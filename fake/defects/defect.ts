import type { DocumentedRuleId, Reach } from '../../contracts/index.js';
import type { Variant } from '../spaces/behaviour.js';

/** A way in which a tracker breaks one documented rule, as a real product might. */
export interface Defect {
  /** The id of the rule and what goes wrong, for example `DT-02-key-answers-nothing`. */
  readonly name: string;
  /** The rule it breaks. */
  readonly rule: DocumentedRuleId;
  /** What the tracker does wrong, in a sentence. */
  readonly breaks: string;
  /** The tracker that does so. */
  readonly variant: Variant;
  /** How far a test has to reach to see it, where that is further than the rule says. */
  readonly reach?: Reach | undefined;
}

/** Declares a defect; its name is made of the rule and a short title. */
export function defect(rule: DocumentedRuleId, title: string, breaks: string, variant: Variant, reach?: Reach): Defect {
  return { name: `${rule}-${title}`, rule, breaks, variant, reach };
}
