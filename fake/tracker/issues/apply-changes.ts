import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { IssueRow } from '../../state/state.js';
import { storeComment } from '../comments/store-comment.js';
import { readChanges, withValues } from '../fields/read-changes.js';
import type { ChangeScope, FieldInput } from '../fields/read-changes.js';
import { requireInProject } from '../require-permission.js';
import type { Located } from './find-issue.js';

/** What changes beside the fields, and which fields can change. */
interface Circumstances extends Pick<ChangeScope, 'settable'> {
  readonly row: Partial<Pick<IssueRow, 'issueTypeId' | 'statusId'>>;
}

/**
 * Changes an issue as a request says, all of it or nothing.
 *
 * @throws TrackerError 400 with what is wrong, by field
 */
export function applyChanges(
  call: Pick<Call, 'state' | 'assumptions' | 'caller' | 'clock'>,
  { issue, project }: Located,
  input: FieldInput,
  { settable, row }: Circumstances,
): void {
  const { state, clock, assumptions } = call;
  const kept = { ...issue.fields, reporter: { key: issue.reporter } };
  const { values, comments, faults } = readChanges({ state, assumptions, project, kept, settable }, input);
  if (faults.size > 0) throw TrackerError.ofFields(Object.fromEntries(faults));
  if (comments.length > 0) requireInProject(call, 'ADD_COMMENTS', project);
  const { reporter, ...fields } = withValues(kept, values);
  const reporterKey = (reporter as { key: string }).key;
  state.tables.issues.set({ ...issue, ...row, reporter: reporterKey, fields, updated: clock.now() });
  for (const body of comments) storeComment(call, issue.id, body);
}
