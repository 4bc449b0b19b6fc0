import type {
  DefaultsRequest,
  DocumentedRuleId,
  Entry,
  ProvidedProject,
  ProvidedTemplate,
  TestFixtures,
} from '../../../fixtures/index.js';
import type { EndpointName } from '../../support/sequences/deal-calls.js';
import { EarlierDifference, same } from '../../support/sequences/sequence-model.js';
import { at, inOrder } from '../../support/values.js';
import { assigned, unwantedScreens } from './entries.js';
import type { Assigned } from './entries.js';
import { CREATE } from './stored-screens.js';

export const templates = ['template', 'other'] as const;

export const projects = ['regular', 'desk', 'further'] as const;

export type Project = (typeof projects)[number];

export type Template = (typeof templates)[number];

export type EntriesData = Readonly<Record<Project, ProvidedProject> & Record<Template, ProvidedTemplate>>;

/** A type of a project, as its entry has it. It has one entry or none. */
export type Type = Pick<Entry, 'projectId' | 'serviceDesk' | 'issueTypeId' | 'requestTypeId'>;

/** The entries of some templates and types. */
export interface EntriesState {
  readonly api: TestFixtures['defaultTemplates'];
  readonly data: EntriesData;
  readonly types: readonly Type[];
  /** Whether the calls that a call under test needs before it are compared too. */
  readonly isCareful: boolean;
  entries: readonly Assigned[];
  compared: number;
}

/** Whether types are the same: projects may have one in common. */
export const isOf = (type: Type) => (other: Type) =>
  other.issueTypeId === type.issueTypeId && other.requestTypeId === type.requestTypeId;

export const isIn = (types: readonly Type[]) => (entry: Type) =>
  types.some((type) => type.projectId === entry.projectId && isOf(type)(entry));

/** The projects of types or entries, in their order. */
export function projectsOf({ data }: EntriesState, types: readonly Type[]): ProvidedProject[] {
  const ids = new Set(types.map(({ projectId }) => projectId));
  return [...ids].map((id) =>
    at(
      projects.map((project) => data[project]).filter((one) => one.id === id),
      0,
    ),
  );
}

/** @param isSplit whether each type has an item of its own, or each project */
export function bodyOf(state: EntriesState, types: readonly Type[], by: string, isSplit = false): DefaultsRequest {
  const ofProject = ({ id }: ProvidedProject) => types.filter(({ projectId }) => projectId === id);
  const items = isSplit ? types.map((type) => [type]) : projectsOf(state, types).map(ofProject);
  const defaults = items.map((item, index) => {
    const { id, key } = at(projectsOf(state, item), 0);
    const isById = by === 'id' || (by !== 'key' && index % 2 === 0);
    const issueTypeIds = item.flatMap(({ issueTypeId = [] }) => issueTypeId).map(Number);
    const requestTypeIds = item.flatMap(({ requestTypeId = [] }) => requestTypeId);
    return {
      ...(isById ? { projectId: id } : { projectKey: key }),
      ...(issueTypeIds.length > 0 && { issueTypeIds }),
      ...(requestTypeIds.length > 0 && { requestTypeIds }),
    };
  });
  return { defaults };
}

export function written({ entries }: EntriesState, isMeant: (entry: Assigned) => boolean): Assigned[] {
  return inOrder(entries.filter(isMeant));
}

export function add(state: EntriesState, template: Template, types: readonly Type[]): void {
  const { id: templateId } = state.data[template];
  state.entries = [...state.entries, ...types.map((type) => ({ ...type, templateId, hasScreen: false }))];
}

export function setScreens(state: EntriesState, within: readonly ProvidedProject[], hasScreen: boolean): void {
  const isWithin = ({ projectId }: Assigned) => within.some(({ id }) => id === projectId);
  state.entries = state.entries.map((entry) => (isWithin(entry) ? { ...entry, hasScreen } : entry));
}

/** Removes the defaults of the types: what a second one does is open (DT-N05, DT-N20). */
export async function free(state: EntriesState, types: readonly Type[]): Promise<void> {
  for (let taken; (taken = state.entries.find(isIn(types))) !== undefined;) {
    const { projectId, templateId } = taken;
    state.entries = state.entries.filter((entry) => entry.projectId !== projectId || entry.templateId !== templateId);
    await state.api.deleteByProjectAndTemplate({ projectIdOrKey: projectId, templateId });
    await expectDone(state, 'deleteByProjectAndTemplate', 'DT-24');
  }
}

/** Makes a template the default of one of the types at least: a removal that matches nothing is open (DT-N09). */
export async function ensure(state: EntriesState, template: Template, types: readonly Type[]): Promise<void> {
  const { id: templateId } = state.data[template];
  if (state.entries.some((entry) => entry.templateId === templateId && isIn(types)(entry))) return;
  await free(state, types);
  add(state, template, types);
  await state.api.create({ templateId, body: bodyOf(state, types, 'id') });
  await expectDone(state, 'create', 'DT-17');
}

/** Makes a template the default of those of the types that have none. */
export async function complete(state: EntriesState, template: Template, types: readonly Type[]): Promise<void> {
  const missing = types.filter((type) => !state.entries.some(isIn([type])));
  if (missing.length > 0) await ensure(state, template, missing);
}

/** Gives a screen to all entries of the projects of types. */
export async function storeIn(state: EntriesState, types: readonly Type[]): Promise<void> {
  const within = projectsOf(state, types);
  setScreens(state, within, true);
  const body = { includeProjectKeys: within.map(({ key }) => key) };
  await state.api.setTransitions({ transitionId: CREATE, body });
  await expectDone(state, 'setTransitions', 'DT-31');
}

/** Compares what a call did that is not under test, in a careful replay. @throws EarlierDifference */
async function expectDone(state: EntriesState, endpoint: EndpointName, rule: DocumentedRuleId): Promise<void> {
  if (!state.isCareful) return;
  for (const { id } of projects.map((project) => state.data[project])) {
    const seen = assigned((await state.api.listByProject({ projectIdOrKey: id })).data);
    const expected = written(state, ({ projectId }) => projectId === id);
    const screens = same('DT-08', () => unwantedScreens(seen, expected), []);
    for (const check of [...(endpoint === 'create' ? [screens] : []), same(rule, () => seen, expected)]) {
      try {
        await check.holds();
      } catch (error) {
        throw new EarlierDifference(endpoint, check.rule, error);
      }
    }
  }
}
