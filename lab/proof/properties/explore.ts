import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import * as z from 'zod';
import { defaultAssumptions, defaultBasePaths, endpoints, endpointTitle } from '../../../contracts/index.js';
import { errorBodySchema } from '../../../contracts/index.js';
import type { WorldInput } from '../../../contracts/index.js';
import { parseJson } from '../../../contracts/find-in-json.js';
import { messageOf } from '../../../contracts/thrown.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import type { JournalEntry } from '../../../fake/index.js';
import type { TableName } from '../../../fake/state/tables.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import { startOpenFake } from '../open-fake.js';
import { rawMessage, sendRaw } from './raw.js';
import { callers, describeRequest, mutations, sendRequest } from './request.js';
import type { CallerName } from './request.js';
import { calls, Choices, sensibleRequest } from './sensible-request.js';
import type { Call } from './sensible-request.js';

export const kinds = ['requests', 'raw'] as const;

export interface Exploration {
  /** Requests to the endpoints, or bytes that are hardly HTTP. */
  readonly kind: (typeof kinds)[number];
  readonly requests: number;
  readonly seed: number;
  /** The path that fast-check printed for a scenario that failed: only that scenario runs, and is made shorter. */
  readonly path?: string | undefined;
}

/** The documents' world with entries in several projects, and with something of each kind that issues and projects have. */
const populatedWorld: WorldInput = {
  ...documentsWorld,
  // A scenario can have any number of wrong passwords, and goes on after them.
  properties: { ...documentsWorld.properties, 'jira.maximum.authentication.attempts.allowed': 'any number' },
  entries: [
    ...(documentsWorld.entries ?? []),
    { id: 132, templateId: 7, projectId: 11101, issueTypeId: 10002 },
    { id: 133, templateId: 7, projectId: 11102, issueTypeId: 10001 },
    { id: 134, templateId: 1472, projectId: 11101, issueTypeId: 10001 },
  ],
  components: [{ id: 9_001, projectId: 11_101, name: 'Login' }],
  versions: [9_201, 9_202, 9_203].map((id) => ({ id, projectId: 11_101, name: `Version ${id}` })),
  remoteLinks: (documentsWorld.issues ?? []).map(({ id: issueId }) => {
    return { id: issueId - 2_000, issueId, globalId: 'first', object: { url: 'https://example.com', title: 'A page' } };
  }),
  issueLinks: [{ id: 9_301, typeId: 10_000, sourceId: 12_001, targetId: 12_005 }],
  attachments: [12_001, 12_005].map((issueId) => ({
    ...{ id: issueId - 2_900, issueId, author: 'JIRAUSER10001', created: '1970-01-01T00:00:00.000+0000' },
    ...{ filename: 'notes.txt', mimeType: 'text/plain', content: 'bm90ZXM=' },
  })),
};

/** How many requests a scenario can have. */
const LONGEST = 50;

/** One request of a scenario, before the tracker it is sent to is known: the choices choose the rows that it is about. */
const step = fc.record({
  call: fc.constantFrom(...calls),
  caller: fc.constantFrom(...Array<CallerName>(30).fill('admin'), ...(Object.keys(callers) as CallerName[])),
  choices: fc.noBias(fc.array(fc.nat({ max: 9_999 }), { maxLength: 30, size: 'max' })),
  mutations,
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What came of one request of a scenario. */
interface Outcome {
  readonly status: number;
  /** What was sent and answered, for people. */
  readonly told: string;
  readonly problems: readonly string[];
  /** The call that answered, as far as it is known. */
  readonly call?: Call | undefined;
}

/** Sends scenarios of random and mutated requests, each to a tracker of its own, and judges every answer. */
export async function explore({ kind, requests, seed, path }: Exploration) {
  const statuses = new Map<number, number>();
  /** The names of the calls of which one succeeded. */
  const succeeded = new Set<string>();
  const fake = await startOpenFake(populatedWorld);
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('uncaughtException', note);
  /** @throws Error that describes the scenario if an answer is wrong */
  const scenarioOf = <One>(
    one: fc.Arbitrary<One>,
    send: (base: string, one: One, tenant: Tenant) => Promise<Outcome>,
  ) =>
    fc.asyncProperty(fc.noBias(fc.array(one, { minLength: 1, maxLength: LONGEST, size: 'max' })), async (all) => {
      const tenant = fake.open();
      const sent: string[] = [];
      try {
        for (const each of all) {
          const { status, told, problems, call } = await send(`${fake.url}${tenant.contextPath}`, each, tenant);
          sent.push(told);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (call !== undefined && status < 300) succeeded.add(call.name);
          const wrong = [...problems, ...errors.splice(0).map(String)];
          if (wrong.length > 0) throw new Error([...wrong, '', ...sent].join('\n'));
        }
      } finally {
        fake.close(tenant);
      }
    });
  const property: fc.IAsyncProperty<unknown> =
    kind === 'raw' ? scenarioOf(rawMessage, sendRaw) : scenarioOf(step, sendStep);
  // With any seed so many scenarios hold more requests than asked for: half of the longest is their average.
  const numRuns = Math.ceil((requests / LONGEST) * 2.2);
  try {
    const { errorInstance, counterexamplePath, failed } = await fc.check(property, {
      ...{ seed, numRuns },
      ...(path !== undefined && { path }),
    });
    const again = `npm run -w lab properties -- --scenarios ${kind} --seed ${seed} --path ${counterexamplePath}`;
    return {
      requests: [...statuses.values()].reduce((sum, count) => sum + count, 0),
      ...{ succeeded, statuses },
      /** The shortest scenario found that breaks a property, and how to replay it; undefined if there is none. */
      failure: failed ? `${messageOf(errorInstance)}\n\nAgain: ${again}` : undefined,
    };
  } finally {
    process.off('uncaughtException', note);
    await fake.stop();
  }
}

async function sendStep(base: string, planned: Step, tenant: Tenant): Promise<Outcome> {
  // The jobs of the schedule up to now are no effect of the request.
  tenant.catchUp();
  const sensible = sensibleRequest(planned.call, tenant, new Choices(planned.choices));
  const { headers, ...rest } = planned.mutations.reduce((request, mutate) => mutate(request), sensible);
  const login = callers[planned.caller];
  const request = { ...rest, headers: { ...(login !== undefined && { authorization: login }), ...headers } };
  const [fork, { last }] = [tenant.state.fork(), tenant.journal.span];
  const told = (answer: string | number) => describeRequest(request, planned.caller, String(answer));
  const received = await sendRequest(base, request).catch((error: unknown) => messageOf(error));
  if (typeof received === 'string') {
    return { status: 0, told: told('no answer'), problems: [`There was no answer: ${received}`] };
  }
  const { status } = received;
  const call = answeringCall(tenant.journal.entries(last).at(-1));
  // The deferred work of a call is a change too. It must not happen during the next request.
  tenant.finishDeferred();
  const problems = judgeAnswer(request.method, received, call);
  const mayChange = status < 300 && call?.scope !== 'read';
  const tableNames = Object.keys(fork.tables) as TableName[];
  const isWritten = tableNames.some((name) => tenant.state.tables[name].content !== fork.tables[name].content);
  if (!mayChange && isWritten && !isDeepStrictEqual(tenant.state.dump(), fork.dump())) {
    problems.push(`The state has changed although the answer is ${status}.`);
  }
  return { status, told: told(status), problems, call };
}

/** The endpoint that answered, as the tracker's journal has it. */
function answeringCall(entry: JournalEntry | undefined): Call | undefined {
  // Test management is served under the previous URL pattern too.
  const previous = entry?.url.startsWith(defaultAssumptions['TM-N01']) === true;
  const path = previous ? defaultBasePaths['test-management'] : (entry?.url ?? '');
  return calls.find((call) => endpointTitle(call) === entry?.endpoint && path.startsWith(call.base));
}

const REFUSALS = [400, 401, 403, 404, 405, 413, 415];

type Received = Awaited<ReturnType<typeof sendRequest>>;

function judgeAnswer(method: string, received: Received, call: Call | undefined): string[] {
  const { status, headers, text } = received;
  if (status >= 500) return [`The status is ${status}: ${text}`];
  // Node itself refuses a URL that is too long, without a body.
  if (status === 431 && text === '') return [];
  if (status >= 200 && status < 300) {
    if (call === undefined) return [`It was answered with ${status} and no endpoint.`];
    const isEmpty = method === 'HEAD' || (text === '' && call.response === undefined);
    return isEmpty || call.name === 'downloadAttachment' ? [] : problemsOfJson(received, call.response);
  }
  // A creation of many issues that all failed has an error for each.
  const ofEach = call?.name === 'bulkCreateIssues' && text.startsWith('{"issues"');
  const refusal = ofEach ? endpoints.bulkCreateIssues.response : errorBodySchema;
  // The page for a wrong password, and the text for a forged request.
  const isPage = headers['x-seraph-loginreason'] === 'AUTHENTICATED_FAILED' || text === 'XSRF check failed';
  return [
    ...(REFUSALS.includes(status) ? [] : [`The status ${status} is none that the tracker refuses with.`]),
    ...(status === 401 && headers['www-authenticate'] === undefined ? ['A 401 says no way to log in.'] : []),
    ...(status === 405 && headers['allow'] === undefined ? ['A 405 says no method that is allowed.'] : []),
    ...(method === 'HEAD' || isPage ? [] : problemsOfJson(received, refusal)),
  ];
}

function problemsOfJson({ headers, text }: Received, schema: z.ZodType = z.unknown()): string[] {
  const type = String(headers['content-type']);
  if (type !== 'application/json;charset=UTF-8') return [`The content type is ${type}.`];
  const json = parseJson(text);
  if (json === undefined) return ['The body is no JSON.'];
  const issues = schema.safeParse(json).error?.issues ?? [];
  return issues.map(({ path, message }) => `The body does not fit: ${path.join('.')} ${message}.`);
}
