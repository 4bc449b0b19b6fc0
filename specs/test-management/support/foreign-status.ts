import type { ProvidedTestProject } from '../../../fixtures/index.js';
import { nth } from '../../support/nth.js';

/** A status that one project has and another lacks, and that is not the one its steps start in. */
export function foreignStatus(of: ProvidedTestProject, to: ProvidedTestProject): string {
  return nth(
    of.statuses.filter((status) => !to.statuses.includes(status) && status !== of.defaultStatus),
    0,
  );
}
