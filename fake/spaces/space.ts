import { withAssumptions } from '../../contracts/index.js';
import type { AssumptionOverrides, Assumptions, BasePaths } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import { WireFaults } from '../faults/wire-faults.js';
import type { State } from '../state/state.js';
import type { Behaviour, Properties } from './behaviour.js';
import { Clock } from './clock.js';
import { DeferredWork } from './deferred-work.js';
import { Journal } from './journal.js';
import { Schedule } from './schedule.js';

/** What a space is started with. */
export interface SpaceSetup {
  readonly name: string;
  /** The path before every path of this tracker: empty, or for example `/jira`. */
  readonly contextPath: string;
  readonly basePaths: BasePaths;
  readonly assumptions: AssumptionOverrides;
  /** The tracker's configuration properties. */
  readonly properties: Properties;
  readonly behaviour: Behaviour;
  /** What goes wrong on the wire at the start and again after a reset. */
  readonly faults: readonly FaultInput[];
  /** What it holds at the start and again after a reset. */
  readonly origin: State;
}

/** One tracker of the many a fake serves: its own state, assumptions, clock, faults and request journal. */
export class Space {
  readonly name: string;
  readonly contextPath: string;
  /** When it was opened, in milliseconds since 1970, by the machine's clock. */
  readonly opened = Date.now();
  readonly basePaths: BasePaths;
  readonly assumptions: Assumptions;
  readonly behaviour: Behaviour;
  readonly clock = new Clock();
  readonly journal = new Journal();
  readonly schedule = new Schedule();
  readonly deferred = new DeferredWork();
  readonly faults: WireFaults;
  readonly #origin: State;
  readonly #originalProperties: Properties;
  #configured: Properties;
  #started: Properties;
  #state: State;
  #revision = 0;

  constructor(setup: SpaceSetup) {
    this.name = setup.name;
    this.contextPath = setup.contextPath;
    this.basePaths = setup.basePaths;
    this.assumptions = withAssumptions(setup.assumptions);
    this.behaviour = setup.behaviour;
    this.faults = new WireFaults(setup.faults);
    this.#originalProperties = setup.properties;
    this.#configured = setup.properties;
    this.#started = setup.properties;
    this.#origin = setup.origin;
    this.#state = setup.origin.fork();
  }

  /** What the space holds now. To be read, never to be written to. */
  get state(): State {
    return this.#state;
  }

  /** Grows whenever what the space holds may have changed. */
  get revision(): number {
    return this.#revision;
  }

  /** Runs an action that changes the state; if it throws, nothing has happened. */
  change<Result>(action: (state: State) => Result): Result {
    const result = this.#state.change(action);
    this.#revision += 1;
    return result;
  }

  /** The configuration properties in force: those the tracker had when it last started. */
  get properties(): Properties {
    return this.behaviour.propertiesInForce(this.#started, this.#configured);
  }

  /** Writes configuration properties; they take effect at the next restart. */
  configure(properties: Properties): void {
    this.#configured = { ...this.#configured, ...properties };
  }

  /** Starts the tracker again: what was configured takes effect, what it holds stays. */
  restart(): void {
    this.#started = this.#configured;
  }

  /** Does what the schedule has for the time up to now, and what calls left for later and is due. */
  catchUp(isRead = false): void {
    const now = this.clock.now();
    for (const action of this.schedule.due(now)) this.change(action);
    for (const action of this.deferred.due(now, isRead)) this.change(action);
  }

  /** Does everything that calls left for later. */
  finishDeferred(): void {
    for (const action of this.deferred.takeAll()) this.change(action);
  }

  /** Goes back to what the space started with, forgets journal and schedule and sets the clock back. */
  reset(): void {
    this.#revision += 1;
    this.#state = this.#origin.fork();
    this.#configured = this.#originalProperties;
    this.#started = this.#originalProperties;
    this.schedule.clear();
    this.deferred.takeAll();
    this.faults.reset();
    this.journal.clear();
    this.clock.reset();
  }
}
