import { askFor } from './ask.js';
import type { Access } from './ask.js';
import type { Page } from './book.js';

interface IssueAnswer {
  readonly id: string;
  readonly fields: {
    readonly comment: { readonly comments: readonly { readonly id: string }[] };
    readonly attachment: readonly { readonly id: string }[];
  };
}

/** The path of an issue. */
export function issuePath(key: string): string {
  return `/rest/api/2/issue/${key}`;
}

/** Looks at an issue, with its comments and attachments. */
export async function lookAtIssue(access: Access, key: string): Promise<Page> {
  const path = issuePath(key);
  const text = await askFor(access, 'GET', path);
  const { id, fields } = JSON.parse(text) as IssueAnswer;
  const { comment, attachment } = fields;
  const rows = [
    `issues/${id}`,
    ...comment.comments.map((one) => `comments/${one.id}`),
    ...attachment.map((one) => `attachments/${one.id}`),
  ];
  return { path, text, rows };
}

/** Looks at the default template entries of a template. @param api where their API starts */
export async function lookAtTemplate(access: Access, api: string, templateId: number): Promise<Page> {
  const path = `${api}/template/${templateId}`;
  const text = await askFor(access, 'GET', path);
  return { path, text, rows: (JSON.parse(text) as { id: number }[]).map(({ id }) => `entries/${id}`) };
}

/** Looks at what the tracker has of a user over a connection. @param api where the API of directories starts */
export async function lookAtUser(access: Access, api: string, connection: string, userKey: string): Promise<Page> {
  const path = `${api}/connection/${connection}/user/${encodeURIComponent(userKey)}`;
  return { path, text: await askFor(access, 'GET', path), rows: [`syncedUsers/${connection}/${userKey}`] };
}
