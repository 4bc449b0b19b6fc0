import type { Endpoints, WorldEntry } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { pairOf, typeOfEntry, withType } from '../state/tables.js';
import type { TypeKind } from '../state/tables.js';
import type { Call, CallOf } from '../tracker/call.js';
import { renderEntry, selectEntries } from './entries.js';
import { locateBoth, locateProject, locateTemplate, projectsOf, requireInProjects } from './locate.js';

/** `DELETE /template/{templateId}` */
export function deleteByTemplate(call: CallOf<Endpoints['deleteByTemplate']>): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  return remove(call, call.state.tables.entries.where('template', place.found.id));
}

/** The removal with a body, at the method and path of DT-N11 */
export function deleteSelected(call: CallOf<Endpoints['deleteSelected']>): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  return remove(call, selectEntries(call.state, call.assumptions, place.found.id, call.body.defaults));
}

/** `DELETE /project/{projectIdOrKey}` */
export function deleteByProject(call: CallOf<Endpoints['deleteByProject']>): Answer {
  const place = locateProject(call);
  if ('emptyWith' in place) return removed([], call, place.emptyWith);
  requireInProjects(call, 'change', [place.found]);
  return remove(call, call.state.tables.entries.where('project', place.found.id));
}

/** `DELETE /project/{projectIdOrKey}/template/{templateId}` */
export function deleteByProjectAndTemplate(call: CallOf<Endpoints['deleteByProjectAndTemplate']>): Answer {
  return removeFromPair(call, () => true);
}

/** `DELETE /project/{projectIdOrKey}/template/{templateId}/issuetype/{issueTypeId}` */
export function deleteByProjectTemplateAndIssueType(
  call: CallOf<Endpoints['deleteByProjectTemplateAndIssueType']>,
): Answer {
  return removeFromPair(call, isOfType('issuetype', call.parameters.issueTypeId));
}

/** `DELETE /project/{projectIdOrKey}/template/{templateId}/requesttype/{requestTypeId}` */
export function deleteByProjectTemplateAndRequestType(
  call: CallOf<Endpoints['deleteByProjectTemplateAndRequestType']>,
): Answer {
  return removeFromPair(call, isOfType('requesttype', call.parameters.requestTypeId));
}

/** `DELETE /template/{templateId}/issuetype/{issueTypeId}` */
export function deleteByTemplateAndIssueType(call: CallOf<Endpoints['deleteByTemplateAndIssueType']>): Answer {
  return removeOfType(call, 'issuetype', call.parameters.issueTypeId);
}

/** `DELETE /template/{templateId}/requesttype/{requestTypeId}` */
export function deleteByTemplateAndRequestType(call: CallOf<Endpoints['deleteByTemplateAndRequestType']>): Answer {
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
