import type { OwnEndpointReport } from '../../contracts/report/annotations.js';
import type { OwnRules } from '../../contracts/rules/own-rules.js';

/** An endpoint of one's own, and the tests about it by their ids. */
export interface OwnEndpointTests extends OwnEndpointReport {
  readonly tests: ReadonlySet<string>;
}

/** What whoever wrote the tests of a run defined beside the catalogue and the endpoint table. */
export interface OwnDefinitions {
  /** Those of one group stand together. */
  readonly rules: OwnRules;
  readonly endpoints: readonly OwnEndpointTests[];
  /** What is wrong with it, a sentence each. */
  readonly problems: readonly string[];
}

/** A run whose tests know no more than the catalogue and the table. */
export const nothingOwn: OwnDefinitions = { rules: {}, endpoints: [], problems: [] };
