import {
  basePathOf,
  defaultAssumptions,
  defaultBasePaths,
  endpoints,
  endpointTitle,
  errorBodySchema,
} from '../../../contracts/index.js';
import type { Endpoint, EndpointName } from '../../../contracts/index.js';
import type { JournalEntry } from '../../../fake/index.js';
import type { Received } from './request.js';

/** The statuses that a refusal can have. */
const REFUSALS = [400, 401, 403, 404, 405, 413, 415, 431];

const JSON_TYPE = 'application/json;charset=UTF-8';

/** The endpoint that answered, as the tracker's journal has it. */
export function answeringEndpoint({ endpoint, url }: JournalEntry): EndpointName | undefined {
  // Test management is served under the previous URL pattern too.
  const basesOf = ({ family }: Endpoint) => [
    basePathOf(family, defaultBasePaths),
    ...(family === 'test-management' ? [defaultAssumptions['TM-N01']] : []),
  ];
  const found = Object.entries<Endpoint>(endpoints).filter(
    ([, row]) => endpointTitle(row) === endpoint && basesOf(row).some((base) => url.startsWith(base)),
  );
  return found[0]?.[0] as EndpointName | undefined;
}

/** Whether an answer is the page with which a tracker refuses a wrong password. */
function isLoginPage(headers: Received['headers']): boolean {
  return (
    headers['x-seraph-loginreason'] === 'AUTHENTICATED_FAILED' &&
    String(headers['content-type']).startsWith('text/html')
  );
}

/** The parts of an answer that break the contract of its endpoint; none if it fits. */
export function judgeAnswer(
  method: string,
  { status, headers, text }: Received,
  name: EndpointName | undefined,
): string[] {
  const withoutBody = method === 'HEAD' || text === '';
  if (status >= 500) return [`The status is ${status}.`];
  if (status < 200 || status >= 300) {
    return [
      ...(REFUSALS.includes(status) ? [] : [`The status ${status} is none that the tracker refuses with.`]),
      ...(status === 401 && headers['www-authenticate'] === undefined ? ['A 401 says no way to log in.'] : []),
      ...(status === 405 && headers['allow'] === undefined ? ['A 405 says no method that is allowed.'] : []),
      ...(method === 'HEAD' || isLoginPage(headers) ? [] : problemsOfJson(headers, text, refusalOf(name, text))),
    ];
  }
  if (name === undefined) return [`It was answered with ${status} and no endpoint.`];
  const { response } = endpoints[name] as Endpoint;
  if (sendsBytes.has(name)) return headers['content-type'] === undefined ? ['The bytes have no type.'] : [];
  if (response !== undefined) return method === 'HEAD' ? [] : problemsOfJson(headers, text, response);
  return withoutBody ? [] : problemsOfJson(headers, text);
}

/** The endpoints that answer a file or a picture. */
const sendsBytes: ReadonlySet<EndpointName> = new Set([
  'downloadAttachment',
  'downloadThumbnail',
  'showUserAvatar',
  'showProjectAvatar',
  'showTypeAvatar',
]);

/** The problems of an answer of the control API; none if it is as documented. */
export function judgeControlAnswer(method: string, received: Received): string[] {
  const { status, headers, text } = received;
  // A name that is taken; the tracker itself never says so.
  if (status === 409) return problemsOfJson(headers, text, errorBodySchema);
  if (status < 200 || status >= 300) return judgeAnswer(method, received, undefined);
  return text === '' || isConsole(headers, text) ? [] : problemsOfJson(headers, text);
}

/** Whether an answer is the console, which browsers get at the control API's own path. */
function isConsole(headers: Received['headers'], text: string): boolean {
  return headers['content-security-policy'] !== undefined && text.startsWith('<!doctype html>');
}

/** The errors in the body of a refusal. A creation of many issues that all failed has an error for each; the JSON reader names no fields. */
function refusalOf(name: EndpointName | undefined, text: string): NonNullable<Endpoint['response']> {
  if (text.startsWith('{"errorMessages":["Unrecognized field')) return errorBodySchema.partial({ errors: true });
  const ofEach = name === 'bulkCreateIssues' && text.startsWith('{"issues"');
  return ofEach ? endpoints.bulkCreateIssues.response : errorBodySchema;
}

function problemsOfJson(
  headers: Received['headers'],
  text: string,
  schema?: NonNullable<Endpoint['response']>,
): string[] {
  const type = headers['content-type'];
  if (type !== JSON_TYPE) return [`The content type is ${String(type)}.`];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return ['The body is no JSON.'];
  }
  const parsed = schema?.safeParse(json);
  if (parsed?.success !== false) return [];
  return parsed.error.issues.map(({ path, message }) => `The body does not fit: ${path.join('.')} ${message}.`);
}
