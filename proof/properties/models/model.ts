import type * as fc from 'fast-check';
import type { WorldInput } from '../../../contracts/index.js';
import type { ModelTracker } from './model-tracker.js';

/** One thing that can be done to a tracker and, at the same time, to its model. */
export type Operation<State extends object> = fc.AsyncCommand<State, ModelTracker>;

/** A simple model of one API: its data, its operations, and a comparison with the data of a tracker. */
export interface Model<State extends object> {
  readonly world: WorldInput;
  /** The data of the model at the start. */
  readonly start: () => State;
  readonly operations: readonly fc.Arbitrary<Operation<State>>[];
  /** Compares all data of the tracker with the data of the model. */
  readonly compare: (state: State, tracker: ModelTracker) => Promise<void>;
}

/** Declares an operation by its input and its action. */
export function operation<Input, State extends object>(
  input: fc.Arbitrary<Input>,
  act: (input: Input, state: State, tracker: ModelTracker) => Promise<void>,
): fc.Arbitrary<Operation<State>> {
  return input.map((given) => ({
    check: () => true,
    run: (state, tracker) => act(given, state, tracker),
    toString: () => JSON.stringify(given),
  }));
}
