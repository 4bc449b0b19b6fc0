import { isDeepStrictEqual } from 'node:util';
import type { Dispatcher } from 'undici';
import * as z from 'zod';
import { defaultAssumptions, defaultBasePaths, endpoints, endpointTitle } from '../../../contracts/index.js';
import { errorBodySchema } from '../../../contracts/index.js';
import { parseJson } from '../../../contracts/reading.js';
import { messageOf } from '../../../contracts/thrown.js';
import type { JournalEntry } from '../../../fake/index.js';
import type { TableName } from '../../../fake/state/tables.js';
import { Choices } from '../random.js';
import { mutateRequest } from './mutation.js';
import type { Mutation } from './mutation.js';
import type { OpenFake } from '../open-fake.js';
import { callers, describeRequest, sendRequest } from './request.js';
import type { CallerName, Received } from './request.js';
import { calls, sensibleRequest } from './sensible-request.js';
import type { Call } from './sensible-request.js';

/** One request of a scenario, before the tracker it is sent to is known. */
export interface Step {
  readonly call: Call;
  readonly caller: CallerName;
  /** They choose the rows of the tracker that it is about. */
  readonly choices: readonly number[];
  readonly mutations: readonly Mutation[];
}

/** Counts answers, by the endpoint that gave them. */
export interface Counting {
  add(status: number, call?: Call): void;
}

/** Sends requests in a row to a tracker of their own. @throws Error that describes the scenario if an answer is wrong */
export async function runScenario(
  fake: OpenFake,
  dispatcher: Dispatcher,
  steps: readonly Step[],
  counting: Counting,
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
      const received = await sendRequest(dispatcher, `${fake.url}${tenant.contextPath}`, request).catch(
        (error: unknown) => {
          sent.push(describeRequest(request, caller, 'no answer'));
          throw fail(`There was no answer: ${messageOf(error)}`);
        },
      );
      const { status } = received;
      sent.push(describeRequest(request, caller, String(status)));
      const call = answeringCall(tenant.journal.entries(last).at(-1));
      counting.add(status, call);
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

/** The parts of an answer that break the contract of its call; none if it fits. */
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
