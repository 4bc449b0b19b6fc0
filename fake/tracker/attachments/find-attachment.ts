import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { AttachmentRow, ProjectRow } from '../../state/state.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-id.js';

/** An attachment and the project of its issue. @throws TrackerError 404 for one that is unknown or not for the caller */
export function browsableAttachment(
  { state, caller }: Pick<Call, 'state' | 'caller'>,
  text: string,
): { attachment: AttachmentRow; project: ProjectRow } {
  const id = readId(text);
  const attachment = id === undefined ? undefined : state.tables.attachments.get(id);
  const issue = attachment && state.tables.issues.get(attachment.issueId);
  const project = issue && state.tables.projects.get(issue.projectId);
  if (attachment && project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project))
    return { attachment, project };
  throw new TrackerError(404, `The attachment with id '${text}' does not exist`);
}
