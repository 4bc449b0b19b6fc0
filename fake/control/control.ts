import type { Assumptions, WorldAdditions, WorldInput } from '../../contracts/index.js';
import type { JournalEntry } from '../spaces/journal.js';
import type { Space } from '../spaces/space.js';
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
  /** Closes the space; what it held is gone. */
  close(): void;
}

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
    advance: (milliseconds) => space.clock.advance(milliseconds),
    close: () => spaces.close(space.name),
  };
}
