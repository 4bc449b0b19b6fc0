import type { Assumptions, DefaultsItem, Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import type { CallOf } from '../server/handler.js';
import { TrackerError } from '../server/tracker-error.js';
import type { ProjectRow, State, TypeKind } from '../state/state.js';
import { findProject } from '../tracker/projects/find-project.js';
import { locateTemplate } from './locate.js';
import { requireInProjects } from './require-permission.js';
import { projectOf } from './select-entries.js';

/** Why an item of a creation can't be carried out, as DT-N04 names it. */
type FaultKind = Exclude<keyof Assumptions['DT-N04'], 'rest'>;

interface Fault {
  readonly kind: FaultKind;
  readonly message: string;
}

/** One item of a creation with its project found and the types that can be assigned there. */
interface ResolvedItem {
  readonly project: ProjectRow;
  readonly types: readonly (readonly [kind: TypeKind, typeId: number])[];
}

/** `POST /template/{templateId}` (document: Endpoints, rule 2) */
export function create(call: CallOf<Endpoints['create']>): Answer {
  const { state, assumptions } = call;
  const place = locateTemplate(call);
  if ('emptyWith' in place) return json({ defaults: [] }, place.emptyWith);
  const { items, faults } = resolve(state, call.body.defaults);
  requireInProjects(call, 'change', new Set(items.map((item) => item.project)));
  const refusal = refusalOf(faults, assumptions);
  if (refusal !== undefined && assumptions['DT-N04'].rest === 'not created') throw refusal;
  const again = items.flatMap((item) =>
    item.types.filter((type) => !assign(state, assumptions, place.found.id, item.project, type)),
  );
  if (refusal !== undefined) return { status: refusal.status, json: refusal.body };
  const status = again.length > 0 ? assumptions['DT-N05'].status : assumptions['DT-N01'].create;
  if (status >= 400) throw new TrackerError(status, 'The template is assigned to that project and type already.');
  return json({ defaults: items.filter((item) => item.types.length > 0).map(echo) }, status);
}

function resolve(state: State, defaults: readonly DefaultsItem[]): { items: ResolvedItem[]; faults: Fault[] } {
  const faults: Fault[] = [];
  if (defaults.length === 0) faults.push({ kind: 'noProject', message: 'defaults is empty.' });
  const items = defaults.flatMap((item, index) => {
    const add = (kind: FaultKind, message: string) =>
      void faults.push({ kind, message: `defaults[${index}]: ${message}` });
    const name = projectOf(item);
    const project = findProject(state, name);
    if (name === '') add('noProject', 'neither projectId nor projectKey is given.');
    else if (project === undefined) add('unknownProject', `no project could be found with id or key '${name}'.`);
    return project === undefined ? [] : [{ project, types: typesOf(state, project, item, add) }];
  });
  return { items, faults };
}

function typesOf(
  state: State,
  project: ProjectRow,
  { issueTypeIds = [], requestTypeIds = [] }: DefaultsItem,
  add: (kind: FaultKind, message: string) => void,
): ResolvedItem['types'] {
  if (issueTypeIds.length + requestTypeIds.length === 0)
    add('noType', 'neither an issue type nor a request type is given.');
  const regular = project.type !== 'service_desk';
  if (regular && requestTypeIds.length > 0) {
    add('requestTypeInRegularProject', `project ${project.key} is no service desk and has no request types.`);
  }
  const issueTypes = issueTypeIds.filter((id) => {
    const known = project.issueTypeIds.includes(id);
    if (!known) add('typeNotInProject', `project ${project.key} has no issue type ${id}.`);
    return known;
  });
  const requestTypes = (regular ? [] : requestTypeIds).filter((id) => {
    const known = state.tables.requestTypes.get(id)?.projectId === project.id;
    if (!known) add('typeNotInProject', `project ${project.key} has no request type ${id}.`);
    return known;
  });
  return [
    ...issueTypes.map((id) => ['issuetype', id] as const),
    ...requestTypes.map((id) => ['requesttype', id] as const),
  ];
}

function refusalOf(faults: readonly Fault[], assumptions: Assumptions): TrackerError | undefined {
  const refused = faults.filter(({ kind }) => assumptions['DT-N04'][kind] !== 'passed over');
  const [first] = refused;
  if (first === undefined) return undefined;
  const status = assumptions['DT-N04'][first.kind] as number;
  return new TrackerError(
    status,
    refused.map(({ message }) => message),
  );
}

/** Stores an entry; false where there was one already. Whether a second is stored is DT-N05. */
function assign(
  state: State,
  assumptions: Assumptions,
  templateId: number,
  project: ProjectRow,
  [kind, typeId]: readonly [TypeKind, number],
): boolean {
  const { entries } = state.tables;
  const known = entries.any('template', [templateId, project.id, kind, typeId]);
  if (known && assumptions['DT-N05'].entries === 1) return false;
  const type = kind === 'issuetype' ? { issueTypeId: typeId } : { requestTypeId: typeId };
  entries.set({ id: state.nextId('entry'), templateId, projectId: project.id, transitions: [], ...type });
  return !known;
}

/** What a creation answers for one item: the project by its key, whatever the request named it by (DT-20). */
function echo({ project, types }: ResolvedItem): Record<string, unknown> {
  const idsOf = (kind: TypeKind) => types.filter((type) => type[0] === kind).map((type) => type[1]);
  const issueTypeIds = idsOf('issuetype');
  const requestTypeIds = idsOf('requesttype');
  return {
    projectKey: project.key,
    ...(issueTypeIds.length > 0 && { issueTypeIds }),
    ...(requestTypeIds.length > 0 && { requestTypeIds }),
  };
}
