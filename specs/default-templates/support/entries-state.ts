import { apply, call, name } from '../../support/sequences/code.js';
import type { Code, Scope } from '../../support/sequences/code.js';
import type { Line } from '../../support/sequences/sequence-model.js';

export type Project = 'regular' | 'desk' | 'further';

type Template = 'template' | 'other';

export type Kind = 'issueType' | 'requestType';

interface Type {
  readonly kind: Kind;
  /** The code of its id. */
  readonly id: string;
  /** Its id: projects may have a type in common. */
  readonly value: unknown;
}

export interface Assigned extends Type {
  readonly project: Project;
  readonly template: Template;
  readonly hasScreen: boolean;
}

interface Item {
  readonly project: Project;
  readonly types: readonly Type[];
}

export interface State {
  entries: Assigned[];
  /** How many lines gave a name. */
  named: number;
  /** How often all was compared. */
  compared: number;
  readonly types: Readonly<Record<Project, readonly Type[]>>;
}

export const templates = ['template', 'other'] as const;

export const projects = ['regular', 'desk', 'further'] as const;

export const spellings = ['id', 'key'] as const;

/** The projects of a call, and whether each has an item of its own for each type. */
const places = {
  'the regular project': { projects: ['regular'], isSplit: false },
  'the service desk': { projects: ['desk'], isSplit: false },
  both: { projects: ['regular', 'desk'], isSplit: false },
  'both, each in several items': { projects: ['desk', 'regular'], isSplit: true },
} as const;

type Place = keyof typeof places;

const everyPlace = Object.keys(places) as Place[];

export const itemParameters = {
  template: templates,
  place: everyPlace,
  by: ['id', 'key', 'id and key in turn'],
  types: ['all', 'the first', 'the last'],
} as const;

export function typesOf(scope: Scope, project: Project, issueTypes: number, requestTypes: number): Type[] {
  const of = (kind: Kind, count: number) =>
    Array.from({ length: count }, (_, index) => typeAt(scope, `${project}.${kind}s[${index}].id`, kind));
  return [...of('issueType', issueTypes), ...of('requestType', requestTypes)];
}

export function typeAt(scope: Scope, id: string, kind: Kind): Type {
  return { kind, id, value: name(id).in(scope) };
}

export function itemsOf(
  { types: all }: State,
  { place, types }: { readonly place: Place; readonly types: string },
): Item[] {
  const { projects: named, isSplit } = places[place];
  return named.flatMap((project) => {
    const some = all[project];
    const chosen = types === 'all' ? some : some.slice(types === 'the first' ? 0 : -1).slice(0, 1);
    return isSplit ? chosen.map((type) => ({ project, types: [type] })) : [{ project, types: chosen }];
  });
}

/** The body of the items in the shape of the document. */
export function bodyOf(items: readonly Item[], by: string): Code {
  const defaults = items.map(({ project, types }, index) => ({
    ...(by === 'id' || (by !== 'key' && index % 2 === 0)
      ? { projectId: name(`${project}.id`) }
      : { projectKey: name(`${project}.key`) }),
    ...listsOf(types),
  }));
  return { defaults };
}

export function listsOf(types: readonly Type[]): Readonly<Record<string, Code>> {
  const ids = (wanted: Kind) => types.filter(({ kind }) => kind === wanted).map(({ id }) => name(id));
  const [issueTypeIds, requestTypeIds] = [ids('issueType'), ids('requestType')];
  return { ...(issueTypeIds.length > 0 && { issueTypeIds }), ...(requestTypeIds.length > 0 && { requestTypeIds }) };
}

export function written(entries: readonly Assigned[]): Code {
  const all = entries.map(({ project, template, kind, id, hasScreen }) => ({
    projectId: name(`${project}.id`),
    templateId: name(`${template}.id`),
    ...(kind === 'issueType' ? { issueTypeId: apply('String', name(id)) } : { requestTypeId: name(id) }),
    serviceDesk: kind === 'requestType',
    ...(hasScreen && { transitions: ['a screen'] }),
  }));
  return apply('assigned', all);
}

export const isIn = (items: readonly Item[]) => (entry: Type & Pick<Assigned, 'project'>) =>
  items.some(({ project, types }) => project === entry.project && types.some((type) => isOf(type)(entry)));

export const isOf =
  ({ kind, value }: Type) =>
  (entry: Type) =>
    entry.kind === kind && entry.value === value;

/** The lines after which none of the types has a default: what a second one does is open (DT-N05, DT-N20). */
export function free(state: State, items: readonly Item[]): Line[] {
  const taken = state.entries.filter(isIn(items));
  const pairs = new Map(taken.map(({ project, template }) => [`${project} ${template}`, { project, template }]));
  return [...pairs.values()].map(({ project, template }) => {
    state.entries = state.entries.filter((entry) => entry.project !== project || entry.template !== template);
    const given = { projectIdOrKey: name(`${project}.id`), templateId: name(`${template}.id`) };
    return { code: call('defaultTemplates.deleteByProjectAndTemplate', given) };
  });
}

/** The lines after which a template is the default of the types: a removal that matches nothing is open (DT-N09). */
export function ensure(state: State, template: Template, items: readonly Item[]): Line[] {
  if (state.entries.some((entry) => entry.template === template && isIn(items)(entry))) return [];
  const lines = free(state, items);
  add(state, template, items);
  const body = bodyOf(items, 'id');
  return [...lines, { code: call('defaultTemplates.create', { templateId: name(`${template}.id`), body }) }];
}

/** The lines after which other types of the projects have stored screens. */
export function storeBeside(state: State, template: Template, items: readonly Item[]): Line[] {
  const others = [...new Set(items.map(({ project }) => project))].map((project) => {
    return { project, types: state.types[project].filter((type) => !isIn(items)({ ...type, project })) };
  });
  const lines = complete(state, template, others);
  const within = others.flatMap(({ project, types }) => (types.length === 0 ? [] : [project]));
  if (within.length === 0) return lines;
  state.entries = state.entries.map((entry) =>
    within.includes(entry.project) ? { ...entry, hasScreen: true } : entry,
  );
  const body = { includeProjectKeys: within.map((project) => name(`${project}.key`)) };
  return [...lines, { code: call('defaultTemplates.setTransitions', { transitionId: 1, body }) }];
}

/** The lines after which each of the types has a default. */
export function complete(state: State, template: Template, items: readonly Item[]): Line[] {
  const missing = items.map(({ project, types }) => {
    const isMissing = (type: Type) => !state.entries.some((entry) => entry.project === project && isOf(type)(entry));
    return { project, types: types.filter(isMissing) };
  });
  return missing.flatMap((item) => (item.types.length === 0 ? [] : ensure(state, template, [item])));
}

export function add(state: State, template: Template, items: readonly Item[]): void {
  const added = items.flatMap(({ project, types }) =>
    types.map((type) => ({ ...type, project, template, hasScreen: false })),
  );
  state.entries = [...state.entries, ...added];
}

export function given(state: State, code: Code): Line & { readonly gives: string } {
  state.named += 1;
  return { gives: `answer${state.named}`, code };
}

export function spelled(project: Project, by: string): Code {
  return name(`${project}.${by}`);
}
