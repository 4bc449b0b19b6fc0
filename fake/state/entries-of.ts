import type { WorldEntry } from '../../contracts/index.js';
import type { State } from './state.js';

/** The entries of a template, over all projects. */
export function entriesOfTemplate({ tables }: State, templateId: number): WorldEntry[] {
  return tables.entries.where('template', [templateId]);
}

/** The entries of a project, over all templates. */
export function entriesOfProject({ tables }: State, projectId: number): WorldEntry[] {
  return tables.entries.where('project', [projectId]);
}
