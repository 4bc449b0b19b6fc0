import type { Entry } from '../../../contracts/index.js';
import type { ProvidedType } from '../../../fixtures/index.js';

/** The types of a project that no template is the default of, by the entries of the project. */
export function typesWithoutDefault(types: readonly ProvidedType[], entries: readonly Entry[]): ProvidedType[] {
  const taken = new Set(entries.flatMap(({ issueTypeId, requestTypeId }) => [Number(issueTypeId), requestTypeId]));
  return types.filter(({ id }) => !taken.has(id));
}
