import type { defaultTemplatesEndpoints } from '../../contracts/default-templates/endpoints.js';
import type { Endpoints, WorldEntry } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { pairOf, typeOfEntry, withType } from '../state/tables.js';
import type { TypeKind } from '../state/tables.js';
import type { Call, CallOf, HandlersOf } from '../tracker/call.js';
import { clearTransitions, setTransitions } from './bulk-transitions.js';
import { create } from './create-entries.js';
import { renderEntry, selectEntries } from './entries.js';
import { locateBoth, locateProject, locateTemplate, projectsOf, requireInProjects } from './locate.js';

/** The handlers of the default-template API. */
export const defaultTemplatesHandlers: HandlersOf<typeof defaultTemplatesEndpoints> = {
  listByProject,
  listByProjectAndTemplate,
  listByTemplate,
  filterByTemplate,
  deleteByTemplate,
  deleteSelected,
  deleteByProject,
  deleteByProjectAndTemplate,
  deleteByProjectTemplateAndIssueType,
  deleteByProjectTemplateAndRequestType,
  deleteByTemplateAndIssueType,
  deleteByTemplateAndRequestType,
  create,
  setTransitions,
  clearTransitions,
};

/** `GET /project/{projectIdOrKey}` */
function listByProject(call: CallOf<Endpoints['listByProject']>): Answer {
  const place = locateProject(call);
  if ('emptyWith' in place) return json([], place.emptyWith);
  requireInProjects(call, 'read', [place.found]);
  return listed(call, call.state.tables.entries.where('project', place.found.id));
}

/** `GET /project/{projectIdOrKey}/template/{templateId}` */
function listByProjectAndTemplate(call: CallOf<Endpoints['listByProjectAndTemplate']>): Answer {
  const place = locateBoth(call);
  if ('emptyWith' in place) return json([], place.emptyWith);
  const { project, template } = place.found;
  requireInProjects(call, 'read', [project]);
  return listed(call, call.state.tables.entries.where('pair', pairOf(template.id, project.id)));
}

/** `GET /template/{templateId}` */
function listByTemplate(call: CallOf<Endpoints['listByTemplate']>): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return json([], place.emptyWith);
  return readable(call, call.state.tables.entries.where('template', place.found.id));
}

/** `GET /template/{templateId}` with a body */
function filterByTemplate(call: CallOf<Endpoints['filterByTemplate']>): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return json([], place.emptyWith);
  return readable(call, selectEntries(call.state, call.assumptions, place.found.id, call.body.defaults));
}

type ListCall = Pick<Call, 'state' | 'assumptions' | 'caller'>;

function readable(call: ListCall, entries: readonly WorldEntry[]): Answer {
  requireInProjects(call, 'read', projectsOf(call, entries));
  return listed(call, entries);
}

function listed({ assumptions }: ListCall, entries: readonly WorldEntry[]): Answer {
  return json(
    entries.map((entry) => renderEntry(entry, assumptions)),
    assumptions['DT-N01'].list,
  );
}

/** `DELETE /template/{templateId}` */
function deleteByTemplate(call: CallOf<Endpoints['deleteByTemplate']>): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  return remove(call, call.state.tables.entries.where('template', place.found.id));
}

/** The removal with a body, at the method and path of DT-N11 */
function deleteSelected(call: CallOf<Endpoints['deleteSelected']>): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  return remove(call, selectEntries(call.state, call.assumptions, place.found.id, call.body.defaults));
}

/** `DELETE /project/{projectIdOrKey}` */
function deleteByProject(call: CallOf<Endpoints['deleteByProject']>): Answer {
  const place = locateProject(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  requireInProjects(call, 'change', [place.found]);
  return remove(call, call.state.tables.entries.where('project', place.found.id));
}

/** `DELETE /project/{projectIdOrKey}/template/{templateId}` */
function deleteByProjectAndTemplate(call: CallOf<Endpoints['deleteByProjectAndTemplate']>): Answer {
  return removeFromPair(call, () => true);
}

/** `DELETE /project/{projectIdOrKey}/template/{templateId}/issuetype/{issueTypeId}` */
function deleteByProjectTemplateAndIssueType(call: CallOf<Endpoints['deleteByProjectTemplateAndIssueType']>): Answer {
  return removeFromPair(call, isOfType('issuetype', call.parameters.issueTypeId));
}

/** `DELETE /project/{projectIdOrKey}/template/{templateId}/requesttype/{requestTypeId}` */
function deleteByProjectTemplateAndRequestType(
  call: CallOf<Endpoints['deleteByProjectTemplateAndRequestType']>,
): Answer {
  return removeFromPair(call, isOfType('requesttype', call.parameters.requestTypeId));
}

/** `DELETE /template/{templateId}/issuetype/{issueTypeId}` */
function deleteByTemplateAndIssueType(call: CallOf<Endpoints['deleteByTemplateAndIssueType']>): Answer {
  return removeOfType(call, 'issuetype', call.parameters.issueTypeId);
}

/** `DELETE /template/{templateId}/requesttype/{requestTypeId}` */
function deleteByTemplateAndRequestType(call: CallOf<Endpoints['deleteByTemplateAndRequestType']>): Answer {
  return removeOfType(call, 'requesttype', call.parameters.requestTypeId);
}

type RemovalCall = Pick<Call, 'state' | 'assumptions' | 'caller'> & {
  readonly parameters: Readonly<Record<string, string>>;
};

function removeFromPair(call: RemovalCall, wanted: (entry: WorldEntry) => boolean): Answer {
  const place = locateBoth(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  const { project, template } = place.found;
  requireInProjects(call, 'change', [project]);
  return remove(call, call.state.tables.entries.where('pair', pairOf(template.id, project.id)).filter(wanted));
}

function removeOfType(call: RemovalCall, kind: TypeKind, typeId: string): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  const value = withType(place.found.id, kind, Number(typeId));
  return remove(call, call.state.tables.entries.where('templateAndType', value));
}

function isOfType(kind: TypeKind, typeId: string): (entry: WorldEntry) => boolean {
  return (entry) => typeOfEntry(entry).join('/') === `${kind}/${typeId}`;
}

function remove(call: RemovalCall, entries: readonly WorldEntry[]): Answer {
  requireInProjects(call, 'change', projectsOf(call, entries));
  const empty = call.assumptions['DT-N09'];
  if (entries.length === 0 && empty >= 400) throw new TrackerError(empty, 'No default template entry matches.');
  for (const entry of entries) call.state.tables.entries.delete(entry.id);
  return removed(entries, call, entries.length === 0 ? empty : call.assumptions['DT-N01'].delete);
}

function removed(entries: readonly WorldEntry[], { assumptions }: RemovalCall, status: number): Answer {
  const defaults = entries.map((entry) => renderEntry(entry, assumptions));
  return json({ removed: defaults.length, defaults }, status);
}
