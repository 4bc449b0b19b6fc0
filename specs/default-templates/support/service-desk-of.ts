import type { ProvidedProject, TestFixtures } from '../../../fixtures/index.js';
import { at } from '../../support/at.js';

/** The id of the service desk of a project. */
export async function serviceDeskOf(project: ProvidedProject, issues: TestFixtures['issues']): Promise<string> {
  const { data } = await issues.listServiceDesks({ query: { limit: 1_000 } });
  return at(
    data.values.filter(({ projectKey }) => projectKey === project.key),
    0,
  ).id;
}
