import { test } from '@playwright/test';
import * as z from 'zod';
import { endpoints, endpointTitle } from '../../../contracts/index.js';
import type { Endpoint } from '../../../contracts/index.js';
import { json, mergeOverrides } from '../../../fake/index.js';
import type { Answer, Override } from '../../../fake/index.js';
import type { Implementation } from '../../../fake/tenants/implementation.js';

type Handler = Implementation['handlers'][string];

type Replace = (handle: Handler, name: string, endpoint: Endpoint) => Handler;

/** A tracker whose handlers are replaced, each for the tests of its endpoint: other calls of their set-up work. */
function replaced(replace: Replace): Override {
  return (implementation) => {
    const { handlers } = implementation;
    const replacing = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
      const handle = handlers[name];
      if (handle === undefined) return [];
      const other = replace(handle, name, endpoint);
      const chosen: Handler = (call) => (isUnderTest(endpoint) ? other : handle)(call);
      return [[name, chosen] as const];
    });
    return { ...implementation, handlers: { ...handlers, ...Object.fromEntries(replacing) } };
  };
}

function isUnderTest(endpoint: Endpoint): boolean {
  return test.info().titlePath.includes(endpointTitle(endpoint));
}

/** What the frozen tracker answers, by endpoint: the same in all tests of a worker. */
const answers = new Map<string, Answer>();

function frozen(name: string, handle: () => Answer): Answer {
  const answer = answers.get(name) ?? handle();
  answers.set(name, answer);
  return answer;
}

/** A tracker that fills in no values of templates. */
const withoutTemplates: Override = (implementation) => ({
  ...implementation,
  extensions: implementation.extensions.map(({ fillNewIssue: _, ...extension }) => extension),
});

/** Its lists are empty, and its writes answer 200. */
const empty = replaced(
  (_handle, _name, { response }) =>
    () =>
      json(emptyOf(response)),
);

/** The trackers that do nothing that they should, by name. */
export const trackers: Readonly<Record<string, Override>> = {
  null: mergeOverrides(empty, withoutTemplates),
  // It answers each call to an endpoint as it answered the first one, and does only what that one asked for.
  frozen: replaced((handle, name) => (call) => frozen(name, () => handle(call))),
  // It does everything, and answers `{}`.
  mute: replaced((handle) => (call) => {
    handle(call);
    return json({});
  }),
};

/** The emptiest value of a schema. */
function emptyOf(schema: z.ZodType | undefined): unknown {
  return schema === undefined ? {} : emptiest(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }));
}

function emptiest(schema: z.core.JSONSchema._JSONSchema): unknown {
  if (typeof schema === 'boolean') return {};
  const { type, anyOf = [], properties = {}, required = [] } = schema;
  const [first] = anyOf;
  if (first !== undefined) return emptiest(first);
  if (type === 'array') return [];
  if (type === 'string') return '';
  if (type === 'number' || type === 'integer') return 0;
  if (type === 'boolean') return false;
  return Object.fromEntries(required.map((name) => [name, emptiest(properties[name] ?? {})]));
}
