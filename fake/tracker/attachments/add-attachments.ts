import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { browsableIssue } from '../issues/find-issue.js';
import { renderAttachment } from './render-attachment.js';
import { storeAttachments } from './store-attachments.js';

/** `POST /issue/{issueIdOrKey}/attachments`: attaches the files of the parts named `file`, all or none. */
export function addAttachments(call: CallOf<Endpoints['addAttachments']>): Answer {
  const rows = storeAttachments(call, browsableIssue(call, call.parameters.issueIdOrKey));
  return json(rows.map((row) => renderAttachment(call, row)));
}
