import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import {
  ContractError,
  describeEndpoint,
  failsFor,
  HarnessError,
  SetupError,
  skipAsUnavailable,
  test,
} from '../../../fixtures/index.js';
import type { DocumentedRuleId, TestFixtures, WorkerFixtures } from '../../../fixtures/index.js';
import { at } from '../values.js';
import { countParts, dealCalls, isRead } from './deal-calls.js';
import type { EndpointName, PlannedCall } from './deal-calls.js';
import { EarlierDifference, firstFailing, succeeded } from './sequence-model.js';
import type { Check, SequenceModel } from './sequence-model.js';

/** How often a sequence that fails is run again at most, to find a shorter one, and for how long, in milliseconds. */
const SHORTENING = { replays: 40, time: 20_000 };

/**
 * How often a sequence is begun again because the tracker refused a call, as it limits how many it takes, and the pause
 * before the first time, in milliseconds. It doubles with each further time.
 */
const RESTARTS = { most: 5, pause: 500 };

const LIMITED = 'The tracker limits how many requests it takes, and refused calls in each attempt: set TRACKER_RATE.';

/** The time-out of a sequence, in time-outs of a test, and the part of it after which no further call is made. */
const TIME = { timeouts: 4, forCalls: 0.75 };

type Model<State> = Pick<
  SequenceModel<never, never, State>,
  'operations' | 'compare' | 'compareStart' | 'comparesFirst' | 'rules'
>;

/** The calls after which a tracker and a model differ; none if they differ from the start. */
interface Failure {
  readonly calls: readonly PlannedCall[];
  readonly rule: DocumentedRuleId;
  readonly error: Error;
}

/** What came of some calls: a difference, none, or a call that was refused because there were too many. */
type Outcome = Failure | undefined | 'limited';

type Running = Pick<TestFixtures, 'exchanges' | 'tracker'> & Pick<WorkerFixtures, 'settings'>;

/** The tests of models: each has a part of the calls of a model. */
export function partsOf<One extends Pick<SequenceModel<never, never, never>, 'operations' | 'title'>>(
  models: readonly One[],
) {
  return models.flatMap((model) =>
    Array.from({ length: countParts(model.operations) }, (_, part) => {
      return { model, part, title: `${model.title} as a simple model does, part ${part + 1}` };
    }),
  );
}

/** The calls of all parts of a model: the tests of a worker have the same seed. */
const dealt = new WeakMap<object, PlannedCall[][]>();

/**
 * Makes the calls of a part of a model's sequences, and compares the tracker with the model after each. If they differ,
 * the test fails with the shortest sequence that was found to fail in the same way. A call that is refused because there
 * were too many says nothing of a rule: the sequence is begun again, a few times.
 */
export async function expectSequence<Fixtures, Data, State>(
  { model, part }: { readonly model: SequenceModel<Fixtures, Data, State>; readonly part: number },
  fixtures: Fixtures & Running,
): Promise<void> {
  const { seed, modelCalls } = fixtures.settings;
  const parts = dealt.get(model) ?? dealCalls(model.operations, { seed, calls: modelCalls });
  dealt.set(model, parts);
  const calls = parts[part] ?? [];
  const timeout = test.info().timeout * TIME.timeouts;
  const more = (time: number) => test.setTimeout(timeout === 0 ? 0 : test.info().timeout + time);
  const began = Date.now();
  test.setTimeout(timeout);
  // If set-up had to wait for other tests, the time-out is longer when it is asked for.
  const endOfCalls = () => (timeout === 0 ? Infinity : began + test.info().timeout - timeout * (1 - TIME.forCalls));
  // A tracker of the test's own takes new data at once; elsewhere the data is brought back.
  const isNew = fixtures.tracker.contents !== undefined && model.isOnce !== true;
  let data: Data | undefined;
  const attempt = async (made: readonly PlannedCall[], end: () => number, isCareful = false): Promise<Outcome> => {
    const { exchanges } = fixtures;
    const before = exchanges.limited;
    data = data === undefined || isNew ? await model.provide(fixtures) : await model.again(fixtures, data);
    if (exchanges.limited > before) return 'limited';
    const failure = await play(model, made, await model.start(fixtures, data, isCareful), { until: end(), isCareful });
    return failure !== undefined && exchanges.limited > before ? 'limited' : failure;
  };

  let outcome = await attempt(calls, endOfCalls);
  for (let restart = 0; outcome === 'limited'; restart += 1) {
    if (restart === RESTARTS.most) throw new Error(LIMITED);
    more(timeout);
    await sleep(RESTARTS.pause * 2 ** restart);
    outcome = await attempt(calls, endOfCalls);
  }
  if (outcome === undefined) return;
  more(SHORTENING.time * 2);
  const of = `of ${calls.length} calls (TRACKER_SEED=${seed})`;
  const start = await attempt([], () => Infinity);
  if (start !== undefined && start !== 'limited') {
    failsFor(start.rule);
    throw retold(start, of);
  }
  const carefully = (fewer: readonly PlannedCall[]) => attempt(fewer, () => Infinity, true);
  const found = await carefully(outcome.calls);
  const first = found === undefined || found === 'limited' ? outcome : found;
  const shortest = await shorten(model, first, carefully);
  const isOfModel =
    !(shortest.error instanceof EarlierDifference) && !(await failsElsewhere(model, shortest.calls, fixtures));
  const rule = isOfModel ? model.rules[0] : shortest.rule;
  failsFor(rule);
  throw retold({ ...shortest, rule }, of);
}

/** Whether calls differ from the model on other data too, so that the rule of the model does not explain it. */
async function failsElsewhere<Fixtures, Data, State>(
  model: SequenceModel<Fixtures, Data, State>,
  calls: readonly PlannedCall[],
  fixtures: Fixtures,
): Promise<boolean> {
  if (model.provideControl === undefined) return true;
  const data = await model.provideControl(fixtures);
  const state = await model.start(fixtures, data, true);
  return (await play(model, calls, state, { until: Infinity, isCareful: true })) !== undefined;
}

/**
 * Makes calls until the tracker and the model differ; without calls, looks at what set-up made. The last read is repeated after
 * each kind of call that changes something: it may be answered from memory. If the time is up before, the test is skipped.
 */
async function play<State>(
  { operations, compare, compareStart, comparesFirst = false }: Model<State>,
  calls: readonly PlannedCall[],
  state: State,
  { until, isCareful }: { readonly until: number; readonly isCareful: boolean },
): Promise<Failure | undefined> {
  const checksOf = async ({ operation, given }: PlannedCall, rule: DocumentedRuleId): Promise<readonly Check[]> => {
    const end = await operations[operation]?.run(state, given, rule);
    return end === undefined ? [] : 'exchange' in end ? [succeeded(rule, end)] : end;
  };
  if (calls.length === 0) {
    const found = await firstFailing(compareStart?.(state) ?? []);
    return found && { calls, rule: found.rule, error: asFailure(found.error) };
  }
  let read: PlannedCall | undefined;
  let repeatedAfter = new Set<EndpointName>();
  const lastChange = calls.findLastIndex(({ operation }) => !isRead(operation));
  for (const [index, call] of calls.entries()) {
    skipAsUnavailable(Date.now() > until, `The tracker answered ${index} of ${calls.length} calls in time.`);
    const rule = ruleOf(operations, call);
    const made = calls.slice(0, index + 1);
    const failed = (of: DocumentedRuleId, error: unknown): Failure => {
      return { calls: made, rule: of, error: asFailure(error) };
    };
    try {
      const checks = await checksOf(call, rule);
      const isWhole = isCareful || index === lastChange;
      const compared = isRead(call.operation) ? [] : compare(state, rule, isWhole);
      const found = await firstFailing(comparesFirst ? [...compared, ...checks] : [...checks, ...compared]);
      if (found !== undefined) return failed(found.rule, found.error);
      if (isRead(call.operation)) {
        read = call;
        repeatedAfter = new Set();
      } else if (read !== undefined && (isCareful || !repeatedAfter.has(call.operation))) {
        made.push(read);
        repeatedAfter.add(call.operation);
        const other = await firstFailing(await checksOf(read, ruleOf(operations, read)));
        if (other !== undefined) return failed(other.rule, other.error);
      }
    } catch (error) {
      return failed(error instanceof EarlierDifference ? error.rule : rule, error);
    }
  }
  return undefined;
}

function ruleOf(operations: Model<never>['operations'], { operation, given }: PlannedCall): DocumentedRuleId {
  const planned = operations[operation];
  if (planned === undefined) throw new RangeError(`The model has no operation ${operation}.`);
  return planned.ruleOf(given);
}

/** The error of a comparison or of a call. @throws an error that says nothing of the tracker's data, or skips the test */
function asFailure(error: unknown): Error {
  const isOfHarness = error instanceof HarnessError && !(error instanceof ContractError || error instanceof SetupError);
  if (!(error instanceof Error) || isOfHarness || test.info().expectedStatus === 'skipped') throw error;
  return error;
}

/** Leaves out calls as long as the rest fails in the same way, and gives those that stay simpler values. */
async function shorten(
  { operations }: Pick<Model<never>, 'operations'>,
  failure: Failure,
  again: (calls: readonly PlannedCall[]) => Promise<Outcome>,
): Promise<Failure> {
  const until = Date.now() + SHORTENING.time;
  let shortest = failure;
  let end: { readonly error?: unknown } | undefined;
  /** Makes fewer or simpler calls. They take the place of the shortest if they fail in a way that is wanted. */
  const fail = async (calls: readonly PlannedCall[], isWanted: (found: Failure) => boolean): Promise<boolean> => {
    if (end !== undefined || Date.now() > until) return false;
    try {
      const found = await again(calls);
      if (found === 'limited') end = {};
      if (found === 'limited' || found === undefined || !isWanted(found)) return false;
      if (found.calls.length <= shortest.calls.length) shortest = found;
      return true;
    } catch (error) {
      // The runner would take it for another failure, and go on.
      end = { error };
      return false;
    }
  };
  const passes = async (calls: readonly PlannedCall[]) =>
    calls.length !== failure.calls.length && !(await fail(calls, ({ rule }) => rule === failure.rule));
  const fewer = fc.subarray([...failure.calls], { minLength: 1 });
  const property = fc.asyncProperty(fc.limitShrink(fewer, SHORTENING.replays), passes);
  await fc.check(property, { examples: [[[...failure.calls]]], numRuns: 1 });
  // Most models list the values of a parameter from the simplest on. A simpler call may be of a rule that others rest on.
  for (const place of [...shortest.calls.keys()].reverse()) {
    const { operation } = at(shortest.calls, place);
    for (const [name, values] of Object.entries(operations[operation]?.parameters ?? {})) {
      for (const value of values.slice(0, values.indexOf(shortest.calls[place]?.given[name]))) {
        const simpler = shortest.calls.map((call, index) =>
          index === place ? { ...call, given: { ...call.given, [name]: value } } : call,
        );
        if (await fail(simpler, ({ calls }) => calls.length === simpler.length)) break;
      }
    }
  }
  // So that the last calls of the test, which its reports show, are those of the sequence they name.
  await fail(shortest.calls, () => false);
  if (end !== undefined && 'error' in end) throw end.error;
  return shortest;
}

/** The error of a failure, with the rule that does not hold before it and the calls of the sequence behind it. */
function retold(failure: Failure, of: string): Error {
  const { calls, rule, error } = failure;
  const told = stripVTControlCharacters(error.message);
  const sequence = [`The shortest such sequence found, ${of}:`, calls.map(asText).join('\n')];
  const message =
    calls.length === 0
      ? `${rule} does not hold right after set-up: ${told}`
      : [headOf(failure), told, ...sequence].join('\n\n');
  // Playwright shows the place of the first frame: the test's, not the comparison here.
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ') && !OWN.test(line));
  return Object.assign(new Error(message), { stack: [`Error: ${message}`, ...(frames ?? [])].join('\n') });
}

function headOf({ calls, rule, error }: Failure): string {
  const [last] = describeEndpoint(at(calls, -1).operation);
  const where = error instanceof EarlierDifference ? `${describeEndpoint(error.endpoint)[0]} before ${last}` : last;
  const after = calls.length === 1 ? 'one call in sequence, ' : `${calls.length} calls in sequence, the last `;
  return `${rule} does not hold after ${after}${where}`;
}

const asText = ({ operation, given }: PlannedCall) => `${operation}(${inspect(given, SHOWN)})`;

const SHOWN = { breakLength: Infinity, maxStringLength: 40 };

/** The places of a stack that are in the models, and in what runs them. */
const OWN = /[\\/](support|node_modules)[\\/]/;
