import * as fc from 'fast-check';
import { endpoints } from '../../../../contracts/index.js';

const piece = fc.constantFrom(
  ...['*', '**', '***', '/', '/*', '/**/', 'a', 'rest', '/rest/api/2/', '/rest/**', 'search', 'issue', 's*', '*h'],
  ...['.', '?', '%', '%2F', '\\', '[a-z]+', '(', '$', 'é', '\0', '__proto__', 'a'.repeat(200)],
);

/** Patterns of paths: runs of wildcards, special characters of regular expressions, and patterns that are too long. */
const pathPattern: fc.Arbitrary<string> = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);

function oneOrMore<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | Value[] | undefined> {
  return fc.oneof(fc.constant(undefined), value, fc.array(value, { minLength: 1, maxLength: 4 }));
}

const selector = {
  method: oneOrMore(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD')),
  endpoint: oneOrMore(fc.constantFrom('searchIssues', 'createIssue', ...Object.keys(endpoints).slice(0, 5))),
  path: oneOrMore(pathPattern),
  caller: oneOrMore(fc.constantFrom('admin', 'tess', null, '__proto__')),
  count: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  share: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true }), { nil: undefined }),
  seed: fc.option(fc.maxSafeInteger(), { nil: undefined }),
};

const text = fc.option(fc.string({ unit: 'binary', maxLength: 20 }), { nil: undefined });
const headers = fc.option(
  fc.dictionary(fc.constantFrom('X-A', 'Retry-After', 'set-cookie', '__proto__'), fc.constantFrom('', '1', '\t x')),
  { nil: undefined },
);

/** The properties of each kind of fault. No fault waits longer than some milliseconds. */
const kinds: readonly Readonly<Record<string, fc.Arbitrary<unknown>>>[] = [
  { kind: fc.constant('latency'), milliseconds: fc.nat({ max: 3 }), moment: fc.constantFrom('before', 'after') },
  {
    kind: fc.constant('latency'),
    milliseconds: fc.record({ from: fc.nat({ max: 2 }), to: fc.nat({ max: 3 }) }),
  },
  { kind: fc.constant('connection-reset'), moment: fc.constantFrom('before', 'after', 'during'), reset: fc.boolean() },
  { kind: fc.constant('error-response'), status: fc.integer({ min: 400, max: 599 }), headers, body: text },
  {
    kind: fc.constant('stub'),
    status: fc.integer({ min: 200, max: 599 }),
    headers,
    json: fc.jsonValue({ maxDepth: 2 }),
  },
  { kind: fc.constant('stub'), body: text },
  { kind: fc.constant('malformed') },
  { kind: fc.constant('truncated'), at: fc.double({ min: 0, max: 1, noNaN: true }) },
  { kind: fc.constant('slow-body'), pieces: fc.integer({ min: 1, max: 5 }), pause: fc.nat({ max: 1 }) },
];

/** Requests for faults and stubs, most of them valid. */
export const fault: fc.Arbitrary<object> = fc.oneof(...kinds.map((kind) => fc.record({ ...selector, ...kind })));
