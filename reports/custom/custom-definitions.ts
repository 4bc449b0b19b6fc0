import type { CustomEndpointReport } from '../../contracts/report/annotations.js';
import type { CustomRules } from '../../contracts/rules/custom-rules.js';

/** A custom endpoint, and the tests about it by their ids. */
export interface CustomEndpointTests extends CustomEndpointReport {
  readonly tests: ReadonlySet<string>;
}

/** What whoever wrote the tests of a run defined beside the catalogue and the endpoint table. */
export interface CustomDefinitions {
  /** Those of one group stand together. */
  readonly rules: CustomRules;
  readonly endpoints: readonly CustomEndpointTests[];
  /** What is wrong with it, a sentence each. */
  readonly problems: readonly string[];
}

/** A run whose tests know no more than the catalogue and the table. */
export const nothingOwn: CustomDefinitions = { rules: {}, endpoints: [], problems: [] };
