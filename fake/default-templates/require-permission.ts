import type { Call } from '../server/call.js';
import { TrackerError } from '../server/tracker-error.js';
import type { ProjectRow } from '../state/state.js';
import { holds, holdsGlobally } from '../tracker/permissions.js';

type CallerOf = Pick<Call, 'state' | 'assumptions' | 'caller'>;

/**
 * Refuses a call whose caller lacks what reading or changing entries needs in one of these projects (DT-N07).
 *
 * @throws TrackerError
 */
export function requireInProjects(call: CallerOf, action: 'read' | 'change', projects: Iterable<ProjectRow>): void {
  const { [action]: permission, refusal } = call.assumptions['DT-N07'];
  if (permission === null) return;
  for (const project of projects) {
    if (!holds(call.state, call.caller, permission, project)) {
      throw new TrackerError(refusal, `You need the permission ${permission} in project ${project.key} for this.`);
    }
  }
}

/** The projects that a set of rows belongs to, each once. */
export function projectsOf(call: CallerOf, rows: readonly { readonly projectId: number }[]): ProjectRow[] {
  const ids = new Set(rows.map((row) => row.projectId));
  return [...ids].flatMap((id) => call.state.tables.projects.get(id) ?? []);
}

/**
 * Refuses a bulk call whose caller lacks what it needs, in the tracker or in every project in scope (DT-N07).
 *
 * @throws TrackerError
 */
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
