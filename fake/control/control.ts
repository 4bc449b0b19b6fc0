import type { Assumptions, WorldAdditions, WorldInput } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import type { FaultReport } from '../faults/wire-faults.js';
import type { DeferralPolicy } from '../spaces/deferred-work.js';
import type { JournalEntry } from '../spaces/journal-entry.js';
import type { Journal, JournalSpan } from '../spaces/journal.js';
import type { Space } from '../spaces/space.js';
import { SpaceError } from '../spaces/space-error.js';
import { changeDirectory } from '../state/change-directory.js';
import type { DirectoryChanges } from '../state/change-directory.js';
import type { SpaceOptions, Spaces } from '../spaces/spaces.js';
import { addToState } from '../state/add-to-state.js';
import type { TableName, TrackerSettings } from '../state/state.js';
import { exchangeOf, strayExchangeOf } from './exchange.js';
import type { JournalExchange } from './exchange.js';
import { selectRows } from './select-rows.js';
import type { RowPage, RowSelection } from './select-rows.js';

/** What a space tells of itself. */
export interface SpaceSummary {
  readonly name: string;
  readonly contextPath: string;
  /** How many rows each table holds. */
  readonly rows: Readonly<Record<TableName, number>>;
  /** When it was opened, in milliseconds since 1970. */
  readonly opened: number;
  /** Grows whenever what it holds may have changed. */
  readonly revision: number;
  /** Which requests its journal keeps. */
  readonly journal: JournalSpan;
}

/** What a space tells of itself, and what it is set to. */
export interface SpaceDescription extends SpaceSummary, Pick<TrackerSettings, 'title' | 'version' | 'testIssueTypes'> {
  /** The assumptions the space lives by. */
  readonly assumptions: Assumptions;
}

/** Every row of every table of a space. */
export type SpaceState = Readonly<Record<TableName, readonly unknown[]>>;

/** The control of one space: what its makers can do to a tracker that its users can't. */
export interface SpaceControl {
  readonly name: string;
  readonly contextPath: string;
  /** The assumptions the space lives by. */
  assumptions(): Assumptions;
  /** What the space is, how much it holds and what it is set to. */
  describe(): SpaceDescription;
  /** Adds rows, all or none. @throws WorldError */
  add(additions: WorldAdditions): void;
  /** Everything the space holds. */
  state(): SpaceState;
  /** A part of a table, without credentials and bytes. */
  rows(table: TableName, selection?: RowSelection): RowPage;
  /** Goes back to what the space started with. */
  reset(): void;
  /** The last thousand requests, oldest first, or those of them after the one with this id. */
  journal(since?: number): readonly JournalEntry[];
  /** One of them, and where it met no endpoint what came nearest. @throws SpaceError for one that is not kept */
  exchange(id: number): JournalExchange;
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
  /** The last thousand requests that no space was there for, or those of them after the one with this id. */
  strays(since?: number): readonly JournalEntry[];
  /** One of them, and what came nearest in any space. @throws SpaceError for one that is not kept */
  stray(id: number): JournalExchange;
}

/** The control of the fake that serves these spaces. */
export function createControl(spaces: Spaces): Control {
  return {
    addWorld: (name, world) => spaces.addWorld(name, world),
    open: (options) => controlOf(spaces, spaces.open(options)),
    space: (name) => controlOf(spaces, spaces.get(name)),
    list: () => spaces.all().map(summaryOf),
    strays: (since) => spaces.strays.entries(since),
    stray: (id) => strayExchangeOf(spaces, kept(spaces.strays, id)),
  };
}

function kept(journal: Journal, id: number): JournalEntry {
  const entry = journal.find(id);
  if (entry !== undefined) return entry;
  const { first, last } = journal.span;
  const range = first > last ? 'none' : `${first} to ${last}`;
  throw new SpaceError(404, `The journal has no request ${id}. It has: ${range}.`);
}

/** What a space tells of itself. */
function summaryOf(space: Space): SpaceSummary {
  const rows = Object.entries(space.state.tables).map(([name, table]) => [name, table.size]);
  return {
    name: space.name,
    contextPath: space.contextPath,
    rows: Object.fromEntries(rows) as SpaceSummary['rows'],
    opened: space.opened,
    revision: space.revision,
    journal: space.journal.span,
  };
}

function controlOf(spaces: Spaces, space: Space): SpaceControl {
  return {
    name: space.name,
    contextPath: space.contextPath,
    assumptions: () => space.assumptions,
    describe: () => {
      const { title, version, testIssueTypes } = space.state.settings;
      return { ...summaryOf(space), title, version, testIssueTypes, assumptions: space.assumptions };
    },
    add: (additions) => space.change((state) => addToState(state, additions)),
    state: () => space.state.dump(),
    rows: (table, selection) => selectRows(space.state, table, selection),
    reset: () => space.reset(),
    journal: (since) => space.journal.entries(since),
    exchange: (id) => exchangeOf(space, kept(space.journal, id)),
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
