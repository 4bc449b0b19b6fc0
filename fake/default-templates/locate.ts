import type { WorldTemplate } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';
import type { Call } from '../tracker/call.js';
import { holds, holdsGlobally } from '../tracker/permissions.js';
import { readId } from '../tracker/read-values.js';
import { findProject, projectOf } from '../tracker/rows.js';

/** The objects in the path of a call, or the status of an empty answer if one does not exist. */
export type InPath<Found> = { readonly found: Found } | { readonly emptyWith: number };

export type PathCall = Pick<Call, 'state' | 'assumptions'> & { readonly parameters: Readonly<Record<string, string>> };

/** The project in the path. @throws TrackerError if an unknown project is refused (DT-N02) */
export function locateProject(call: PathCall): InPath<ProjectRow> {
  const idOrKey = call.parameters['projectIdOrKey'] ?? '';
  return known(
    findProject(call.state, idOrKey),
    call.assumptions['DT-N02'],
    `No project could be found with id or key '${idOrKey}'.`,
  );
}

/** The template in the path. @throws TrackerError if an unknown template is refused (DT-N03) */
export function locateTemplate(call: PathCall): InPath<WorldTemplate> {
  const text = call.parameters['templateId'] ?? '';
  const template = call.state.tables.templates.get(readId(text) ?? 0);
  return known(template, call.assumptions['DT-N03'], `No template could be found with id '${text}'.`);
}

export function atPlace<Found, Result>(place: InPath<Found>, then: (found: Found) => InPath<Result>): InPath<Result> {
  return 'emptyWith' in place ? place : then(place.found);
}

function known<Found>(found: Found | undefined, status: number, message: string): InPath<Found> {
  if (found !== undefined) return { found };
  if (status >= 400) throw new TrackerError(status, message);
  return { emptyWith: status };
}

type CallerOf = Pick<Call, 'state' | 'assumptions' | 'caller'>;

/** @throws TrackerError for a caller without the permission in one of these projects (DT-N07) */
export function requireInProjects(call: CallerOf, action: 'read' | 'change', projects: Iterable<ProjectRow>): void {
  const { [action]: permission, refusal } = call.assumptions['DT-N07'];
  if (permission === null) return;
  for (const project of projects) {
    if (!holds(call.state, call.caller, permission, project)) {
      throw new TrackerError(refusal, `You need the permission ${permission} in project ${project.key} for this.`);
    }
  }
}

export function projectsOf(state: State, rows: readonly { readonly projectId: number }[]): ProjectRow[] {
  return [...new Set(rows.map((row) => projectOf(state, row)))];
}

/** @throws TrackerError if the caller lacks the permission, in the tracker or in every project in scope (DT-N07) */
export function requireForBulk(call: CallerOf, scope: readonly ProjectRow[]): void {
  const { bulk, refusal } = call.assumptions['DT-N07'];
  if (bulk === null) return;
  const { state, caller } = call;
  const held =
    bulk === 'ADMINISTER' || bulk === 'SYSTEM_ADMIN'
      ? holdsGlobally(state, caller, bulk)
      : scope.every((project) => holds(state, caller, bulk, project));
  if (!held) throw new TrackerError(refusal, `You need the permission ${bulk} for this.`);
}
