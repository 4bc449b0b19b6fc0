import type { ProvidedTestProject } from '../../../fixtures/index.js';
import { at } from '../../support/at.js';

/** A status that one project has and another lacks, and that is not the one its steps start in. */
export function foreignStatus(of: ProvidedTestProject, to: ProvidedTestProject): string {
  return at(
    of.statuses.filter((status) => !to.statuses.includes(status) && status !== of.defaultStatus),
    0,
  );
}
