import { formatTrackerTime } from '../../../contracts/index.js';
import type { AttachmentRow, IssueRow } from '../../state/state.js';
import { renderUserByKey } from '../render/user.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';

/** An attachment as JSON. */
export function renderAttachment(view: View, { id, author, filename, mimeType, created, size }: AttachmentRow) {
  return {
    self: selfUrl(view, 'attachment', id),
    id: String(id),
    filename,
    author: renderUserByKey(view, author),
    created: formatTrackerTime(created),
    size,
    mimeType,
    content: `${view.baseUrl}${view.basePaths.secure}/attachment/${id}/${encodeURIComponent(filename)}`,
  };
}

/** The attachments of an issue as JSON. */
export function renderAttachmentsOf(view: View, { id }: IssueRow) {
  return view.state.tables.attachments.where('issue', id).map((row) => renderAttachment(view, row));
}
