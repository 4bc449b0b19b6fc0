import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { directoryWorld } from '../directory-sync-world.js';
import { counts, firstIds, projectKeyAt } from './requests.js';

/** The tracker that the jobs are done in: the bundled one with as many users, cases, projects and templates as they take. */
export function jobsWorld(): WorldInput {
  const home = documentsWorld.projects.find(({ issueTypeIds }) => issueTypeIds.includes(10502));
  const regular = documentsWorld.projects.find(({ issueTypeIds }) => issueTypeIds.includes(10001));
  if (home === undefined || regular === undefined) throw new Error('The bundled world lacks the projects to copy.');
  const { requestTypes: _, ...plain } = { ...regular, type: 'software' as const };
  const rows = Array.from({ length: counts.steps }, (_step, index) => ({
    isGroup: false,
    cells: [`Do ${index}`, 'x', `See ${index}`],
  }));
  const issue = (id: number, issueTypeId: number, fields: object, parent?: string) => ({
    id,
    key: `SUM-${id}`,
    issueTypeId,
    reporter: 'JIRAUSER10000',
    fields: { summary: `Issue ${id}`, ...fields },
    ...(parent !== undefined && { parent }),
  });
  const plan = firstIds.case - 1;
  return {
    ...directoryWorld(counts.users),
    projects: [
      ...documentsWorld.projects,
      { ...home, id: 900, key: 'SUM', name: 'Measured' },
      ...many(counts.projects, (place) => ({
        ...plain,
        id: 100_000 + place,
        key: projectKeyAt(place),
        name: `P ${place}`,
      })),
    ],
    templates: [
      ...(documentsWorld.templates ?? []),
      ...many(counts.templates, (place) => ({ id: firstIds.template + place, name: `Template ${place}` })),
    ],
    issues: [
      ...(documentsWorld.issues ?? []),
      issue(plan, 10501, {}),
      ...many(counts.cases, (place) =>
        issue(firstIds.case + place, 10502, { customfield_10101: { stepsRows: rows } }, `SUM-${plan}`),
      ),
    ],
  };
}

function many<Item>(count: number, make: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
