import type { Endpoints } from '../../../contracts/index.js';
import { json, noContent } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { touchIssue } from '../issues/touch-issue.js';
import { holdsInProject } from '../permissions.js';
import { browsableAttachment } from './find-attachment.js';
import { renderAttachment } from './render-attachment.js';

/** `GET /attachment/{attachmentId}`: what is known of a file. */
export function getAttachment(call: CallOf<Endpoints['getAttachment']>): Answer {
  return json(renderAttachment(call, browsableAttachment(call, call.parameters.attachmentId).attachment));
}

/** `DELETE /attachment/{attachmentId}`: deletes a file; for its author or who administers the project. */
export function deleteAttachment(call: CallOf<Endpoints['deleteAttachment']>): Answer {
  const { state, caller } = call;
  const { attachment, project } = browsableAttachment(call, call.parameters.attachmentId);
  const mine = attachment.author === caller?.key && holdsInProject(state, caller, 'CREATE_ATTACHMENTS', project);
  if (!mine && !holdsInProject(state, caller, 'ADMINISTER_PROJECTS', project)) {
    throw new TrackerError(403, `You do not have permission to delete attachment with id: ${attachment.id}`);
  }
  state.tables.attachments.delete(attachment.id);
  touchIssue(call, attachment.issueId);
  return noContent;
}

/** `GET /attachment/{attachmentId}/{filename}`: the bytes of a file. The name is for the browser; the id decides. */
export function downloadAttachment(call: CallOf<Endpoints['downloadAttachment']>): Answer {
  const { attachment } = browsableAttachment(call, call.parameters.attachmentId);
  const headers = { 'Content-Type': attachment.mimeType, 'Content-Disposition': disposition(attachment.filename) };
  return { status: 200, bytes: attachment.chunks, headers };
}

/** The header that tells a file's name: in ASCII, and in full as RFC 5987 has it. */
function disposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const full = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
