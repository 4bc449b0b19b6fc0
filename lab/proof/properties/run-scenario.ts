import { isDeepStrictEqual } from 'node:util';
import type { Dispatcher } from 'undici';
import { basePathOf, defaultBasePaths, endpoints } from '../../../contracts/index.js';
import type { Endpoint, EndpointName } from '../../../contracts/index.js';
import { messageOf } from '../../../contracts/thrown.js';
import type { Fault } from '../../../fake/faults/fault.js';
import type { WireFaults } from '../../../fake/faults/wire-faults.js';
import type { State } from '../../../fake/state/state.js';
import type { TableName } from '../../../fake/state/tables.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import { addFaultCall, controlCall } from './control-calls.js';
import type { ControlCallName } from './control-calls.js';
import type { OpenFake } from './open-fake.js';
import { answeringEndpoint, judgeAnswer, judgeControlAnswer } from './judge-answer.js';
import { Choices } from './known-value.js';
import { mutateRequest } from './mutation.js';
import { callers, describeScenario, sendRequest } from './request.js';
import type { CallerName, PlannedRequest, Received, SentRequest } from './request.js';
import { sensibleRequest } from './sensible-request.js';
import type { Step } from './step.js';

/** The source of an answer: an endpoint, a call to the control API, or the call that adds a fault. */
export type Answering = EndpointName | ControlCallName | 'add a fault';

/** Counts answers. */
interface Counting {
  add(status: number, answering: Answering | undefined): void;
}

/** A request that is about to be sent. */
interface Planned {
  readonly request: PlannedRequest;
  readonly caller: CallerName;
  /** The call to the control API; undefined for a request to the tracker. */
  readonly control?: Answering | undefined;
}

/** The outcome of a request. */
interface Judged {
  readonly answer: string;
  readonly problems: readonly string[];
}

/** After one request in so many, a copy of all rows is compared in addition to a fork of the state. */
const WHOLE_COMPARISON = 40;

/** Sends requests in a row to a tracker of their own. @throws Error that describes the scenario if an answer is wrong */
export async function runScenario(
  fake: OpenFake,
  dispatcher: Dispatcher,
  steps: readonly Step[],
  counting: Counting,
): Promise<void> {
  const tenant = fake.open();
  const other = fake.open();
  const scenario: SentRequest[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      endLongFaults(tenant.faults);
      // The jobs of the schedule up to now are no effect of the next request.
      tenant.catchUp();
      const planned = plan(step, tenant);
      const base = planned.control === undefined ? `${fake.url}${tenant.contextPath}` : fake.url;
      const whole = index % WHOLE_COMPARISON === WHOLE_COMPARISON - 1;
      const send = () => sendRequest(dispatcher, base, planned.request);
      const { answer, problems } = await judge(tenant, planned, send, counting, whole);
      scenario.push({ request: planned.request, caller: planned.caller, base, answer });
      const found =
        step.kind === 'endpoint' ? problems : [...problems, ...(await judgeOthers(fake, dispatcher, other))];
      if (found.length > 0) throw new Error(`${found.join('\n')}\n\n${describeScenario(scenario)}`);
      if (!fake.tenants().includes(tenant)) return;
      for (const opened of fake.tenants()) if (opened !== tenant && opened !== other) fake.close(opened);
    }
  } finally {
    for (const opened of fake.tenants()) fake.close(opened);
  }
}

/** The request of a step on the current tracker. */
function plan(step: Step, tenant: Tenant): Planned {
  switch (step.kind) {
    case 'endpoint': {
      const { endpoint, caller, choices, mutations } = step;
      const row: Endpoint = endpoints[endpoint];
      const sensible = sensibleRequest(endpoint, row, tenant.state, new Choices(choices));
      return { caller, request: withLogin(caller, mutateRequest(sensible, mutations)) };
    }
    case 'search':
      return { caller: 'admin', request: withLogin('admin', searchRequest(step)) };
    case 'fault':
      return {
        caller: 'nobody',
        control: 'add a fault',
        request: mutateRequest(addFaultCall(tenant, step.fault), step.mutations),
      };
    case 'control':
      return {
        caller: 'nobody',
        control: step.call,
        request: mutateRequest(controlCall(step.call, tenant, new Choices(step.choices)), step.mutations),
      };
  }
}

function withLogin(caller: CallerName, request: PlannedRequest): PlannedRequest {
  const login = callers[caller];
  return { ...request, headers: { ...(login !== undefined && { authorization: login }), ...request.headers } };
}

function searchRequest({ jql, isPost }: Extract<Step, { kind: 'search' }>): PlannedRequest {
  const path = `${basePathOf(endpoints.searchIssues.family, defaultBasePaths)}${endpoints.searchIssues.path}`;
  return isPost
    ? {
        method: 'POST',
        path,
        query: [],
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jql, fields: ['summary'] }),
      }
    : { method: 'GET', path, query: [['jql', jql]], headers: {} };
}

async function judge(
  tenant: Tenant,
  { request: { method }, control }: Planned,
  send: () => Promise<Received>,
  counting: Counting,
  whole: boolean,
): Promise<Judged> {
  const before = settingsOf(tenant);
  const fork = tenant.state.fork();
  const rowsBefore = whole ? fork.dump() : undefined;
  let received;
  try {
    received = await send();
  } catch (error) {
    // A fault may have dropped the connection.
    if (control === undefined && tenant.faults.size > 0)
      return { answer: 'no answer because of a fault', problems: [] };
    return { answer: 'no answer', problems: [`There was no answer: ${messageOf(error)}`] };
  }
  const { status, text } = received;
  const answer = String(status);
  const entry = control === undefined ? tenant.journal.entries(before.journal.last).at(-1) : undefined;
  const endpoint = entry && answeringEndpoint(entry);
  counting.add(status, control ?? endpoint);
  if (entry !== undefined && entry.faults.length > 0) {
    return { answer, problems: text.includes('The fake failed') ? ['The fake failed.'] : [] };
  }
  const problems =
    control === undefined ? judgeAnswer(method, received, endpoint) : judgeControlAnswer(method, received);
  // The deferred work of a call is a change too. It must not happen during the next request.
  if (control === undefined) tenant.finishDeferred();
  if (mayChange(method, status, control, endpoint)) return { answer, problems };
  if (control !== undefined && !isDeepStrictEqual(settingsOf(tenant), before)) {
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

function mayChange(
  method: string,
  status: number,
  control: Answering | undefined,
  endpoint: EndpointName | undefined,
): boolean {
  if (status >= 300) return false;
  if (control !== undefined) return method !== 'GET';
  return endpoint === undefined || endpoints[endpoint].scope !== 'read';
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
