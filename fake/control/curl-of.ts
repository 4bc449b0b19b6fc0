import { curlCommand } from '../../contracts/curl-command.js';
import type { RepeatedRequest } from '../../contracts/curl-command.js';
import { BODY_LIMIT } from '../tenants/journal.js';
import type { JournalEntry } from '../tenants/journal.js';

/**
 * A command that repeats a request. Credentials are not kept: the command has `$TRACKER_USERNAME:$TRACKER_PASSWORD` in
 * their place. It names files, and `body.json` for a body that was cut in the journal or was no UTF-8.
 */
export function curlOf(entry: JournalEntry, baseUrl: string): string {
  const { method, url, caller, contentType } = entry;
  return curlCommand({
    method,
    url: `${baseUrl}${url}`,
    login: caller === null ? undefined : 'basic',
    contentType: contentType ?? undefined,
    body: bodyOf(entry),
  });
}

function bodyOf({ contentType, requestBody }: JournalEntry): RepeatedRequest['body'] {
  if (contentType?.startsWith('multipart/') === true) return { files: uploads(requestBody) };
  if (requestBody === '') return undefined;
  return requestBody.length < BODY_LIMIT && !requestBody.includes('\ufffd') ? requestBody : { file: 'body.json' };
}

/** The files of a multipart body. The journal has one line for each. */
function uploads(requestBody: string): { part: string; filename: string }[] {
  return requestBody.split(/[\n\r\u2028\u2029]/).flatMap((line) => {
    const size = / \(\d+ bytes\)$/.exec(line);
    const end = line.indexOf(': ', 1);
    if (size === null || end === -1 || end + 2 > size.index) return [];
    return [{ part: line.slice(0, end), filename: line.slice(end + 2, size.index) }];
  });
}
