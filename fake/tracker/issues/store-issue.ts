import { fillFromTemplate } from '../../default-templates/fill-from-template.js';
import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { IssueRow } from '../../state/state.js';
import { callerOf } from '../caller-of.js';
import { storeComment } from '../comments/store-comment.js';
import { defaultPriority } from '../fields/priority-kind.js';
import { readChanges, withValues } from '../fields/read-changes.js';
import type { Changes, FieldInput } from '../fields/read-changes.js';
import { isOnScreen } from '../fields/screen.js';
import { SUMMARY_MISSING } from '../fields/text-kinds.js';
import { requireInProject } from '../require-permission.js';
import { workflowOf } from '../transitions/workflow-of.js';
import type { Place } from './read-place.js';

/** What the creation of an issue needs to know of the call that asks for it. */
export type CreationCall = Pick<Call, 'state' | 'assumptions' | 'caller' | 'clock'>;

/**
 * Checks the fields of a new issue, fills it in from its template and stores it. Nothing is stored before everything is
 * checked.
 *
 * @throws TrackerError 400 with what is wrong, by field
 */
export function storeIssue(call: CreationCall, place: Place, input: FieldInput): IssueRow {
  const { state } = call;
  const { project, issueType, parent, requestTypeId } = place;
  const { initial } = workflowOf(state, project, issueType.id);
  const { values, comments } = checkedChanges(call, place, initial.screenId, input);
  const { reporter, ...fields } = withValues({}, values);
  const filled = fillFromTemplate({ ...call, project, issueTypeId: issueType.id, requestTypeId, fields });
  const created = call.clock.now();
  const creator = callerOf(call).key;
  const issue: IssueRow = {
    id: state.nextId('issue'),
    key: `${project.key}-${state.nextIssueNumber(project.key)}`,
    projectId: project.id,
    issueTypeId: issueType.id,
    statusId: initial.to,
    parentId: parent?.id ?? null,
    requestTypeId,
    reporter: (reporter as { key: string } | undefined)?.key ?? creator,
    creator,
    created,
    updated: created,
    fields: withValues({ priority: defaultPriority(state) ?? null, ...filled }, new Map()),
  };
  state.tables.issues.set(issue);
  for (const body of comments) storeComment(call, issue.id, body);
  return issue;
}

function checkedChanges(call: CreationCall, { project }: Place, screenId: number | null, input: FieldInput): Changes {
  const settable = (id: string) => id === 'summary' || screenId === null || isOnScreen(call.state, screenId, id);
  const { state, assumptions } = call;
  const changes = readChanges({ state, assumptions, project, kept: {}, settable }, input);
  if (!changes.values.has('summary') && !changes.faults.has('summary')) changes.faults.set('summary', SUMMARY_MISSING);
  if (changes.faults.size > 0) throw TrackerError.ofFields(Object.fromEntries(changes.faults));
  if (changes.comments.length > 0) requireInProject(call, 'ADD_COMMENTS', project);
  return changes;
}
