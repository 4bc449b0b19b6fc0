export interface RepeatedRequest {
  readonly method: string;
  readonly url: string;
  /** How the caller logs in; undefined for an anonymous caller. */
  readonly login?: 'basic' | 'bearer' | undefined;
  /** The content type of the body; undefined for a body that is sent without one. */
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, the file that holds it, or the files of a form. */
  readonly body?: string | { readonly file: string } | { readonly files: readonly RepeatedFile[] } | undefined;
}

/** A file of a multipart request, in the folder in which the command is run. */
export interface RepeatedFile {
  readonly part: string;
  readonly filename: string;
  readonly mimeType?: string | undefined;
}

/** The shell variables with the credentials: a command holds no credentials itself. */
const logins = {
  basic: ['-u', '"$TRACKER_USERNAME:$TRACKER_PASSWORD"'],
  bearer: ['-H', '"Authorization: Bearer $TRACKER_TOKEN"'],
};

/** Characters that a shell or a terminal may not treat as text: control characters except line ends and tabs. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;

/**
 * A curl command for any POSIX shell that repeats a request byte for byte. It sends no file of the user that the
 * request did not name, and holds no credentials.
 */
export function curlCommand(request: RepeatedRequest): string {
  const { method, url, login, body } = request;
  const piped = typeof body === 'string' && CONTROL.test(body);
  const parts = ['curl', ...methodOptions(method, body !== undefined), ...urlOptions(url)];
  if (login !== undefined) parts.push(...logins[login]);
  for (const header of Object.entries(request.headers ?? {})) parts.push('-H', quote(headerOption(...header)));
  parts.push(...bodyOptions(body, request.contentType, piped));
  parts.push(quote(printableUrl(url)));
  return `${piped ? `printf '%b' ${quote(escapedForPrintf(body))} | ` : ''}${parts.join(' ')}`;
}

/** For HEAD, `-X HEAD` alone makes curl wait for the body that the answer announces. */
function methodOptions(method: string, hasBody: boolean): string[] {
  return method === 'HEAD' && !hasBody ? ['-I'] : ['-i', '-X', /^\w+$/.test(method) ? method : quote(method)];
}

/** By default curl expands braces and brackets into many URLs, and shortens a path with dots. */
function urlOptions(url: string): string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?=[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
    ...(url.startsWith('-') ? ['--url'] : []),
  ];
}

function bodyOptions(body: RepeatedRequest['body'], contentType: string | undefined, piped: boolean): string[] {
  if (typeof body === 'object' && 'files' in body) {
    return ['-H', quote('X-Atlassian-Token: no-check'), ...body.files.flatMap((file) => ['-F', formPart(file)])];
  }
  if (body === undefined)
    return contentType === undefined ? [] : ['-H', quote(headerOption('Content-Type', contentType))];
  // Without a content type curl would declare the body a form.
  const type = ['-H', quote(contentType === undefined ? 'Content-Type:' : headerOption('Content-Type', contentType))];
  if (piped) return [...type, '--data-binary', '@-'];
  // Only --data-raw does not read data that begins with @ as the name of a file.
  return typeof body === 'string'
    ? [...type, '--data-raw', quote(body)]
    : [...type, '--data-binary', quote(`@${body.file}`)];
}

function headerOption(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

/** Quoted, because commas and semicolons would end its name; a dash alone would mean the standard input. */
function formPart({ part, filename, mimeType }: RepeatedFile): string {
  const path = filename.startsWith('-') ? `./${filename}` : filename;
  const name = filename.includes('/') ? `;filename=${quotedForCurl(filename)}` : '';
  const type = mimeType === undefined ? '' : `;type=${mimeType}`;
  return quote(`${part}=@${quotedForCurl(path)}${name}${type}`);
}

function quotedForCurl(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function escapedForPrintf(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(new RegExp(CONTROL, 'g'), escapedBytes);
}

function escapedBytes(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
}

function printableUrl(url: string): string {
  return url.replace(new RegExp(CONTROL, 'g'), encodeURIComponent);
}

/** A text quoted as one word for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same, without quotes if a shell reads nothing more into the text. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}
