import { callers } from './callers.js';
import type { CallerName } from './callers.js';
import { urlOf } from './request.js';
import type { PlannedRequest } from './request.js';

/** A request that was sent, and its answer. */
export interface SentRequest {
  readonly request: PlannedRequest;
  readonly caller: CallerName;
  /** The address before its path. */
  readonly base: string;
  /** The status of the answer, or what came in its place. */
  readonly answer: string;
}

const LONGEST = 300;

/** Lists the requests of a scenario, then the commands that repeat it. */
export function describeScenario(scenario: readonly SentRequest[]): string {
  return [...scenario.map(sentence), '', ...scenario.map(command)].join('\n');
}

function sentence({ request, caller, answer }: SentRequest, index: number): string {
  const { body, files, headers, method } = request;
  const sent = files === undefined ? body : files.map(({ part, filename }) => `${part}: ${filename}`).join(', ');
  const lines = [
    `${index + 1}. ${method} ${printable(urlOf(request))} as ${caller} → ${answer}`,
    ...Object.entries(headers).map(([name, value]) => `     ${name}: ${value}`),
    ...(sent === undefined ? [] : [`     ${printable(sent)}`]),
  ];
  return lines.join('\n');
}

function command({ request, caller, base }: SentRequest): string {
  const { body, files, method } = request;
  const login = callers[caller];
  const headers = { ...(login !== undefined && { authorization: login }), ...request.headers };
  return [
    'curl -i --path-as-is -X',
    method,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined || files !== undefined ? [] : [`--data-binary ${quoted(body)}`]),
    ...(files ?? []).map(({ part, filename, text }) => `-F ${quoted(`${part}=${text};filename=${filename}`)}`),
    quoted(`${base}${urlOf(request)}`),
  ].join(' ');
}

/** Credentials stay in the text: their world exists for these tests alone. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function printable(text: string): string {
  const plain = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}… (${text.length} characters)` : plain;
}
