import { didYouMean, isObject, nearest, parameterNames } from '../contracts/index.js';
import type { Endpoint } from '../contracts/index.js';
import { MistakeError, wasGiven } from '../contracts/mistake.js';
import { problemOfHeader } from './headers.js';

/** What every request can have besides the parameters of its path. */
const PARTS = ['query', 'body', 'files', 'headers'];

/** @throws MistakeError if a request has not what its endpoint needs, or something else */
export function checkRequest(call: string, endpoint: Endpoint, request: unknown): void {
  const needed = parameterNames(endpoint);
  if (!isObject(request)) {
    const example = needed.length === 0 ? '{ query, body }' : `{ ${needed.join(', ')} }`;
    throw new MistakeError(`${call} takes an object such as ${example}. ${wasGiven(request)}`);
  }
  const taken = [...needed, ...PARTS];
  const unknown = Object.keys(request).filter((key) => request[key] !== undefined && !taken.includes(key));
  const missing = needed.filter((key) => request[key] === undefined);
  if (missing.length > 0) {
    const isUndefined = missing.some((key) => key in request);
    const told = isUndefined ? 'It is undefined: is what gives it awaited?' : wasGiven(request);
    throw new MistakeError(`${call} needs ${missing.join(' and ')}. ${told}`);
  }
  if (unknown.length > 0) {
    const [near] = nearest(unknown[0] ?? '', taken, 1);
    const remedy = near === undefined ? 'What it sends goes into its query or body.' : `Did you mean ${near}?`;
    throw new MistakeError(`${call} takes no ${unknown.join(', ')}. ${remedy}`);
  }
  for (const key of needed) {
    if (typeof request[key] === 'string' || typeof request[key] === 'number') continue;
    throw new MistakeError(`${call}: ${key} is a text or a number, such as an id. ${wasGiven(request[key])}`);
  }
  const { body, files, headers } = request;
  checkHeaders(call, headers);
  if (isObject(body) && ('then' in body || typeof body['build'] === 'function'))
    throw new MistakeError(`${call} takes a body. ${wasGiven(body)}`);
  const isFile = (file: unknown) =>
    isObject(file) && typeof file['name'] === 'string' && file['buffer'] instanceof Uint8Array;
  if (files !== undefined && !(Array.isArray(files) && files.every(isFile)))
    throw new MistakeError(
      `${call}: files is a list of { name, mimeType, buffer }, the buffer as of Buffer.from(text).`,
    );
}

function checkHeaders(call: string, headers: unknown): void {
  if (headers === undefined) return;
  if (!isObject(headers) || Array.isArray(headers))
    throw new MistakeError(`${call}: headers is an object such as { 'X-Feature': 'on' }. ${wasGiven(headers)}`);
  for (const [name, value] of Object.entries(headers)) {
    const problem = problemOfHeader(name, value);
    if (problem !== undefined) throw new MistakeError(`${call}: ${name} in headers ${problem}.`);
  }
}

/** What code asks an object for that it waits for, writes down or compares. */
const ASKED = ['then', 'toJSON', 'asymmetricMatch'];

/** What a client inherits: of a function that it has not, one that says so. */
export function refusing(names: readonly string[]): object {
  const get = (target: object, property: string | symbol): unknown => {
    if (property in target || typeof property === 'symbol' || ASKED.includes(property)) {
      return Reflect.get(target, property);
    }
    return () => {
      const remedy = didYouMean(
        property,
        names,
        'docs/endpoints.md of tracker-e2e lists the functions of each client.',
      );
      throw new MistakeError(`The client has no function ${property}. ${remedy}`);
    };
  };
  return new Proxy(Object.prototype, { get });
}
