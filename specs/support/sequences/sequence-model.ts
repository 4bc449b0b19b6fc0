import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '../../../fixtures/index.js';
import type { ApiResponse, DocumentedRuleId } from '../../../fixtures/index.js';
import type { Choices, EndpointName } from './deal-calls.js';

export interface Check {
  /** The rule that does not hold if it fails. */
  readonly rule: DocumentedRuleId;
  /** Reads the tracker, or a part of the answer. @throws an error if that is not what the model says */
  readonly holds: () => unknown;
}

/** A call that an operation makes before its own has another effect than in the model. */
export class EarlierDifference extends Error {
  readonly rule: DocumentedRuleId;
  readonly endpoint: EndpointName;

  constructor(endpoint: EndpointName, rule: DocumentedRuleId, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.endpoint = endpoint;
    this.rule = rule;
  }
}

/** The tests in which a comparison was a step. */
const stepped = new WeakSet<object>();

/**
 * Compares what is read with the model. Of what is equal only the first comparison of a test is a step of the report, which
 * costs as much as a call: it shows that the test checks something.
 *
 * @param what the part of an answer that is compared, such as `totalPages`
 */
export function same(rule: DocumentedRuleId, read: () => unknown, expected: unknown, what?: string): Check {
  const holds = async () => {
    const seen = await read();
    const [isEqual, info] = [isDeepStrictEqual(seen, expected), test.info()];
    if (isEqual && stepped.has(info)) return;
    stepped.add(info);
    expect(seen, isEqual ? what : differenceOf(what, expected, seen)).toStrictEqual(expected);
  };
  return { rule, holds };
}

function differenceOf(what: string | undefined, expected: unknown, seen: unknown): string | undefined {
  const lists = differenceOfLists(expected, seen);
  if (what === undefined) return lists;
  return lists === undefined ? differenceOfValues(what, expected, seen) : `${what}: ${lists}`;
}

/** A read for several comparisons. */
export function once<Seen>(read: () => Promise<Seen>): () => Promise<Seen> {
  let reading: Promise<Seen> | undefined;
  return () => (reading ??= read());
}

/** Two ways to read the same: if both differ from the model, the call before does not do what its rule says. */
export function unlessOneHolds(rule: DocumentedRuleId, one: readonly Check[], other: readonly Check[]): Check {
  const holds = async () => {
    const found = await firstFailing(one);
    if (found !== undefined && (await firstFailing(other)) !== undefined) throw found.error;
  };
  return { rule, holds };
}

/** Makes all checks at once. @returns the first that fails, with its error */
export async function firstFailing(
  checks: readonly Check[],
): Promise<{ rule: Check['rule']; error: unknown } | undefined> {
  const ends = await Promise.allSettled(checks.map(({ holds }) => Promise.resolve().then(holds)));
  const found = ends.findIndex(({ status }) => status === 'rejected');
  const [check, end] = [checks[found], ends[found]];
  return check !== undefined && end?.status === 'rejected' ? { rule: check.rule, error: end.reason } : undefined;
}

/**
 * What a list lacks and has too much, and how two elements differ that have all but one value in common. Compared place by
 * place, all behind a missing element would differ.
 */
function differenceOfLists(expected: unknown, seen: unknown): string | undefined {
  if (!Array.isArray(expected) || !Array.isArray(seen)) return undefined;
  const without = (some: readonly unknown[], others: readonly unknown[]) =>
    some.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));
  const more = without(seen, expected);
  const told = without(expected, seen).map((one) => {
    const place = more.findIndex((other) => differingNames(one, other).length === 1);
    if (place < 0) return `missing: ${textOf(one)}`;
    const [other] = more.splice(place, 1);
    const [name = ''] = differingNames(one, other);
    const { [name]: wanted, ...rest } = one as Record<string, unknown>;
    const { [name]: received } = other as Record<string, unknown>;
    return `${differenceOfValues(name, wanted, received)}, of ${textOf(rest)}`;
  });
  const all = [...told, ...more.map((one) => `too many: ${textOf(one)}`)];
  return all.length === 0 ? undefined : all.join('; ');
}

/** Two values of a property; of objects, only the properties that differ. */
function differenceOfValues(name: string, wanted: unknown, received: unknown): string {
  const parts = differingNames(wanted, received);
  if (parts.length === 0) return `${name}: expected ${textOf(wanted)}, received ${textOf(received)}`;
  const [one, other] = [wanted, received] as Record<string, unknown>[];
  return parts.map((part) => differenceOfValues(`${name}.${part}`, one?.[part], other?.[part])).join(', ');
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function differingNames(one: unknown, other: unknown): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return [];
  const [left, right] = [one, other] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => !isDeepStrictEqual(left?.[name], right?.[name]));
}

export function succeeded(rule: DocumentedRuleId, answer: ApiResponse): Check {
  return { rule, holds: () => expect(answer).toSucceed() };
}

export type Values<Given extends Choices> = { readonly [Name in keyof Given]: Given[Name][number] };

/** What is to be checked after a call, or only its answer, which is to succeed. */
type Checks = readonly Check[] | ApiResponse;

type Run<State, Given> = (state: State, given: Given, rule: DocumentedRuleId) => Checks | Promise<Checks>;

export interface Operation<State> {
  readonly parameters: Choices;
  /** The rule that does not hold if the call fails. */
  readonly ruleOf: (given: Values<Choices>) => DocumentedRuleId;
  /**
   * Makes the call, with those that it needs before and after, and changes the model as the call is to change the tracker.
   *
   * @returns what the document says of the answer
   */
  readonly run: Run<State, Values<Choices>>;
}

/** A simple model of an API: its data, its calls and its documented reads. */
export interface SequenceModel<Fixtures, Data, State> {
  /** The test in words: `… as a simple model does`. */
  readonly title: string;
  /** The rules that are checked. What a model with a control finds is put down to the first. */
  readonly rules: readonly [DocumentedRuleId, ...DocumentedRuleId[]];
  readonly provide: (fixtures: Fixtures) => Promise<Data>;
  /** Brings the data back to its start, or makes it anew. */
  readonly again: (fixtures: Fixtures, data: Data) => Promise<Data>;
  /** Other data: if the same calls do not fail on it too, the first rule of the model is broken. */
  readonly provideControl?: (fixtures: Fixtures) => Promise<Data>;
  /** Whether a tracker can have the data only once, because it has fixed names. */
  readonly isOnce?: boolean;
  /** @param isCareful whether the calls that operations make before their own are compared too: in a careful replay */
  readonly start: (fixtures: Fixtures, data: Data, isCareful: boolean) => State | Promise<State>;
  /** Compares what set-up made, before any call: if that differs, no call of the sequence is to blame. */
  readonly compareStart?: (state: State) => readonly Check[];
  readonly operations: Readonly<Partial<Record<EndpointName, Operation<State>>>>;
  /**
   * Compares the data of the tracker with the model after a call with this effect.
   *
   * @param isWhole whether everything is read: after the last change, and in a careful replay; else some reads may take turns
   */
  readonly compare: (state: State, rule: DocumentedRuleId, isWhole: boolean) => readonly Check[];
  /** Whether that comes before the checks of an operation, because they are about its answer alone. */
  readonly comparesFirst?: boolean;
}

/** Declares operations of a model; the values of their parameters have the types of their lists. */
export const operationsOn =
  <State>() =>
  <const Given extends Choices>(
    parameters: Given,
    rule: DocumentedRuleId | ((given: Values<Given>) => DocumentedRuleId),
    run: Run<State, Values<Given>>,
  ) => {
    const ruleOf = typeof rule === 'string' ? () => rule : rule;
    return { parameters, ruleOf, run } as Operation<State>;
  };
