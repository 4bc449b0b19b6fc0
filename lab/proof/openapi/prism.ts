import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../../contracts/index.js';
import { parseJson } from '../../../contracts/find-in-json.js';
import { installOutside } from '../../tools/install-outside.js';
import type { AnsweredCall } from '../second-tracker/server.js';

export interface Violation {
  /** `request` or `response` first. */
  readonly location: readonly string[];
  readonly message: string;
}

interface Finding {
  readonly path?: readonly (string | number)[];
  readonly message: string;
}

interface Checked {
  readonly validations: { readonly input: readonly Finding[]; readonly output: readonly Finding[] };
}

type Either<Value> =
  | { readonly _tag: 'Left'; readonly left: Error }
  | { readonly _tag: 'Right'; readonly right: Value };

/** The parts of the package `@stoplight/prism-http` that are used. */
interface PrismHttp {
  getHttpOperationsFromSpec(document: OpenApiDocument): Promise<readonly object[]>;
  createInstance(
    config: object,
    components: object,
  ): { request(input: object, operations: readonly object[]): () => Promise<Either<Checked>> };
}

const CONFIG = { isProxy: true, validateRequest: true, validateResponse: true, checkSecurity: true, errors: false };

/**
 * Has Prism check calls by a document. It is installed outside this project, if that has not been done yet.
 *
 * @returns what it finds in a call to a path after the context path, and in the answer
 */
export async function checksOfPrism(document: OpenApiDocument) {
  const modules = join(installOutside('@stoplight/prism-cli@5.12.0'), 'of-prism.js');
  const { getHttpOperationsFromSpec, createInstance } = createRequire(modules)('@stoplight/prism-http') as PrismHttp;
  const operations = await getHttpOperationsFromSpec(document);
  const upstream = new URL('http://127.0.0.1');
  return async (call: AnsweredCall): Promise<Violation[]> => {
    const output = { statusCode: call.status, headers: call.answer.headers, body: bodyOf(call.answer) };
    // The tracker has answered already: that takes the place of passing the call on.
    const forward = () => () => () => Promise.resolve({ _tag: 'Right', right: output });
    const prism = createInstance({ ...CONFIG, upstream }, { forward, logger: { child: () => undefined } });
    const checked = await prism.request(inputOf(call), operations)();
    if (checked._tag === 'Left') return [{ location: ['request'], message: `Prism checks nothing: ${checked.left}` }];
    const { input, output: found } = checked.right.validations;
    return [...input.map(violationIn('request')), ...found.map(violationIn('response'))];
  };
}

function violationIn(part: 'request' | 'response') {
  return ({ path = [], message }: Finding): Violation => ({ location: [part, ...path.map(String)], message });
}

function inputOf({ method, url, request }: AnsweredCall) {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const query = [...new Set(searchParams.keys())].map((name) => {
    const values = searchParams.getAll(name);
    return [name, values.length === 1 ? values[0] : values];
  });
  return {
    method: method.toLowerCase(),
    url: { path: pathname, query: Object.fromEntries(query) as object },
    headers: { ...request.headers, 'content-length': String(request.body.length) },
    body: request.body.length === 0 ? null : bodyOf(request),
  };
}

function bodyOf({ headers, body }: AnsweredCall['request']): unknown {
  const text = body.toString();
  const isJson = /^application\/([^;]+\+)?json\b/.test(String(headers['content-type']));
  return (isJson ? parseJson(text) : undefined) ?? text;
}
