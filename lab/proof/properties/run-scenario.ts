import { isDeepStrictEqual } from 'node:util';
import type { Dispatcher } from 'undici';
import { messageOf } from '../../../contracts/thrown.js';
import type { Fault } from '../../../fake/faults/fault.js';
import type { WireFaults } from '../../../fake/faults/wire-faults.js';
import type { State } from '../../../fake/state/state.js';
import type { TableName } from '../../../fake/state/tables.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import { Choices } from '../random.js';
import { answeringEndpoint } from './calls.js';
import type { Call } from './calls.js';
import { judgeAnswer } from './judge-answer.js';
import { mutateRequest } from './mutation.js';
import type { Mutation } from './mutation.js';
import type { OpenFake } from './open-fake.js';
import { describeScenario, sendRequest, withLogin } from './request.js';
import type { CallerName, Received, SentRequest } from './request.js';
import { sensibleRequest } from './sensible-request.js';

/** One request of a scenario, before the tracker it is sent to is known. */
export interface Step {
  readonly call: Call;
  readonly caller: CallerName;
  /** They choose the rows of the tracker that it is about. */
  readonly choices: readonly number[];
  readonly mutations: readonly Mutation[];
  /** The query of a search. */
  readonly jql?: string;
}

/** Counts answers, by what gave them: an endpoint, or an operation of the control API. */
interface Counting {
  add(status: number, call: Call | undefined): void;
}

/** The outcome of a request. */
interface Judged {
  readonly answer: string;
  readonly problems: readonly string[];
}

/** After one request in so many, a copy of all rows is compared in addition to a fork of the state. */
const WHOLE_COMPARISON = 40;

/**
 * Sends requests in a row to a tracker of their own.
 *
 * @param seesOthers whether others have to go on: the rest of the fake is called after each request
 * @throws Error that describes the scenario if an answer is wrong
 */
export async function runScenario(
  fake: OpenFake,
  dispatcher: Dispatcher,
  steps: readonly Step[],
  counting: Counting,
  seesOthers: boolean,
): Promise<void> {
  const tenant = fake.open();
  const other = fake.open();
  const scenario: SentRequest[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      endLongFaults(tenant.faults);
      // The jobs of the schedule up to now are no effect of the next request.
      tenant.catchUp();
      const { call, caller, mutations, choices, jql } = step;
      const sensible = sensibleRequest(call, tenant, new Choices(choices), jql);
      const request = withLogin(caller, mutateRequest(sensible, mutations));
      const base = call.isControl ? fake.url : `${fake.url}${tenant.contextPath}`;
      const whole = index % WHOLE_COMPARISON === WHOLE_COMPARISON - 1;
      const send = () => sendRequest(dispatcher, base, request);
      // A mutation, or a name that is nothing or a dot in a path, can make another call of a control call.
      const isOther = mutations.length > 0 || sensible.segments.slice(1).some((segment) => /^\.{0,2}$/.test(segment));
      const meant = isOther ? { ...call, answer: undefined } : call;
      const { answer, problems } = await judge(tenant, request.method, meant, send, counting, whole);
      scenario.push({ request, caller, answer });
      const found = seesOthers ? [...problems, ...(await judgeOthers(fake, dispatcher, other))] : problems;
      if (found.length > 0) throw new Error(`${found.join('\n')}\n\n${describeScenario(scenario)}`);
      if (!fake.tenants().includes(tenant)) return;
      for (const opened of fake.tenants()) if (opened !== tenant && opened !== other) fake.close(opened);
    }
  } finally {
    for (const opened of fake.tenants()) fake.close(opened);
  }
}

async function judge(
  tenant: Tenant,
  method: string,
  meant: Call,
  send: () => Promise<Received>,
  counting: Counting,
  whole: boolean,
): Promise<Judged> {
  const { isControl } = meant;
  const before = settingsOf(tenant);
  const fork = tenant.state.fork();
  const rowsBefore = whole ? fork.dump() : undefined;
  let received;
  try {
    received = await send();
  } catch (error) {
    // A fault may have dropped the connection.
    if (!isControl && tenant.faults.size > 0) return { answer: 'no answer because of a fault', problems: [] };
    return { answer: 'no answer', problems: [`There was no answer: ${messageOf(error)}`] };
  }
  const { status, text } = received;
  const answer = String(status);
  const entry = isControl ? undefined : tenant.journal.entries(before.journal.last).at(-1);
  const call = isControl ? meant : entry && answeringEndpoint(entry);
  counting.add(status, call);
  if (entry !== undefined && entry.faults.length > 0) {
    return { answer, problems: text.includes('The fake failed') ? ['The fake failed.'] : [] };
  }
  const problems = judgeAnswer(method, received, call);
  // The deferred work of a call is a change too. It must not happen during the next request.
  if (!isControl) tenant.finishDeferred();
  if (status < 300 && (isControl ? method !== 'GET' : call?.isRead !== true)) return { answer, problems };
  if (isControl && !isDeepStrictEqual(settingsOf(tenant), before)) {
    problems.push(`What is set has changed although the answer is ${status}.`);
  }
  if (isWrittenTo(tenant.state, fork) && !isDeepStrictEqual(tenant.state.dump(), fork.dump())) {
    problems.push(`The state has changed although the answer is ${status}.`);
  }
  if (rowsBefore !== undefined && !isDeepStrictEqual(tenant.state.dump(), rowsBefore)) {
    problems.push(`Rows have changed in place although the answer is ${status}.`);
  }
  return { answer, problems };
}

/** The parts of a tenant, apart from its rows, that the control API can change. */
function settingsOf(tenant: Tenant) {
  return {
    properties: tenant.properties,
    faults: tenant.faults.list(),
    journal: tenant.journal.span,
    deferral: tenant.deferred.policy,
    revision: tenant.revision,
  };
}

/** Whether the other trackers of the same fake, and its control API, still answer by their addresses. */
async function judgeOthers(fake: OpenFake, dispatcher: Dispatcher, other: Tenant): Promise<string[]> {
  const opened = fake.tenants().at(-1) ?? other;
  const paths = [
    `${other.contextPath}/rest/api/2/serverInfo`,
    '/control/tenants',
    ...(opened === other ? [] : [`/control/tenants/${encodeURIComponent(opened.name)}`]),
    ...(opened === other ? [] : [`${opened.contextPath}/rest/api/2/serverInfo`]),
  ];
  const problems: string[] = [];
  for (const path of paths) {
    const { status } = await sendRequest(dispatcher, fake.url, { method: 'GET', path, query: [], headers: {} });
    if (status !== 200) problems.push(`The unrelated GET ${path} is answered with ${status}.`);
  }
  return problems;
}

/** Whether any table was written to since a fork was taken. */
function isWrittenTo({ tables }: State, fork: State): boolean {
  return (Object.keys(tables) as TableName[]).some((name) => tables[name].content !== fork.tables[name].content);
}

/** How long a fault may hold up a request of a scenario, in milliseconds. */
const LONGEST = 20;

/** Ends the faults that would hold up what comes next for longer than there is time. */
function endLongFaults(faults: WireFaults): void {
  for (const { id, fault } of faults.list()) if (delayOf(fault) > LONGEST) faults.remove(id);
}

function delayOf(fault: Fault): number {
  if (fault.kind === 'slow-body') return fault.pieces * fault.pause;
  if (fault.kind !== 'latency') return 0;
  return typeof fault.milliseconds === 'number' ? fault.milliseconds : fault.milliseconds.to;
}
