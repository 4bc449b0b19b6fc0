import type { ProvidedTestProject } from '../../../fixtures/index.js';
import { nth } from './nth.js';

/** A status that one project has and another lacks. */
export function foreignStatus(of: ProvidedTestProject, to: ProvidedTestProject): string {
  return nth(
    of.statuses.filter((status) => !to.statuses.includes(status)),
    0,
  );
}
