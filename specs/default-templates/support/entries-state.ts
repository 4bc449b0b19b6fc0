import type {
  DefaultsRequest,
  ExpectedEntry,
  ProvidedProject,
  ProvidedTemplate,
  TestFixtures,
} from '../../../fixtures/index.js';
import { assigned } from './entries.js';

export type Project = 'regular' | 'desk' | 'further';

export type Template = 'template' | 'other';

export type Kind = 'issueType' | 'requestType';

export type EntriesData = Readonly<Record<Project, ProvidedProject> & Record<Template, ProvidedTemplate>>;

export interface Type {
  readonly kind: Kind;
  readonly id: number;
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
  readonly api: TestFixtures['defaultTemplates'];
  readonly data: EntriesData;
  entries: Assigned[];
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

export function typesOf(project: ProvidedProject, issueTypes: number, requestTypes: number): Type[] {
  return [
    ...project.issueTypes.slice(0, issueTypes).map(({ id }) => ({ kind: 'issueType' as const, id })),
    ...project.requestTypes.slice(0, requestTypes).map(({ id }) => ({ kind: 'requestType' as const, id })),
  ];
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

export function bodyOf({ data }: State, items: readonly Item[], by: string): DefaultsRequest {
  const defaults = items.map(({ project, types }, index) => ({
    ...(by === 'id' || (by !== 'key' && index % 2 === 0)
      ? { projectId: data[project].id }
      : { projectKey: data[project].key }),
    ...listsOf(types),
  }));
  return { defaults };
}

export function listsOf(types: readonly Type[]): { issueTypeIds?: number[]; requestTypeIds?: number[] } {
  const ids = (wanted: Kind) => types.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [issueTypeIds, requestTypeIds] = [ids('issueType'), ids('requestType')];
  return { ...(issueTypeIds.length > 0 && { issueTypeIds }), ...(requestTypeIds.length > 0 && { requestTypeIds }) };
}

/** Entries of the model as they are to be read. */
export function written({ data }: State, entries: readonly Assigned[]) {
  const all = entries.map(({ project, template, kind, id, hasScreen }): ExpectedEntry => ({
    projectId: data[project].id,
    templateId: data[template].id,
    ...(kind === 'issueType' ? { issueTypeId: String(id) } : { requestTypeId: id }),
    serviceDesk: kind === 'requestType',
    ...(hasScreen && { transitions: ['a screen'] }),
  }));
  return assigned(all);
}

export const isIn = (items: readonly Item[]) => (entry: Type & Pick<Assigned, 'project'>) =>
  items.some(({ project, types }) => project === entry.project && types.some((type) => isOf(type)(entry)));

/** Whether an entry is of a type: projects may have a type in common. */
export const isOf =
  ({ kind, id }: Type) =>
  (entry: Type) =>
    entry.kind === kind && entry.id === id;

/** Removes the defaults of the types: what a second one does is open (DT-N05, DT-N20). */
export async function free(state: State, items: readonly Item[]): Promise<void> {
  const taken = state.entries.filter(isIn(items));
  const pairs = new Map(taken.map(({ project, template }) => [`${project} ${template}`, { project, template }]));
  for (const { project, template } of pairs.values()) {
    state.entries = state.entries.filter((entry) => entry.project !== project || entry.template !== template);
    const [{ id: projectIdOrKey }, { id: templateId }] = [state.data[project], state.data[template]];
    await state.api.deleteByProjectAndTemplate({ projectIdOrKey, templateId });
  }
}

/** Makes a template the default of one of the types at least: a removal that matches nothing is open (DT-N09). */
export async function ensure(state: State, template: Template, items: readonly Item[]): Promise<void> {
  if (state.entries.some((entry) => entry.template === template && isIn(items)(entry))) return;
  await free(state, items);
  add(state, template, items);
  await state.api.create({ templateId: state.data[template].id, body: bodyOf(state, items, 'id') });
}

export async function storeBeside(state: State, template: Template, items: readonly Item[]): Promise<void> {
  const others = [...new Set(items.map(({ project }) => project))].map((project) => {
    return { project, types: state.types[project].filter((type) => !isIn(items)({ ...type, project })) };
  });
  await complete(state, template, others);
  const within = others.flatMap(({ project, types }) => (types.length === 0 ? [] : [project]));
  if (within.length === 0) return;
  state.entries = state.entries.map((entry) =>
    within.includes(entry.project) ? { ...entry, hasScreen: true } : entry,
  );
  const body = { includeProjectKeys: within.map((project) => state.data[project].key) };
  await state.api.setTransitions({ transitionId: 1, body });
}

export async function complete(state: State, template: Template, items: readonly Item[]): Promise<void> {
  for (const { project, types } of items) {
    const missing = types.filter(
      (type) => !state.entries.some((entry) => entry.project === project && isOf(type)(entry)),
    );
    if (missing.length > 0) await ensure(state, template, [{ project, types: missing }]);
  }
}

export function add(state: State, template: Template, items: readonly Item[]): void {
  const added = items.flatMap(({ project, types }) =>
    types.map((type) => ({ ...type, project, template, hasScreen: false })),
  );
  state.entries = [...state.entries, ...added];
}

export function spelled({ data }: State, project: Project, by: (typeof spellings)[number]): number | string {
  return data[project][by];
}
