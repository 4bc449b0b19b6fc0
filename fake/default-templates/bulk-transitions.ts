import type { BulkTransitionRequest, Endpoints, WorldEntry } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { workflowOf } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';
import type { Call, CallOf } from '../tracker/call.js';
import { readId } from '../tracker/read-values.js';
import { requireForBulk } from './locate.js';

type StoredTransitions = WorldEntry['transitions'];

type Plan = { readonly store: StoredTransitions } | { readonly error: string };

type BulkCall = Pick<Call, 'state' | 'assumptions' | 'caller'> & { readonly body: BulkTransitionRequest };

/** `POST /transition/{transitionId}` (document: Endpoints, rule 4) */
export function setTransitions(call: CallOf<Endpoints['setTransitions']>): Answer {
  return bulk(call, (project) => planScreen(call, project, call.parameters.transitionId));
}

/** `DELETE /transition` (document: Endpoints, rule 5) */
export function clearTransitions(call: CallOf<Endpoints['clearTransitions']>): Answer {
  return bulk(call, () => ({ store: [] }));
}

function bulk(call: BulkCall, planOf: (project: ProjectRow) => Plan): Answer {
  const { entries } = call.state.tables;
  const { projects, errors } = scopeOf(call);
  requireForBulk(call, projects);
  const updatedProjects: string[] = [];
  const skippedProjects: string[] = [];
  let updatedDefaultTemplates = 0;
  for (const project of projects) {
    const rows = call.state.tables.entries.where('project', project.id);
    if (rows.length === 0) {
      skippedProjects.push(project.key);
      continue;
    }
    const plan = planOf(project);
    if ('error' in plan) {
      errors.push(plan.error);
    } else {
      for (const row of rows) entries.set({ ...row, transitions: plan.store });
      updatedDefaultTemplates += rows.length;
      updatedProjects.push(project.key);
    }
  }
  return json(
    { updatedDefaultTemplates, updatedProjects, skippedProjects, errorMessages: errors },
    call.assumptions['DT-N01'].transitions,
  );
}

/** The projects of a bulk call (document: Bulk transition request), and the messages for unknown keys. */
function scopeOf({ state, body }: BulkCall): { projects: readonly ProjectRow[]; errors: string[] } {
  const { projects } = state.tables;
  const included = body.includeProjectKeys ?? [];
  const ignored = new Set(body.ignoreProjectKeys ?? []);
  const unknown = [...new Set([...included, ...ignored])].filter((key) => !projects.any('key', key));
  const candidates =
    included.length === 0 ? projects.all() : [...new Set(included)].flatMap((key) => projects.first('key', key) ?? []);
  return {
    projects: candidates.filter((project) => !ignored.has(project.key)),
    errors: unknown.map((key) => `No project could be found with key '${key}'.`),
  };
}

/** The effect of a transition screen on the entries of a project. */
function planScreen({ state }: BulkCall, project: ProjectRow, transitionId: string): Plan {
  const { initial, transitions } = workflowOf(state, project);
  const wanted = readId(transitionId);
  const named = [initial, ...transitions].find((candidate) => candidate.id === wanted);
  if (named === undefined) return { error: `${project.key}: the workflow has no transition ${transitionId}.` };
  const { id, name, screenId } = named;
  if (screenId === null) return { error: `${project.key}: the transition ${name} has no screen.` };
  return { store: [{ transitionId: id, name, screenId }] };
}
