import type { Assumptions, DefaultsItem, Endpoints, WorldEntry } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import { entryKeyOf, typeOfEntry } from '../state/tables.js';
import type { ProjectRow, TypeKind } from '../state/tables.js';
import type { Call, CallOf } from '../tracker/call.js';
import { findProject } from '../tracker/rows.js';
import { projectNamedBy } from './entries.js';
import { locateTemplate, requireInProjects } from './locate.js';

interface ResolvedItem {
  readonly project: ProjectRow;
  readonly issueTypeIds: readonly number[];
  readonly requestTypeIds: readonly number[];
}

/** `POST /template/{templateId}` (document: Endpoints, rule 2) */
export function create(call: CallOf<Endpoints['create']>): Answer {
  const { state, assumptions } = call;
  const place = locateTemplate(call);
  if ('emptyWith' in place) return json({ defaults: [] }, place.emptyWith);
  const { items, problems } = resolve(state, assumptions, call.body.defaults);
  requireInProjects(call, 'change', new Set(items.map((item) => item.project)));
  if (assumptions['DT-N20'] === 'refused') requireNoRivals(state, place.found.id, items);
  if (problems.length > 0) throw new TrackerError(400, problems);
  const stored = items.flatMap((item) => typesOf(item).map((type) => assign(call, place.found.id, item.project, type)));
  const status = stored.every(Boolean) ? assumptions['DT-N01'].create : assumptions['DT-N05'].status;
  if (status >= 400) throw new TrackerError(status, 'The template is assigned to that project and type already.');
  return json({ defaults: items.filter(hasTypes).map(echo) }, status);
}

/** Refuses types that have another default template already (DT-N20). @throws TrackerError */
function requireNoRivals(state: State, templateId: number, items: readonly ResolvedItem[]): void {
  for (const item of items) {
    const taken = typesOf(item).filter((type) => rivalsOf(state, templateId, item.project, type).length > 0);
    if (taken.length === 0) continue;
    const ids = taken.map(([, id]) => id).join(', ');
    throw new TrackerError(409, `${ids} of project ${item.project.key} has another default template.`);
  }
}

type Type = readonly [kind: TypeKind, id: number];

function typesOf({ issueTypeIds, requestTypeIds }: ResolvedItem): Type[] {
  return [
    ...issueTypeIds.map((id): Type => ['issuetype', id]),
    ...requestTypeIds.map((id): Type => ['requesttype', id]),
  ];
}

function resolve(
  state: State,
  assumptions: Assumptions,
  defaults: readonly DefaultsItem[],
): { items: ResolvedItem[]; problems: string[] } {
  const items: ResolvedItem[] = [];
  const problems: string[] = [];
  if (defaults.length === 0) problems.push('defaults is empty.');
  defaults.forEach((item, index) => {
    const add = (problem: string) => void problems.push(`defaults[${index}]: ${problem}`);
    if ([item.issueTypeIds, item.requestTypeIds].some((list) => list?.length === 0)) add('a list of types is empty.');
    const name = projectNamedBy(item);
    const project = findProject(state, name);
    if (project !== undefined) items.push(resolveTypes({ state, assumptions }, project, item, add));
    else if (name === '') add('neither projectId nor projectKey is given.');
    else add(`no project could be found with id or key '${name}'.`);
  });
  return { items, problems };
}

function resolveTypes(
  { state, assumptions }: { readonly state: State; readonly assumptions: Assumptions },
  project: ProjectRow,
  { issueTypeIds = [], requestTypeIds = [] }: DefaultsItem,
  add: (problem: string) => void,
): ResolvedItem {
  if (issueTypeIds.length + requestTypeIds.length === 0) add('neither an issue type nor a request type is given.');
  const regular = project.type !== 'service_desk';
  if (regular && requestTypeIds.length > 0) {
    add(`project ${project.key} is no service desk and has no request types.`);
  }
  const onDesk = assumptions['DT-N16'];
  if (!regular && typeof onDesk === 'number' && issueTypeIds.length > 0) {
    throw new TrackerError(onDesk, `Project ${project.key} is a service desk, which takes no issue types.`);
  }
  return {
    project,
    issueTypeIds: [...new Set(regular || onDesk === 'accepted' ? issueTypeIds : [])].filter((id) => {
      const known = project.issueTypeIds.includes(id);
      if (!known) add(`project ${project.key} has no issue type ${id}.`);
      return known;
    }),
    requestTypeIds: [...new Set(regular ? [] : requestTypeIds)].filter((id) => {
      const known = state.tables.requestTypes.get(id)?.projectId === project.id;
      if (!known) add(`project ${project.key} has no request type ${id}.`);
      return known;
    }),
  };
}

/** Stores an entry; false if it already existed. Whether a second one is stored is DT-N05. */
function assign(
  { state, assumptions }: Pick<Call, 'state' | 'assumptions'>,
  templateId: number,
  project: ProjectRow,
  [kind, typeId]: Type,
): boolean {
  const { entries } = state.tables;
  const known = entries.any('place', entryKeyOf(templateId, project.id, kind, typeId));
  if (known && assumptions['DT-N05'].entries === 1) return false;
  if (assumptions['DT-N20'] === 'replaces the first') {
    for (const rival of rivalsOf(state, templateId, project, [kind, typeId])) entries.delete(rival.id);
  }
  const entry = { id: state.nextId('entry'), templateId, projectId: project.id, transitions: [] };
  entries.set(kind === 'issuetype' ? { ...entry, issueTypeId: typeId } : { ...entry, requestTypeId: typeId });
  return !known;
}

/** The entries of other templates for a type of a project (DT-N20). */
function rivalsOf({ tables }: State, templateId: number, { id }: ProjectRow, type: Type): readonly WorldEntry[] {
  return tables.entries
    .where('project', id)
    .filter((entry) => entry.templateId !== templateId && typeOfEntry(entry).join('/') === type.join('/'));
}

function hasTypes({ issueTypeIds, requestTypeIds }: ResolvedItem): boolean {
  return issueTypeIds.length + requestTypeIds.length > 0;
}

/** The answer of a creation for one item. It has the key of the project, even if the request has the id (DT-20). */
function echo({ project: { key: projectKey }, issueTypeIds, requestTypeIds }: ResolvedItem): Record<string, unknown> {
  if (requestTypeIds.length === 0) return { projectKey, issueTypeIds };
  return issueTypeIds.length === 0 ? { projectKey, requestTypeIds } : { projectKey, issueTypeIds, requestTypeIds };
}
