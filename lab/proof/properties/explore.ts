import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { Agent } from 'undici';
import * as z from 'zod';
import { defaultAssumptions, defaultBasePaths, endpoints, endpointTitle } from '../../../contracts/index.js';
import { errorBodySchema } from '../../../contracts/index.js';
import type { WorldInput } from '../../../contracts/index.js';
import { parseJson } from '../../../contracts/reading.js';
import { messageOf } from '../../../contracts/thrown.js';
import { documentsWorld } from '../../../fake/index.js';
import type { JournalEntry } from '../../../fake/index.js';
import type { TableName } from '../../../fake/state/tables.js';
import { startOpenFake } from '../open-fake.js';
import type { OpenFake } from '../open-fake.js';
import { Choices } from '../random.js';
import { rawMessage, sendRaw } from './raw.js';
import { callers, describeRequest, mutateRequest, mutations, sendRequest } from './request.js';
import type { CallerName, Mutation, Received } from './request.js';
import { calls, sensibleRequest } from './sensible-request.js';
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

const notes = { filename: 'notes.txt', mimeType: 'text/plain', author: 'JIRAUSER10001', content: 'bm90ZXM=' };

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
  versions: ['1.0', '2.0', '3.0'].map((name, place) => ({ id: 9_201 + place, projectId: 11_101, name })),
  remoteLinks: (documentsWorld.issues ?? []).map(({ id: issueId }, place) => {
    const object = { url: 'https://example.com', title: 'A page' };
    return { id: 9_500 + place, issueId, globalId: 'first', object };
  }),
  issueLinks: [{ id: 9_301, typeId: 10_000, sourceId: 12_001, targetId: 12_005 }],
  attachments: [12_001, 12_005].map((issueId) => {
    return { ...notes, id: issueId - 2_900, issueId, created: '1970-01-01T00:00:00.000+0000' };
  }),
};

/** How many requests a scenario can have. */
const LONGEST = 50;

const step: fc.Arbitrary<Step> = fc.record({
  call: fc.constantFrom(...calls),
  caller: fc.oneof(
    { arbitrary: fc.constant<CallerName>('admin'), weight: 4 },
    { arbitrary: fc.constantFrom(...(Object.keys(callers) as CallerName[])), weight: 1 },
  ),
  choices: fc.noBias(fc.array(fc.nat({ max: 9_999 }), { maxLength: 30, size: 'max' })),
  mutations,
});

class Explored {
  requests = 0;
  /** The names of the calls of which one succeeded. */
  readonly succeeded = new Set<string>();
  readonly statuses = new Map<number, number>();
  /** The shortest scenario found that breaks a property, and how to replay it; undefined if there is none. */
  failure: string | undefined;

  readonly count = (status: number, call?: Call): void => {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (call !== undefined && status < 300) this.succeeded.add(call.name);
  };
}

/** Sends scenarios of random and mutated requests, each to a tracker of its own, and judges every answer. */
export async function explore({ kind, requests, seed, path }: Exploration): Promise<Explored> {
  const explored = new Explored();
  const fake = await startOpenFake(populatedWorld);
  const agent = new Agent({ connections: 4 });
  const scenarioOf = <One>(one: fc.Arbitrary<One>) =>
    fc.noBias(fc.array(one, { minLength: 1, maxLength: LONGEST, size: 'max' }));
  const property: fc.IAsyncProperty<unknown> =
    kind === 'raw'
      ? fc.asyncProperty(scenarioOf(rawMessage), (all) => sendRaw(fake, all, explored.count))
      : fc.asyncProperty(scenarioOf(step), (all) => runScenario(fake, agent, all, explored.count));
  // With any seed so many scenarios hold more requests than asked for: half of the longest is their average.
  const numRuns = Math.ceil((requests / LONGEST) * 2.2);
  try {
    const details = await fc.check(property, { seed, numRuns, ...(path !== undefined && { path }) });
    if (details.failed) {
      const { errorInstance: error, counterexamplePath } = details;
      const again = `npm run -w lab properties -- --scenarios ${kind} --seed ${seed} --path ${counterexamplePath}`;
      explored.failure = `${error instanceof Error ? error.message : String(error)}\n\nAgain: ${again}`;
    }
    return explored;
  } finally {
    await agent.close();
    await fake.stop();
  }
}

/** One request of a scenario, before the tracker it is sent to is known. */
interface Step {
  readonly call: Call;
  readonly caller: CallerName;
  /** They choose the rows of the tracker that it is about. */
  readonly choices: readonly number[];
  readonly mutations: readonly Mutation[];
}

/** Sends requests in a row to a tracker of their own. @throws Error that describes the scenario if an answer is wrong */
async function runScenario(
  fake: OpenFake,
  agent: Agent,
  steps: readonly Step[],
  count: Explored['count'],
): Promise<void> {
  const tenant = fake.open();
  const tableNames = Object.keys(tenant.state.tables) as TableName[];
  const sent: string[] = [];
  const fail = (...problems: readonly string[]) => new Error([...problems, '', ...sent].join('\n'));
  try {
    for (const { call: meant, caller, choices, mutations } of steps) {
      // The jobs of the schedule up to now are no effect of the next request.
      tenant.catchUp();
      const { headers, ...planned } = mutateRequest(sensibleRequest(meant, tenant, new Choices(choices)), mutations);
      const login = callers[caller];
      const request = { ...planned, headers: { ...(login !== undefined && { authorization: login }), ...headers } };
      const [fork, { last }] = [tenant.state.fork(), tenant.journal.span];
      const received = await sendRequest(agent, `${fake.url}${tenant.contextPath}`, request).catch((error: unknown) => {
        sent.push(describeRequest(request, caller, 'no answer'));
        throw fail(`There was no answer: ${messageOf(error)}`);
      });
      const { status } = received;
      sent.push(describeRequest(request, caller, String(status)));
      const call = answeringCall(tenant.journal.entries(last).at(-1));
      count(status, call);
      // The deferred work of a call is a change too. It must not happen during the next request.
      tenant.finishDeferred();
      const problems = judgeAnswer(request.method, received, call);
      const mayChange = status < 300 && call?.scope !== 'read';
      const isWritten = tableNames.some((name) => tenant.state.tables[name].content !== fork.tables[name].content);
      if (!mayChange && isWritten && !isDeepStrictEqual(tenant.state.dump(), fork.dump())) {
        problems.push(`The state has changed although the answer is ${status}.`);
      }
      if (problems.length > 0) throw fail(...problems);
    }
  } finally {
    fake.close(tenant);
  }
}

/** The endpoint that answered, as the tracker's journal has it. */
function answeringCall(entry: JournalEntry | undefined): Call | undefined {
  // Test management is served under the previous URL pattern too.
  const previous = entry?.url.startsWith(defaultAssumptions['TM-N01']) === true;
  const path = previous ? defaultBasePaths['test-management'] : (entry?.url ?? '');
  return calls.find((call) => endpointTitle(call) === entry?.endpoint && path.startsWith(call.base));
}

const REFUSALS = [400, 401, 403, 404, 405, 413, 415];

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
