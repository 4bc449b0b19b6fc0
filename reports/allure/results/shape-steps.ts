import { counted } from '../../../contracts/counted.js';
import type { RecordedExchange, RecordedExchanges, SetUpStep } from '../../../contracts/report/exchange.js';
import { parseJson } from '../../../contracts/reading.js';

export interface AllureResult extends AllureStep {
  readonly uuid: string;
  description?: string;
  labels: { readonly name: string; readonly value: string }[];
  links: { readonly name: string; readonly url: string; readonly type: string }[];
}

/** A step of a result; what has no `start` came about at its end, such as an attachment. */
export interface AllureStep {
  name: string;
  status: string;
  statusDetails?: {
    readonly message?: string;
    readonly trace?: string;
    readonly known?: boolean;
    readonly muted?: boolean;
  };
  readonly stage: string;
  steps: AllureStep[];
  attachments: AllureAttachment[];
  parameters: AllureParameter[];
  start?: number;
  readonly stop?: number;
}

export interface AllureAttachment {
  readonly name: string;
  readonly type: string;
  readonly source: string;
}

/** A name with a value; `excluded` keeps results with another value in the same history. */
export interface AllureParameter {
  readonly name: string;
  readonly value: string;
  readonly excluded?: boolean;
}

export interface StepSources {
  readonly exchanges: RecordedExchanges;
  readonly cleanupAt: number | undefined;
  readonly attach: (httpExchange: string) => AllureAttachment;
}

export const purposes = { setUp: 'Set-up', call: 'Call', read: 'Read', check: 'Check', cleanup: 'Cleanup' } as const;

/**
 * Shapes the steps of a result: `Set-up`, `Call`, `Read`, `Check` and `Cleanup` tell apart what was done. Each exchange is a
 * step with its status and duration, and with request and response if they were kept. What failed is explained once, at
 * the top of the result.
 */
export function shapeSteps(result: AllureResult, sources: StepSources): void {
  const { kept, setUp, beside } = sources.exchanges;
  result.steps = result.steps.flatMap((step) => (step.name === 'Before Hooks' ? step.steps : [step]));
  // They are made anew, with their calls.
  dropSetUp(result, new Set(setUp.map(({ what }) => `${purposes.setUp}: ${what}`)));
  fillInCalls(result, kept, sources);
  for (const step of setUp) place(result, setUpStep(step, sources));
  for (const exchange of beside) place(result, besideStep(exchange, sources));
  result.steps = result.steps.filter((step) => !isIdle(step));
  for (const step of [...allSteps(result)]) {
    if (step.name === 'After Hooks') step.name = purposes.cleanup;
    if (step.start !== undefined) step.start = Math.floor(step.start);
    step.steps = withReadsTogether(step.steps);
    if (step.statusDetails?.message === result.statusDetails?.message) delete step.statusDetails;
    if (result.status === 'skipped' && step.status !== 'passed') step.status = 'skipped';
  }
  result.steps = withReadsTogether(result.steps);
}

/** Whether a step is an empty cleanup, or the error as a file, which the result begins with. */
function isIdle({ name, steps, status }: AllureStep): boolean {
  return name === 'error-context' || (name === 'After Hooks' && steps.length === 0 && status === 'passed');
}

function dropSetUp(parent: Pick<AllureStep, 'steps'>, names: ReadonlySet<string>): void {
  parent.steps = parent.steps.filter(({ name }) => !names.has(name));
  for (const step of parent.steps) dropSetUp(step, names);
}

function fillInCalls(result: AllureResult, kept: readonly RecordedExchange[], sources: StepSources): void {
  const left = [...kept];
  for (const step of allSteps(result)) {
    const index = left.findIndex((exchange) => isStepOf(step, exchange));
    const [exchange] = index < 0 ? [] : left.splice(index, 1);
    if (exchange !== undefined)
      Object.assign(step, exchangeStep(exchange, purposes.call, sources), { status: step.status });
  }
  for (const exchange of left) place(result, exchangeStep(exchange, purposes.call, sources));
}

function isStepOf(step: AllureStep, { method, path, startedAt }: RecordedExchange): boolean {
  // A path that was cut or that held a secret differs from the path in the title.
  const hasName = step.name === `${method} ${path}` || (step.name.startsWith(`${method} /`) && /…|•••/.test(path));
  return hasName && contains(step, startedAt);
}

/** Whether something began during a step, whose times are whole milliseconds. */
function contains({ start = Infinity, stop = Infinity }: Pick<AllureStep, 'start' | 'stop'>, time: number): boolean {
  return Math.floor(time) >= start - 1 && Math.floor(time) <= stop + 1;
}

/** Puts a step before the first that began later, within the step of the test that was going on. */
function place(parent: Pick<AllureStep, 'steps'>, step: AllureStep): void {
  const { start = 0 } = step;
  const inside = parent.steps.find((one) => isBlock(one) && contains(one, start));
  if (inside !== undefined) {
    place(inside, step);
    return;
  }
  const index = parent.steps.findIndex((one) => (one.start ?? Infinity) >= (isExact(one) ? start : Math.floor(start)));
  parent.steps.splice(index < 0 ? parent.steps.length : index, 0, step);
}

/** Whether a step can contain others, as steps of the test itself and of its hooks can. */
function isBlock({ name }: AllureStep): boolean {
  return !Object.values(purposes).some((purpose) => name.startsWith(`${purpose}: `));
}

function isExact({ start = 0 }: AllureStep): boolean {
  return !Number.isInteger(start);
}

function setUpStep({ what, startedAt, durationMs, failed, exchanges }: SetUpStep, sources: StepSources): AllureStep {
  return {
    ...emptyStep(`${purposes.setUp}: ${what}`, startedAt, durationMs),
    status: failed === true ? 'failed' : 'passed',
    steps: exchanges.map((exchange) => exchangeStep(exchange, undefined, sources)),
  };
}

function besideStep(exchange: RecordedExchange, sources: StepSources): AllureStep {
  const isCleanup = sources.cleanupAt !== undefined && exchange.startedAt >= sources.cleanupAt;
  const purpose = exchange.method === 'GET' ? purposes.read : purposes.setUp;
  return exchangeStep(exchange, isCleanup ? purposes.cleanup : purpose, sources);
}

function exchangeStep(exchange: RecordedExchange, purpose: string | undefined, { attach }: StepSources): AllureStep {
  const { caller, method, path, status, durationMs, startedAt, details } = exchange;
  const what = `${method} ${path} → ${String(status)}`;
  return {
    ...emptyStep(purpose === undefined ? what : `${purpose}: ${what}`, startedAt, durationMs),
    // The step has the rest: status in its name, and its duration. Set-up calls as the administrator.
    parameters: purpose === purposes.call ? [{ name: 'Caller', value: caller }] : [],
    attachments: details === undefined ? [] : [attach(toHttpExchange(exchange))],
  };
}

function emptyStep(name: string, start: number, durationMs: number): AllureStep {
  const rest = { status: 'passed', stage: 'finished', steps: [], attachments: [], parameters: [] };
  return { name, start, stop: Math.round(start + durationMs), ...rest };
}

/** The steps, with consecutive reading steps joined into one. */
function withReadsTogether(steps: readonly AllureStep[]): AllureStep[] {
  const together: AllureStep[][] = [];
  for (const step of steps) {
    const before = together.at(-1);
    if (before !== undefined && isRead(step) && before.every(isRead)) before.push(step);
    else together.push([step]);
  }
  return together.flatMap((group) => (group.length < 2 ? group : [readsOf(group)]));
}

function isRead({ name }: AllureStep): boolean {
  return name.startsWith(`${purposes.read}: `);
}

function readsOf(steps: readonly AllureStep[]): AllureStep {
  const start = steps[0]?.start ?? 0;
  const stop = steps.at(-1)?.stop ?? start;
  const bare = steps.map((step) => ({ ...step, name: step.name.slice(`${purposes.read}: `.length) }));
  return { ...emptyStep(`${purposes.read}: ${counted(steps.length, 'call')}`, start, stop - start), steps: bare };
}

function* allSteps({ steps }: Pick<AllureStep, 'steps'>): Generator<AllureStep> {
  for (const step of steps) {
    yield step;
    yield* allSteps(step);
  }
}

/** An exchange in the format that Allure shows as request and response. */
function toHttpExchange({ method, path, status, startedAt, durationMs, details }: RecordedExchange): string {
  const { requestBody, responseBody } = details ?? {};
  return JSON.stringify({
    schemaVersion: 1,
    request: { method, url: path, ...bodyOf(requestBody) },
    response: { status, ...bodyOf(responseBody) },
    start: Math.round(startedAt),
    stop: Math.round(startedAt) + Math.round(durationMs),
  });
}

function bodyOf(value: string | undefined): object {
  if (value === undefined || value === '') return {};
  const contentType = parseJson(value) === undefined ? 'text/plain' : 'application/json';
  return { body: { contentType, encoding: 'utf8', value } };
}
