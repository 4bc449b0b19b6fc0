import { request } from 'undici';
import type { Dispatcher } from 'undici';
import { basePathOf, defaultAssumptions, defaultBasePaths, endpoints } from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';

/** The parts of a call without its endpoint. */
export interface Asked {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The answer to a request: its duration in milliseconds, its size, and the JSON of its body if there was any. */
export interface Answered {
  readonly took: number;
  readonly bytes: number;
  readonly json: unknown;
}

const BOUNDARY = 'measured';
const upload = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="file"; filename="note.png"',
  'Content-Type: image/png',
  '',
  'A note.',
  `--${BOUNDARY}--`,
  '',
].join('\r\n');

/** Calls an endpoint as the administrator. @throws Error if it does not succeed */
export async function ask(
  url: string,
  name: EndpointName,
  { parameters = {}, query, body }: Asked,
  dispatcher: Dispatcher,
): Promise<Answered> {
  const row = name === 'deleteSelected' ? { ...endpoints[name], ...defaultAssumptions['DT-N11'] } : endpoints[name];
  const multipart = 'encoding' in row;
  const path = row.path.replace(/\{(\w+)\}/g, (_whole, parameter: string) => String(parameters[parameter]));
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const target = `${url}${basePathOf(row.family, defaultBasePaths)}${path}${search}`;
  const headers = {
    authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(multipart && {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'x-atlassian-token': 'no-check',
    }),
  };
  const sent = multipart ? upload : body === undefined ? null : JSON.stringify(body);
  const started = performance.now();
  const answer = await request(target, { method: row.method, headers, body: sent, dispatcher });
  const text = await answer.body.text();
  const took = performance.now() - started;
  if (answer.statusCode >= 300) {
    throw new Error(`${row.method} ${target} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
  }
  const isJson = String(answer.headers['content-type']).includes('json');
  return { took, bytes: text.length, json: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined };
}
