import { test } from '../../../fixtures/index.js';
import type { Entry, ProvidedProject, ProvidedType, TestFixtures } from '../../../fixtures/index.js';

/** The types of a project that no template is the default of, by the entries of the project. */
export function typesWithoutDefault(types: readonly ProvidedType[], entries: readonly Entry[]): ProvidedType[] {
  const taken = new Set(entries.flatMap(({ issueTypeId, requestTypeId }) => [Number(issueTypeId), requestTypeId]));
  return types.filter(({ id }) => !taken.has(id));
}

/** The entries of a project, and its types that no template is the default of; skips the test if there are too few. */
export async function provideFreeTypes(
  api: TestFixtures['defaultTemplates'],
  project: ProvidedProject,
  types: 'issueTypes' | 'requestTypes',
  least: 1 | 2 = 1,
): Promise<{ taken: readonly Entry[]; free: ProvidedType[] }> {
  const { data: taken } = await api.listByProject({ projectIdOrKey: project.id });
  const free = typesWithoutDefault(project[types], taken);
  const kind = types === 'issueTypes' ? 'issue type' : 'request type';
  const [none, fewer] = [`Every ${kind} of the project has`, `The project has fewer than two ${kind}s without`];
  test.skip(free.length < least, least === 1 ? `${none} a default template already.` : `${fewer} a default template.`);
  return { taken, free };
}
