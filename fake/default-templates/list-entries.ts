import type { Endpoints, WorldEntry } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { pairOf } from '../state/tables.js';
import type { Call, CallOf } from '../tracker/call.js';
import { renderEntry, selectEntries } from './entries.js';
import { locateBoth, locateProject, locateTemplate, projectsOf, requireInProjects } from './locate.js';

/** `GET /project/{projectIdOrKey}` */
export function listByProject(call: CallOf<Endpoints['listByProject']>): Answer {
  const place = locateProject(call);
  if ('emptyWith' in place) return json([], place.emptyWith);
  requireInProjects(call, 'read', [place.found]);
  return listed(call, call.state.tables.entries.where('project', place.found.id));
}

/** `GET /project/{projectIdOrKey}/template/{templateId}` */
export function listByProjectAndTemplate(call: CallOf<Endpoints['listByProjectAndTemplate']>): Answer {
  const place = locateBoth(call);
  if ('emptyWith' in place) return json([], place.emptyWith);
  const { project, template } = place.found;
  requireInProjects(call, 'read', [project]);
  return listed(call, call.state.tables.entries.where('pair', pairOf(template.id, project.id)));
}

/** `GET /template/{templateId}` */
export function listByTemplate(call: CallOf<Endpoints['listByTemplate']>): Answer {
  const place = locateTemplate(call);
  if ('emptyWith' in place) return json([], place.emptyWith);
  return readable(call, call.state.tables.entries.where('template', place.found.id));
}

/** `GET /template/{templateId}` with a body */
export function filterByTemplate(call: CallOf<Endpoints['filterByTemplate']>): Answer {
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
