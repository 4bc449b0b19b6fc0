import type { DocumentedRuleId, EndpointName } from '../../../fixtures/index.js';
import type { Code, Scope } from './code.js';
import type { Parameters } from './deal-calls.js';

/** A line of a spec: `const <gives> = <code>;`, or the code alone. */
export interface Line {
  /** The name of the result. */
  readonly gives?: string;
  readonly code: Code;
}

/** What the document says after a call: `expect(<seen>).<matcher>(<expected>)`. */
export interface Check {
  /** The rule that does not hold if it fails. */
  readonly rule: DocumentedRuleId;
  readonly seen: Code;
  readonly matcher: 'toBe' | 'toEqual' | 'toContainEqual' | 'toHaveSteps' | 'toSucceed';
  /** Left out if the matcher takes nothing. */
  readonly expected?: Code;
}

/** A call of a sequence with all that belongs to it. */
export interface Step {
  /** The rule of what the call does. */
  readonly rule: DocumentedRuleId;
  /** The lines that make the call, with the calls that it needs before and after. */
  readonly lines: readonly Line[];
  /** Takes over what the document leaves open, such as the order of new cases. */
  readonly learn?: (scope: Scope) => void;
  /** What the document says of the answer. */
  readonly checks?: () => readonly Check[];
  /** Whether all data is as before, so that it need not be read again. */
  readonly isRead?: boolean;
}

/** A documented call with its documented parameters. */
export interface Operation<State> {
  readonly endpoint: EndpointName;
  readonly parameters: Parameters;
  /** Changes the model as the call is to change the tracker, and says how to make the call. */
  readonly plan: (state: State, given: Readonly<Record<string, unknown>>, pick: number) => Step;
}

/** A simple model of an API: its data, its calls and its documented reads. */
export interface SequenceModel<State> {
  /** The test in words: `… as a simple model does`. */
  readonly title: string;
  /** The rules that are checked. What a model of one rule finds is put down to that rule. */
  readonly rules: readonly [DocumentedRuleId, ...DocumentedRuleId[]];
  /** What its code may import, by the module. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** The fixtures that its code may name. */
  readonly fixtures: readonly string[];
  /** The lines that provide the data. */
  readonly setUp: readonly Line[];
  /** The lines that bring the data back to its start, or make it anew. */
  readonly again: readonly Line[];
  /** Whether a tracker can have the data only once, because it has fixed names. */
  readonly isOnce?: boolean;
  /** The data of the model at the start. */
  readonly start: (scope: Scope) => State | Promise<State>;
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
