import type { Assumptions, WorldAdditions, WorldInput } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import type { FaultReport } from '../faults/wire-faults.js';
import type { DeferralPolicy } from '../spaces/deferred-work.js';
import type { JournalEntry } from '../spaces/journal.js';
import type { Space } from '../spaces/space.js';
import { changeDirectory } from '../state/change-directory.js';
import type { DirectoryChanges } from '../state/change-directory.js';
import type { SpaceOptions, Spaces } from '../spaces/spaces.js';
import { addToState } from '../state/add-to-state.js';
import type { TableName } from '../state/state.js';

/** What a space tells of itself. */
export interface SpaceSummary {
  readonly name: string;
  readonly contextPath: string;
  /** How many rows each table holds. */
  readonly rows: Readonly<Record<TableName, number>>;
}

/** Every row of every table of a space. */
export type SpaceState = Readonly<Record<TableName, readonly unknown[]>>;

/** The control of one space: what its makers can do to a tracker that its users can't. */
export interface SpaceControl {
  readonly name: string;
  readonly contextPath: string;
  /** The assumptions the space lives by. */
  assumptions(): Assumptions;
  /** Adds rows, all or none. @throws WorldError */
  add(additions: WorldAdditions): void;
  /** Everything the space holds. */
  state(): SpaceState;
  /** Goes back to what the space started with. */
  reset(): void;
  /** The last thousand requests, oldest first. */
  journal(): readonly JournalEntry[];
  /** Moves the space's clock forward, in milliseconds. */
  advance(milliseconds: number): void;
  /**
   * Synchronizes a connection, by id or name, or all of them: what the directories hold overwrites what the tracker has.
   *
   * @throws SpaceError for a connection that is not there
   */
  synchronize(connection?: string): void;
  /** Synchronizes all connections again and again by the space's clock; `null` ends that. Milliseconds. */
  synchronizeEvery(milliseconds: number | null): void;
  /** Changes what the directories hold: the tracker knows of it after the next synchronization. @throws WorldError */
  changeDirectory(changes: DirectoryChanges): void;
  /** Says when work that a call leaves for later gets done: after milliseconds of the space's clock, after reads, or by hand. */
  deferWork(policy: DeferralPolicy): void;
  /** Does everything that calls left for later. */
  finishWork(): void;
  /** Writes configuration properties; they take effect at the next restart. */
  configure(properties: Readonly<Record<string, string>>): void;
  /** Starts the tracker again: what was configured takes effect, what it holds stays. */
  restart(): void;
  /** Makes something go wrong between the tracker and its clients. @returns its id @throws SpaceError */
  addFault(fault: FaultInput): string;
  /** What goes wrong now, and how often each struck. */
  faults(): readonly FaultReport[];
  /** Ends a fault; requests it holds up go on at once. @throws SpaceError for one that is not there */
  removeFault(id: string): void;
  /** Ends all faults. */
  clearFaults(): void;
  /** Closes the space; what it held is gone. */
  close(): void;
}

/** The name of the schedule's synchronization. */
const SYNCHRONIZATION = 'synchronization';

/** The control of a fake, as functions; `docs/fake.md` has the same over HTTP. */
export interface Control {
  /** Loads a world that spaces can then name. @throws WorldError */
  addWorld(name: string, world: WorldInput): void;
  /** Opens a space. @throws SpaceError, WorldError */
  open(options?: SpaceOptions): SpaceControl;
  /** The control of an open space. @throws SpaceError */
  space(name: string): SpaceControl;
  /** Every open space. */
  list(): readonly SpaceSummary[];
}

/** The control of the fake that serves these spaces. */
export function createControl(spaces: Spaces): Control {
  return {
    addWorld: (name, world) => spaces.addWorld(name, world),
    open: (options) => controlOf(spaces, spaces.open(options)),
    space: (name) => controlOf(spaces, spaces.get(name)),
    list: () => spaces.all().map(summaryOf),
  };
}

/** What a space tells of itself. */
function summaryOf(space: Space): SpaceSummary {
  const rows = Object.entries(space.state.tables).map(([name, table]) => [name, table.size]);
  return {
    name: space.name,
    contextPath: space.contextPath,
    rows: Object.fromEntries(rows) as SpaceSummary['rows'],
  };
}

function controlOf(spaces: Spaces, space: Space): SpaceControl {
  return {
    name: space.name,
    contextPath: space.contextPath,
    assumptions: () => space.assumptions,
    add: (additions) => space.change((state) => addToState(state, additions)),
    state: () => space.state.dump(),
    reset: () => space.reset(),
    journal: () => space.journal.entries(),
    advance: (milliseconds) => {
      space.clock.advance(milliseconds);
      space.catchUp();
    },
    synchronize: (connection) => space.change((state) => space.behaviour.synchronize(state, connection)),
    synchronizeEvery: (milliseconds) => {
      if (milliseconds === null) space.schedule.cancel(SYNCHRONIZATION);
      else space.schedule.repeat(SYNCHRONIZATION, milliseconds, space.clock.now(), space.behaviour.synchronize);
    },
    changeDirectory: (changes) => space.change((state) => changeDirectory(state, changes)),
    deferWork: (policy) => {
      space.deferred.policy = policy;
    },
    finishWork: () => space.finishDeferred(),
    configure: (properties) => space.configure(properties),
    restart: () => space.restart(),
    addFault: (fault) => space.faults.add(fault),
    faults: () => space.faults.list(),
    removeFault: (id) => space.faults.remove(id),
    clearFaults: () => space.faults.clear(),
    close: () => spaces.close(space.name),
  };
}
