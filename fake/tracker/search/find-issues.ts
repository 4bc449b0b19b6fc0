import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { IssueRow } from '../../state/state.js';
import { callerOf } from '../caller-of.js';
import { holdsInProject } from '../permissions.js';
import { candidates } from './candidates.js';
import { jqlFields } from './fields/jql-fields.js';
import { orderIssues } from './order-issues.js';
import { parseJql } from './parse-jql.js';
import type { Check, Predicate } from './read-clause.js';
import { readCondition } from './read-condition.js';

/**
 * The issues that fulfil a query and that the caller may see, in the order the query asks for. An issue is found once
 * the tracker's search delay has passed since its creation.
 *
 * @param strict refuses values that do not exist; otherwise nothing is equal to them
 * @throws TrackerError 400 for a query that can't be understood
 */
export function findIssues(call: Pick<Call, 'state' | 'caller' | 'clock'>, jql: string, strict: boolean): IssueRow[] {
  const { condition, order } = parseJql(jql);
  const scope = { state: call.state, caller: callerOf(call), now: call.clock.now() };
  const check: Check = { ...scope, fields: jqlFields(scope), faults: [] };
  const fulfils: Predicate = condition === null ? () => true : readCondition(check, condition);
  if (strict && check.faults.length > 0) throw new TrackerError(400, check.faults);
  const visible = visibility(check);
  const found = candidates(check, condition).filter((issue) => visible(issue) && fulfils(issue));
  return orderIssues(check, found, order);
}

function visibility({ state, caller, now }: Check): Predicate {
  const indexedUntil = now - state.settings.searchDelay;
  const byProject = new Map<number, boolean>();
  const mayBrowse = (projectId: number): boolean => {
    const project = state.tables.projects.get(projectId);
    return project !== undefined && holdsInProject(state, caller, 'BROWSE_PROJECTS', project);
  };
  return ({ created, projectId }) => {
    if (!byProject.has(projectId)) byProject.set(projectId, mayBrowse(projectId));
    return created <= indexedUntil && byProject.get(projectId) === true;
  };
}
