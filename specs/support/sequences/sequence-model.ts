import type { DocumentedRuleId, EndpointName } from '../../../fixtures/index.js';
import type { Parameters } from './deal-calls.js';

export interface Check {
  /** The rule that does not hold if it fails. */
  readonly rule: DocumentedRuleId;
  /** Reads the tracker, or a part of the answer. */
  readonly seen: () => unknown;
  readonly matcher: 'toBe' | 'toEqual' | 'toHaveSteps' | 'toSucceed';
  /** Left out if the matcher takes nothing. */
  readonly expected?: unknown;
}

export interface Step {
  readonly rule: DocumentedRuleId;
  /**
   * Makes the call, with those that it needs before and after, and changes the model as the call is to change the tracker.
   *
   * @returns what the document says of the answer
   */
  readonly make: () => Promise<readonly Check[]>;
  /** Whether all data is as before, so that it need not be read again. */
  readonly isRead?: boolean;
}

export interface Operation<State> {
  readonly endpoint: EndpointName;
  readonly parameters: Parameters;
  readonly plan: (state: State, given: Readonly<Record<string, unknown>>, pick: number) => Step;
}

/** A simple model of an API: its data, its calls and its documented reads. */
export interface SequenceModel<Fixtures, Data, State> {
  /** The test in words: `… as a simple model does`. */
  readonly title: string;
  /** The rules that are checked. What a model of one rule finds is put down to that rule. */
  readonly rules: readonly [DocumentedRuleId, ...DocumentedRuleId[]];
  readonly provide: (fixtures: Fixtures) => Promise<Data>;
  /** Brings the data back to its start, or makes it anew. */
  readonly again: (fixtures: Fixtures, data: Data) => Promise<Data>;
  /** Whether a tracker can have the data only once, because it has fixed names. */
  readonly isOnce?: boolean;
  readonly start: (fixtures: Fixtures, data: Data) => State | Promise<State>;
  readonly operations: Readonly<Record<string, Operation<State>>>;
  /** Compares the data of the tracker with the model after a call with this effect. */
  readonly compare: (state: State, rule: DocumentedRuleId) => readonly Check[];
}

/** Declares an operation; the values of its parameters have the types of their lists. */
export function operation<State, const Given extends Parameters>(
  endpoint: EndpointName,
  parameters: Given,
  plan: (state: State, given: { readonly [Name in keyof Given]: Given[Name][number] }, pick: number) => Step,
): Operation<State> {
  return { endpoint, parameters, plan: plan as Operation<State>['plan'] };
}
