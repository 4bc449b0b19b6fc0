import type { DocumentedRuleId } from '../../contracts/index.js';
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
  /** Why no test can see it on a tracker that others use, where that is so. */
  readonly ownSpaceOnly?: string | undefined;
}

/** Declares a defect; its name is made of the rule and a short title. */
export function defect(
  rule: DocumentedRuleId,
  title: string,
  breaks: string,
  variant: Variant,
  ownSpaceOnly?: string,
): Defect {
  return { name: `${rule}-${title}`, rule, breaks, variant, ownSpaceOnly };
}
