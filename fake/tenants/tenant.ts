import type { Assumptions, BasePaths } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import { WireFaults } from '../faults/wire-faults.js';
import { routerFor } from '../server/router.js';
import type { Router } from '../server/router.js';
import { Sessions } from '../server/sessions.js';
import type { LoadedWorld } from '../state/world.js';
import type { State } from '../state/state.js';
import { TenantClock, DeferredWork, Schedule } from './clock.js';
import type { ScheduledAction } from './clock.js';
import type { Implementation, Properties } from './implementation.js';
import { Journal } from './journal.js';

export interface TenantSetup {
  readonly name: string;
  /** The path before every path of this tracker: empty, or for example `/jira`. */
  readonly contextPath: string;
  readonly assumptions: Assumptions;
  readonly implementation: Implementation;
  /** The faults at the start and again after a reset. */
  readonly faults: readonly FaultInput[];
  /** How it is at the start and again after a reset. */
  readonly world: LoadedWorld;
}

/** One tracker of the many a fake serves: its own state, assumptions, clock, faults and request journal. */
export class Tenant {
  readonly name: string;
  readonly contextPath: string;
  /** When it was opened, in milliseconds since 1970, by the machine's clock. */
  readonly opened = Date.now();
  readonly basePaths: BasePaths;
  readonly assumptions: Assumptions;
  readonly implementation: Implementation;
  readonly router: Router;
  readonly clock = new TenantClock();
  readonly journal = new Journal();
  readonly sessions: Sessions;
  readonly schedule = new Schedule();
  readonly deferred: DeferredWork;
  readonly faults: WireFaults;
  readonly #world: LoadedWorld;
  #configured: Properties;
  #started: Properties;
  /** Forked when it is asked for: most of many tenants wait. */
  #state: State | undefined;
  #revision = 0;

  /** @throws RangeError if it can't serve a custom endpoint */
  constructor({ name, contextPath, assumptions, implementation, faults, world }: TenantSetup) {
    const { basePaths, properties } = world;
    this.name = name;
    this.contextPath = contextPath;
    this.sessions = new Sessions(contextPath);
    this.basePaths = basePaths;
    this.assumptions = assumptions;
    this.implementation = implementation;
    this.router = routerFor(basePaths, assumptions, implementation.customEndpoints);
    this.deferred = new DeferredWork(implementation.deferral);
    this.faults = new WireFaults(faults);
    this.#world = world;
    this.#configured = properties;
    this.#started = properties;
  }

  /** The current state of the tenant. Read it, but never write to it. */
  get state(): State {
    return (this.#state ??= this.#world.state.fork());
  }

  get revision(): number {
    return this.#revision;
  }

  /** Runs an action that changes the state; if it throws, nothing has happened. */
  change<Result>(action: (state: State) => Result): Result {
    const result = this.state.change(action);
    this.#revision += 1;
    return result;
  }

  readonly defer = (action: ScheduledAction): void => {
    this.deferred.add(action, this.clock.now());
  };

  /** The configuration properties in force: the properties of the tracker's last start. */
  get properties(): Properties {
    return this.implementation.propertiesInForce(this.#started, this.#configured);
  }

  configure(properties: Properties): void {
    this.#configured = { ...this.#configured, ...properties };
  }

  restart(): void {
    this.#started = this.#configured;
    this.sessions.endAll();
  }

  catchUp(isRead = false): void {
    const now = this.clock.now();
    for (const action of this.schedule.due(now)) this.change(action);
    for (const action of this.deferred.due(now, isRead)) this.change(action);
  }

  finishDeferred(): void {
    for (const action of this.deferred.takeAll()) this.change(action);
  }

  reset(): void {
    this.#revision += 1;
    this.#state = undefined;
    this.#configured = this.#world.properties;
    this.#started = this.#world.properties;
    this.schedule.cancel();
    this.deferred.takeAll();
    this.faults.reset();
    this.journal.clear();
    this.sessions.reset();
    this.clock.reset();
  }
}
