import * as z from 'zod';
import { endpoints, errorBodySchema } from '../../../contracts/index.js';
import type { Call } from './calls.js';
import type { Received } from './request.js';

/** The statuses that a refusal can have. The control API also says that a name is taken. */
const REFUSALS = [400, 401, 403, 404, 405, 413, 415];
const CONTROL_REFUSALS = [...REFUSALS, 409];

const JSON_TYPE = 'application/json;charset=UTF-8';

/**
 * The parts of an answer that break the contract of its call; none if it fits.
 *
 * @param call the endpoint that answered, or the operation of the control API that was meant
 */
export function judgeAnswer(method: string, received: Received, call: Call | undefined): string[] {
  const { status, headers, text } = received;
  if (status >= 500) return [`The status is ${status}.`];
  // Node itself refuses a URL that is too long, without a body.
  if (status === 431 && text === '') return [];
  if (status < 200 || status >= 300) {
    const refusals = call?.isControl === true ? CONTROL_REFUSALS : REFUSALS;
    return [
      ...(refusals.includes(status) ? [] : [`The status ${status} is none that the tracker refuses with.`]),
      ...(status === 401 && headers['www-authenticate'] === undefined ? ['A 401 says no way to log in.'] : []),
      ...(status === 405 && headers['allow'] === undefined ? ['A 405 says no method that is allowed.'] : []),
      ...(method === 'HEAD' || isNoJson(received) ? [] : problemsOfJson(received, refusalOf(call, text))),
    ];
  }
  if (call === undefined) return [`It was answered with ${status} and no endpoint.`];
  if (call.name === 'downloadAttachment')
    return headers['content-type'] === undefined ? ['The bytes have no type.'] : [];
  if (call.isControl && isConsole(received)) return [];
  const isEmpty = text === '' && call.answer === undefined;
  return method === 'HEAD' || isEmpty ? [] : problemsOfJson(received, call.answer);
}

/** Whether an answer is the page with which a tracker refuses a wrong password, or the text for a forged request. */
function isNoJson({ status, headers, text }: Received): boolean {
  if (status === 403 && text === 'XSRF check failed') return true;
  return (
    headers['x-seraph-loginreason'] === 'AUTHENTICATED_FAILED' &&
    String(headers['content-type']).startsWith('text/html')
  );
}

/** Whether an answer is the console, which browsers get at the control API's own path. */
function isConsole({ headers, text }: Received): boolean {
  return headers['content-security-policy'] !== undefined && text.startsWith('<!doctype html>');
}

/** The errors in the body of a refusal. A creation of many issues that all failed has an error for each. */
function refusalOf(call: Call | undefined, text: string): z.ZodType {
  const ofEach = call?.name === 'bulkCreateIssues' && text.startsWith('{"issues"');
  return ofEach ? endpoints.bulkCreateIssues.response : errorBodySchema;
}

function problemsOfJson({ headers, text }: Received, schema: z.ZodType = z.unknown()): string[] {
  const type = headers['content-type'];
  if (type !== JSON_TYPE) return [`The content type is ${String(type)}.`];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return ['The body is no JSON.'];
  }
  const issues = schema.safeParse(json).error?.issues ?? [];
  return issues.map(({ path, message }) => `The body does not fit: ${path.join('.')} ${message}.`);
}
