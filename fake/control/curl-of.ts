import type { JournalEntry } from '../spaces/journal-entry.js';
import { BODY_LIMIT } from '../spaces/journal.js';

/**
 * A command that repeats a request. Credentials are not kept: `$TRACKER_USERNAME:$TRACKER_PASSWORD` stands for them, a
 * file's name for its bytes, and `body.json` for a body that the journal had to cut.
 */
export function curlOf({ method, url, caller, contentType, requestBody }: JournalEntry, baseUrl: string): string {
  const parts = ['curl', '-i', '-X', method];
  if (caller !== null) parts.push('-u', '"$TRACKER_USERNAME:$TRACKER_PASSWORD"');
  if (contentType?.startsWith('multipart/') === true) parts.push(...uploads(requestBody));
  else if (requestBody !== '') {
    parts.push('-H', quote(contentType === null ? 'Content-Type:' : `Content-Type: ${contentType}`));
    parts.push('--data-binary', requestBody.length < BODY_LIMIT ? quote(requestBody) : '@body.json');
  }
  return [...parts, quote(`${baseUrl}${url}`)].join(' ');
}

/** The files of a multipart body as curl names them; the journal keeps a line for each. */
function uploads(requestBody: string): string[] {
  const files = [...requestBody.matchAll(/^(.+?): (.*) \(\d+ bytes\)$/gm)];
  return ['-H', quote('X-Atlassian-Token: no-check'), ...files.flatMap(([, part, name]) => ['-F', file(part, name)])];
}

function file(part = 'file', name = ''): string {
  return quote(`${part}=@${name}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
