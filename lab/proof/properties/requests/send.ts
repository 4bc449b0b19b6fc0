import { FormData, request as send } from 'undici';
import type { Dispatcher } from 'undici';
import { urlOf } from './request.js';
import type { PlannedRequest } from './request.js';

/** The answer to a request. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** How long a request may stay without an answer, in milliseconds: so long that only one that hangs does. */
const PATIENCE = 30_000;

/** Sends a request. @throws the client's own error if no answer comes */
export async function sendRequest(dispatcher: Dispatcher, base: string, request: PlannedRequest): Promise<Received> {
  const { method, headers, files, body } = request;
  const response = await send(`${base}${urlOf(request)}`, {
    dispatcher,
    method: method as 'GET',
    headers: headersOf(headers, files !== undefined),
    body: files === undefined ? (body ?? null) : formOf(files),
    headersTimeout: PATIENCE,
    bodyTimeout: PATIENCE,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

/** The form says its boundary itself. */
function headersOf(headers: PlannedRequest['headers'], isForm: boolean): Record<string, string> {
  const { 'content-type': type, ...others } = headers;
  return type === undefined || isForm ? others : { ...others, 'content-type': type };
}

function formOf(files: NonNullable<PlannedRequest['files']>): FormData {
  const form = new FormData();
  for (const { part, filename, text } of files) form.append(part, new Blob([text]), filename);
  return form;
}
