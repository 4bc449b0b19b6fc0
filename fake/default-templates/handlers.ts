import type { DefaultsItem, WorldEntry } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { typeOfEntry } from '../state/tables.js';
import type { ProjectRow, TypeKind } from '../state/tables.js';
import type { Call, SomeHandlers } from '../tracker/call.js';
import { clearTransitions, setTransitions } from './bulk-transitions.js';
import { create } from './create-entries.js';
import { renderEntry, selectEntries } from './entries.js';
import { atPlace, locateProject, locateTemplate, projectsOf, requireInProjects } from './locate.js';
import type { PathCall, InPath } from './locate.js';

/** The handlers of the default-template API. A list and a removal of the same path are about the same entries. */
export const defaultTemplatesHandlers = {
  listByProject: (call) => list(call, inProject(call)),
  listByProjectAndTemplate: (call) => list(call, inPair(call)),
  listByTemplate: (call) => list(call, ofTemplate(call)),
  filterByTemplate: (call) => list(call, selected(call)),
  deleteByTemplate: (call) => remove(call, ofTemplate(call)),
  /** The removal with a body, at the method and path of DT-N11 */
  deleteSelected: (call) => remove(call, selected(call)),
  deleteByProject: (call) => remove(call, inProject(call)),
  deleteByProjectAndTemplate: (call) => remove(call, inPair(call)),
  deleteByProjectTemplateAndIssueType: (call) =>
    remove(call, inPair(call, isOfType('issuetype', call.parameters.issueTypeId))),
  deleteByProjectTemplateAndRequestType: (call) =>
    remove(call, inPair(call, isOfType('requesttype', call.parameters.requestTypeId))),
  deleteByTemplateAndIssueType: (call) =>
    remove(call, ofTemplate(call, isOfType('issuetype', call.parameters.issueTypeId))),
  deleteByTemplateAndRequestType: (call) =>
    remove(call, ofTemplate(call, isOfType('requesttype', call.parameters.requestTypeId))),
  create,
  setTransitions,
  clearTransitions,
} satisfies SomeHandlers;

/** The entries that a call is about, and the projects that they can be in. */
interface Selection {
  readonly entries: readonly WorldEntry[];
  readonly projects: readonly ProjectRow[];
}

type Wanted = (entry: WorldEntry) => boolean;

function isOfType(kind: TypeKind, typeId: string): Wanted {
  return (entry) => typeOfEntry(entry).join('/') === `${kind}/${typeId}`;
}

function inProject(call: PathCall): InPath<Selection> {
  return atPlace(locateProject(call), (project) => ({
    found: { entries: call.state.tables.entries.where('project', project.id), projects: [project] },
  }));
}

function inPair(call: PathCall, wanted: Wanted = () => true): InPath<Selection> {
  const [place, other] = [inProject(call), locateTemplate(call)];
  return atPlace(place, ({ entries, projects }) =>
    atPlace(other, ({ id }) => ({
      found: { entries: entries.filter((entry) => entry.templateId === id && wanted(entry)), projects },
    })),
  );
}

function ofTemplate(call: PathCall, wanted: Wanted = () => true): InPath<Selection> {
  return atPlace(locateTemplate(call), ({ id }) =>
    withProjects(call, call.state.tables.entries.where('template', id).filter(wanted)),
  );
}

function selected(
  call: PathCall & { readonly body: { readonly defaults: readonly DefaultsItem[] } },
): InPath<Selection> {
  return atPlace(locateTemplate(call), ({ id }) =>
    withProjects(call, selectEntries(call.state, call.assumptions, id, call.body.defaults)),
  );
}

function withProjects({ state }: PathCall, entries: readonly WorldEntry[]): InPath<Selection> {
  return { found: { entries, projects: projectsOf(state, entries) } };
}

type EntriesCall = Pick<Call, 'state' | 'assumptions' | 'caller'>;

function list(call: EntriesCall, place: InPath<Selection>): Answer {
  if ('emptyWith' in place) return json([], place.emptyWith);
  const { entries, projects } = place.found;
  const { assumptions } = call;
  requireInProjects(call, 'read', projects);
  return json(
    entries.map((entry) => renderEntry(entry, assumptions)),
    assumptions['DT-N01'].list,
  );
}

function remove(call: EntriesCall, place: InPath<Selection>): Answer {
  const { assumptions, state } = call;
  const removed = (entries: readonly WorldEntry[], status: number) =>
    json({ removed: entries.length, defaults: entries.map((entry) => renderEntry(entry, assumptions)) }, status);
  if ('emptyWith' in place) return removed([], place.emptyWith);
  const { entries, projects } = place.found;
  requireInProjects(call, 'change', projects);
  const empty = assumptions['DT-N09'];
  if (entries.length === 0 && empty >= 400) throw new TrackerError(empty, 'No default template entry matches.');
  for (const entry of entries) state.tables.entries.delete(entry.id);
  return removed(entries, entries.length === 0 ? empty : assumptions['DT-N01'].delete);
}
