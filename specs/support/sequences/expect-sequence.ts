import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, isDeepStrictEqual, stripVTControlCharacters } from 'node:util';
import {
  ContractError,
  describeEndpoint,
  expect,
  failsFor,
  HarnessError,
  SetupError,
  skipAsUnavailable,
  test,
} from '../../../fixtures/index.js';
import type {
  ApiResponse,
  DocumentedRuleId,
  EndpointName,
  ExpectedStepsRow,
  SeenStepsRow,
  TestFixtures,
  WorkerFixtures,
} from '../../../fixtures/index.js';
import { dealCalls } from './deal-calls.js';
import type { PlannedCall } from './deal-calls.js';
import type { Check, SequenceModel, Step } from './sequence-model.js';

const matchers: Readonly<Record<Check['matcher'], (seen: unknown, expected: unknown) => void>> = {
  toBe: (seen, expected) => expect(seen).toBe(expected),
  toEqual: (seen, expected) => expect(seen).toEqual(expected),
  toHaveSteps: (seen, expected) => expect(seen as SeenStepsRow[]).toHaveSteps(expected as ExpectedStepsRow[]),
  toSucceed: (seen) => expect(seen as ApiResponse).toSucceed(),
};

/** How often a sequence that fails is run again at most, to find a shorter one, and for how long, in milliseconds. */
const SHORTENING = { replays: 40, time: 20_000 };

/**
 * How often a sequence is begun again because the tracker refused a call, as it limits how many it takes, and the pause
 * before the first time, in milliseconds. It doubles with each further time.
 */
const RESTARTS = { most: 5, pause: 500 };

/** The type of the annotation of a test for each of its calls that is refused because there were too many. */
const RATE_LIMITED = 'rate limited';

const LIMITED = 'The tracker limits how many requests it takes, and refused calls in each attempt: set TRACKER_RATE.';

/** The time-out of a sequence, in time-outs of a test, and the part of it after which no further call is made. */
const TIME = { timeouts: 4, forCalls: 0.75 };

/** The call after which a tracker and a model differ. */
interface Failure {
  readonly calls: readonly PlannedCall[];
  readonly step: Step;
  /** What differs or can't be read; undefined if a call failed. */
  readonly check: Check | undefined;
  readonly error: Error;
}

/** What came of some calls: a difference, none, or a call that was refused because there were too many. */
type Outcome = Failure | undefined | 'limited';

type Running = Pick<TestFixtures, 'tracker'> & Pick<WorkerFixtures, 'settings'>;

/**
 * Makes the calls of a part of a model's sequences, and compares the tracker with the model after each. If they differ,
 * the test fails with the shortest sequence that was found to fail in the same way. A call that is refused because there
 * were too many says nothing of a rule: the sequence is begun again, a few times.
 */
export async function expectSequence<Fixtures, Data, State>(
  model: SequenceModel<Fixtures, Data, State>,
  part: number,
  { tracker, settings }: Running,
  fixtures: Fixtures,
): Promise<void> {
  const { seed, modelCalls } = settings;
  const calls = dealCalls(model.operations, { seed, calls: modelCalls })[part] ?? [];
  const timeout = test.info().timeout * TIME.timeouts;
  const began = Date.now();
  test.setTimeout(timeout);
  // If set-up had to wait for other tests, the time-out is longer when it is asked for.
  const endOfCalls = () => began + test.info().timeout - timeout * (1 - TIME.forCalls);
  let data = await model.provide(fixtures);
  const attempt = async (made: readonly PlannedCall[], end: () => number): Promise<Outcome> => {
    const refused = countRefused();
    const failure = await play(model, made, await model.start(fixtures, data), timeout === 0 ? Infinity : end());
    return failure !== undefined && countRefused() > refused ? 'limited' : failure;
  };
  const again = async (made: readonly PlannedCall[], end: () => number): Promise<Outcome> => {
    const refused = countRefused();
    // A tracker of the test's own takes new data at once; elsewhere the data is brought back.
    const isNew = tracker.contents !== undefined && model.isOnce !== true;
    data = isNew ? await model.provide(fixtures) : await model.again(fixtures, data);
    return countRefused() > refused ? 'limited' : attempt(made, end);
  };

  if (countRefused() > 0) throw new Error(LIMITED);
  let outcome = await attempt(calls, endOfCalls);
  for (let restart = 0; outcome === 'limited'; restart += 1) {
    if (restart === RESTARTS.most) throw new Error(LIMITED);
    if (timeout !== 0) test.setTimeout(test.info().timeout + timeout);
    await sleep(RESTARTS.pause * 2 ** restart);
    outcome = await again(calls, endOfCalls);
  }
  if (outcome === undefined) return;
  test.setTimeout(timeout === 0 ? 0 : test.info().timeout + SHORTENING.time * 2);
  const shortest = await shorten(outcome, (fewer) => again(fewer, () => Infinity));
  failsFor(ruleOf(shortest, model.rules));
  throw retold(model, shortest, { seed, of: calls.length });
}

function countRefused(): number {
  return test.info().annotations.filter(({ type }) => type === RATE_LIMITED).length;
}

/** Makes calls until the tracker and the model differ. If the time is up before, the test is skipped. */
async function play<State>(
  { operations, compare }: Pick<SequenceModel<unknown, unknown, State>, 'operations' | 'compare'>,
  calls: readonly PlannedCall[],
  state: State,
  until: number,
): Promise<Failure | undefined> {
  /** The tables that had the expected steps, as text with these steps. */
  const fitting = new Set<string>();
  for (const [index, { operation, given, pick }] of calls.entries()) {
    skipAsUnavailable(Date.now() > until, `The tracker answered ${index} of ${calls.length} calls in time.`);
    const step = operations[operation]?.plan(state, given, pick);
    if (step === undefined) continue;
    const failed = (error: unknown, check?: Check): Failure => {
      return { calls: calls.slice(0, index + 1), step, check, error: asFailure(error) };
    };
    let checks: readonly Check[];
    try {
      checks = await step.make();
    } catch (error) {
      return failed(error);
    }
    if (step.isRead !== true) checks = [...checks, ...compare(state, step.rule)];
    const all = await Promise.all(checks.map(see));
    for (const [at, check] of checks.entries()) {
      const { seen, error } = all[at] ?? {};
      if (error !== undefined) return failed(error, check);
      const pair = check.matcher === 'toHaveSteps' ? JSON.stringify([seen, check.expected]) : '';
      // Each `expect` is a step of the report, which costs as much as a call.
      if (fitting.has(pair) || (check.matcher === 'toEqual' && isDeepStrictEqual(seen, check.expected))) continue;
      let mismatch = mismatchOf(check, seen);
      if (mismatch !== undefined && check.matcher === 'toHaveSteps') {
        // Tables that are read together are searched for, and a search may be late.
        const again = await see(check);
        mismatch = again.error ?? mismatchOf(check, again.seen);
      } else if (pair !== '') fitting.add(pair);
      if (mismatch !== undefined) return failed(mismatch, check);
    }
  }
  return undefined;
}

function mismatchOf({ matcher, expected }: Check, seen: unknown): unknown {
  try {
    matchers[matcher](seen, expected);
    return undefined;
  } catch (error) {
    return error;
  }
}

async function see({ seen }: Check): Promise<{ readonly seen?: unknown; readonly error?: unknown }> {
  try {
    return { seen: await seen() };
  } catch (error) {
    return { error };
  }
}

/** The error of a comparison or of a call. @throws an error that says nothing of the tracker's data, or skips the test */
function asFailure(error: unknown): Error {
  const isOfHarness = error instanceof HarnessError && !(error instanceof ContractError || error instanceof SetupError);
  if (!(error instanceof Error) || isOfHarness || test.info().expectedStatus === 'skipped') throw error;
  return error;
}

/** Leaves out calls as long as the rest fails in the same way. */
async function shorten(failure: Failure, again: (calls: readonly PlannedCall[]) => Promise<Outcome>): Promise<Failure> {
  const until = Date.now() + SHORTENING.time;
  let [shortest, left] = [failure, SHORTENING.replays];
  const isTheSame = (found: Failure | undefined): found is Failure =>
    found !== undefined &&
    (found.check ?? found.step).rule === (failure.check ?? failure.step).rule &&
    found.calls.length < shortest.calls.length;
  for (let size = Math.ceil(failure.calls.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // The last call is the one that fails.
    for (let end = shortest.calls.length - 1; end > 0; end -= size) {
      if ((left -= 1) < 0 || Date.now() > until) return shortest;
      const { calls } = shortest;
      const found = await again([...calls.slice(0, Math.max(end - size, 0)), ...calls.slice(end)]);
      if (found === 'limited') return shortest;
      if (isTheSame(found)) shortest = found;
    }
  }
  return shortest;
}

type Rules = SequenceModel<unknown, unknown, unknown>['rules'];

function ruleOf({ check, step }: Failure, rules: Rules): DocumentedRuleId {
  const [first, ...others] = rules;
  return others.length === 0 ? first : (check ?? step).rule;
}

/** The error of a failure, with the rule that does not hold before it and the calls of the sequence behind it. */
function retold(
  { operations, rules }: { readonly operations: Readonly<Record<string, { endpoint: EndpointName }>>; rules: Rules },
  failure: Failure,
  { seed, of }: { readonly seed: number; readonly of: number },
): Error {
  const { calls, error } = failure;
  const { endpoint } = operations[calls.at(-1)?.operation ?? ''] ?? {};
  const [last] = endpoint === undefined ? [''] : describeEndpoint(endpoint);
  const after = calls.length === 1 ? 'one call in sequence, ' : `${calls.length} calls in sequence, the last `;
  const message = [
    `${ruleOf(failure, rules)} does not hold after ${after}${last}`,
    stripVTControlCharacters(error.message),
    `The shortest such sequence found, of ${of} calls (TRACKER_SEED=${seed}):`,
    calls.map(({ operation, given }) => `${operation}(${inspect(given, SHOWN)})`).join('\n'),
  ].join('\n\n');
  // Playwright shows the place of the first frame: the test's, not the comparison here.
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ') && !OWN.test(line));
  return Object.assign(new Error(message), { stack: [`Error: ${message}`, ...(frames ?? [])].join('\n') });
}

const SHOWN = { breakLength: Infinity, maxStringLength: 40 };

/** The places of a stack that are in the models, and in what runs them. */
const OWN = /[\\/]support[\\/]/;
