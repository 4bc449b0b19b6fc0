import { withAssumptions } from '../../contracts/index.js';
import type { AssumptionOverrides, Assumptions, BasePaths } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import { Clock } from './clock.js';
import { Journal } from './journal.js';

/** What a space is started with. */
export interface SpaceSetup {
  readonly name: string;
  /** The path before every path of this tracker: empty, or for example `/jira`. */
  readonly contextPath: string;
  readonly basePaths: BasePaths;
  readonly assumptions: AssumptionOverrides;
  /** What it holds at the start and again after a reset. */
  readonly origin: State;
}

/** One tracker of the many a fake serves: its own state, assumptions, clock and request journal. */
export class Space {
  readonly name: string;
  readonly contextPath: string;
  readonly basePaths: BasePaths;
  readonly assumptions: Assumptions;
  readonly clock = new Clock();
  readonly journal = new Journal();
  readonly #origin: State;
  #state: State;

  constructor(setup: SpaceSetup) {
    this.name = setup.name;
    this.contextPath = setup.contextPath;
    this.basePaths = setup.basePaths;
    this.assumptions = withAssumptions(setup.assumptions);
    this.#origin = setup.origin;
    this.#state = setup.origin.fork();
  }

  /** What the space holds now. To be read, never to be written to. */
  get state(): State {
    return this.#state;
  }

  /** Runs an action on a fork of the state and keeps the fork; if the action throws, nothing has happened. */
  change<Result>(action: (state: State) => Result): Result {
    const fork = this.#state.fork();
    const result = action(fork);
    this.#state = fork;
    return result;
  }

  /** Goes back to what the space started with, forgets its journal and sets its clock back. */
  reset(): void {
    this.#state = this.#origin.fork();
    this.journal.clear();
    this.clock.reset();
  }
}
