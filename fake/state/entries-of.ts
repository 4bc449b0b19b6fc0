import type { WorldEntry } from '../../contracts/index.js';
import type { TypeKind } from './entry-values.js';
import { pairOf, typeOfEntry } from './entry-values.js';
import type { State } from './state.js';

/** The entries of a template, over all projects. */
export function entriesOfTemplate({ tables }: State, templateId: number): WorldEntry[] {
  return tables.entries.where('template', templateId);
}

/** The entries of a project, over all templates. */
export function entriesOfProject({ tables }: State, projectId: number): WorldEntry[] {
  return tables.entries.where('project', projectId);
}

/** Whether there is an entry of a template in a project for a type. */
export function isStored(state: State, templateId: number, projectId: number, kind: TypeKind, typeId: number): boolean {
  return state.tables.entries.where('pair', pairOf(templateId, projectId)).some((entry) => {
    const [itsKind, itsTypeId] = typeOfEntry(entry);
    return itsKind === kind && itsTypeId === typeId;
  });
}
