import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/index.js';

/** The project whose entries do not grow with the world. */
const MEASURED_PROJECT = 'MEASURED';

/**
 * A world with many projects and entries. The first twenty entries belong to {@link MEASURED_PROJECT}; the others
 * are spread over the other projects.
 */
export function largeWorld(projectCount: number, entryCount: number): WorldInput {
  const lead = 'JIRAUSER10000';
  const issueTypes = Array.from({ length: 20 }, (_, index) => ({ id: 500 + index, name: `Type ${index}` }));
  const projects = Array.from({ length: projectCount }, (_, index) => ({
    id: 100_000 + index,
    key: index === 0 ? MEASURED_PROJECT : `P${index}`,
    name: `Project ${index}`,
    lead,
    issueTypeIds: issueTypes.map(({ id }) => id),
    workflow: 'Plain workflow',
    permissions: { BROWSE_PROJECTS: ['users' as const] },
  }));
  const templateCount = Math.ceil(entryCount / (20 * (projectCount - 1))) + 1;
  const templates = Array.from({ length: templateCount }, (_, index) => ({
    id: 5_000 + index,
    name: `Template ${index}`,
  }));
  const entries = Array.from({ length: entryCount }, (_, index) => {
    const rest = index - 20;
    const own = index < 20;
    return {
      id: index + 1,
      projectId: own ? 100_000 : 100_001 + (Math.floor(rest / 20) % (projectCount - 1)),
      templateId: own ? 5_000 : 5_000 + Math.floor(rest / (20 * (projectCount - 1))),
      issueTypeId: 500 + (index % 20),
    };
  });
  return {
    ...documentsWorld,
    issueTypes: [...documentsWorld.issueTypes, ...issueTypes],
    projects,
    templates,
    entries,
    issues: [],
  };
}
