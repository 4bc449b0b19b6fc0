import type { Results } from '../../../contracts/report/results.js';
import type { FoundPlan } from './find-plan.js';
import type { PlanClient } from './plan-client.js';
import type { PublishChoice } from './publish-choice.js';
import type { RunLink } from './run-link.js';

/** What publishes a run in a plan, and what it has to say of that. */
export interface Publication {
  readonly client: PlanClient;
  readonly choice: PublishChoice;
  readonly run: Results['run'];
  readonly plan: FoundPlan;
  readonly link: RunLink;
  readonly notes: string[];
  /** Why there can be no case, by what a test names. */
  readonly problems: Map<string, string>;
}
