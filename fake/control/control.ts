import type { Assumptions, World, WorldAdditions, WorldInput } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import type { FaultReport } from '../faults/wire-faults.js';
import { TenantError } from '../server/errors.js';
import { addToState } from '../state/add-to-state.js';
import { changeDirectory } from '../state/directory.js';
import type { DirectoryChanges } from '../state/directory.js';
import { saveWorld } from '../state/save-world.js';
import type { TrackerSettings } from '../state/state.js';
import { mapValues } from '../state/table.js';
import type { TableName } from '../state/tables.js';
import { changeUser } from '../state/users.js';
import type { UserChange } from '../state/users.js';
import type { DeferralPolicy } from '../tenants/clock.js';
import type { Journal, JournalEntry, JournalSpan } from '../tenants/journal.js';
import type { Tenant } from '../tenants/tenant.js';
import type { TenantOptions, Tenants } from '../tenants/tenants.js';
import { exchangeOf, unmatchedRequestExchangeOf, withLeftOut } from './exchange.js';
import type { JournalExchange } from './exchange.js';
import { selectRows } from './select-rows.js';
import type { RowPage, RowSelection } from './select-rows.js';

/** What a tenant tells of itself. */
export interface TenantSummary {
  readonly name: string;
  readonly contextPath: string;
  /** How many rows each table holds. */
  readonly rows: Readonly<Record<TableName, number>>;
  /** How many faults and stubs are in force. */
  readonly faults: number;
  /** When it was opened, in milliseconds since 1970. */
  readonly opened: number;
  /** Grows whenever what it holds may have changed. */
  readonly revision: number;
  /** Which requests its journal keeps. */
  readonly journal: JournalSpan;
}

/** What a tenant tells of itself, and what it is set to. */
export interface TenantDescription
  extends TenantSummary, Pick<TrackerSettings, 'title' | 'version' | 'testIssueTypes'> {
  /** The assumptions the tenant lives by. */
  readonly assumptions: Assumptions;
}

/** Every row of every table of a tenant. */
export type TenantState = Readonly<Record<TableName, readonly unknown[]>>;

/** The control of one tenant: what its makers can do to a tracker that its users can't. */
export interface TenantControl {
  readonly name: string;
  readonly contextPath: string;
  /** The assumptions the tenant lives by. */
  assumptions(): Assumptions;
  /** What the tenant is, how much it holds and what it is set to. */
  describe(): TenantDescription;
  /** Adds rows, all or none. @throws WorldError */
  add(additions: WorldAdditions): void;
  /** Every row the tenant holds, table by table: to compare. Of an attachment's bytes it has the digest. */
  state(): TenantState;
  /** Everything the tenant holds as a world that loads back, whose tenants answer each GET as this one does. */
  save(): World;
  /** A part of a table, without credentials and bytes. */
  rows(table: TableName, selection?: RowSelection): RowPage;
  /** Goes back to what the tenant started with. */
  reset(): void;
  /** The last thousand requests, oldest first, or those of them after the one with this id. */
  journal(since?: number): readonly JournalEntry[];
  /** One of them, and what came nearest if it met no endpoint. @throws TenantError for one that is not kept */
  exchange(id: number): JournalExchange;
  /** Moves the tenant's clock forward, in milliseconds. */
  advance(milliseconds: number): void;
  /**
   * Synchronizes a connection, by id or name, or all of them: what the directories hold overwrites what the tracker has.
   *
   * @throws TenantError for a connection that is not there
   */
  synchronize(connection?: string): void;
  /** Synchronizes all connections again and again by the tenant's clock; `null` ends that. Milliseconds. */
  synchronizeEvery(milliseconds: number | null): void;
  /** Changes what the directories hold: the tracker knows of it after the next synchronization. @throws WorldError */
  changeDirectory(changes: DirectoryChanges): void;
  /** Changes how a user logs in, as somebody does who sets another password. @throws WorldError */
  changeUser(change: UserChange): void;
  /** Says when work that a call leaves for later gets done: after milliseconds of the tenant's clock, after reads, or by hand. */
  deferWork(policy: DeferralPolicy): void;
  /** Does everything that calls left for later. */
  finishWork(): void;
  /** Writes configuration properties; they take effect at the next restart. */
  configure(properties: Readonly<Record<string, string>>): void;
  /** Starts the tracker again: what was configured takes effect, what it holds stays, login sessions end. */
  restart(): void;
  /** Makes something go wrong between the tracker and its clients. @returns its id @throws TenantError */
  addFault(fault: FaultInput): string;
  /** What goes wrong now, and how often each struck. */
  faults(): readonly FaultReport[];
  /** Ends a fault; requests it holds up go on at once. @throws TenantError for one that is not there */
  removeFault(id: string): void;
  /** Ends all faults. */
  clearFaults(): void;
  /** Closes the tenant; what it held is gone. */
  close(): void;
}

/** The name of the schedule's synchronization. */
const SYNCHRONIZATION = 'synchronization';

/** The control of a fake, as functions; `docs/fake.md` has the same over HTTP. */
export interface Control {
  /** Loads a world that tenants can then name. @throws WorldError */
  addWorld(name: string, world: WorldInput): void;
  /** Opens a tenant. @throws TenantError, WorldError */
  open(options?: TenantOptions): TenantControl;
  /** The control of an open tenant. @throws TenantError */
  tenant(name: string): TenantControl;
  /** Every open tenant. */
  list(): readonly TenantSummary[];
  /** The last thousand requests that no tenant was there for, or those of them after the one with this id. */
  unmatched(since?: number): readonly JournalEntry[];
  /** One of them, and what came nearest in any tenant. @throws TenantError for one that is not kept */
  unmatchedRequest(id: number): JournalExchange;
}

/** The control of the fake that serves these tenants. */
export function createControl(tenants: Tenants): Control {
  return {
    addWorld: (name, world) => tenants.addWorld(name, world),
    open: (options) => controlOf(tenants, tenants.open(options)),
    tenant: (name) => controlOf(tenants, tenants.get(name)),
    list: () => tenants.all().map(summaryOf),
    unmatched: (since) => tenants.unmatched.entries(since),
    unmatchedRequest: (id) => unmatchedRequestExchangeOf(tenants, kept(tenants.unmatched, id)),
  };
}

function kept(journal: Journal, id: number): JournalEntry {
  const entry = journal.find(id);
  if (entry !== undefined) return entry;
  const { first, last } = journal.span;
  const range = first > last ? 'none' : `${first} to ${last}`;
  throw new TenantError(404, `The journal has no request ${id}. It has: ${range}.`);
}

/** What a tenant tells of itself. */
function summaryOf(tenant: Tenant): TenantSummary {
  return {
    name: tenant.name,
    contextPath: tenant.contextPath,
    rows: mapValues(tenant.state.tables, ({ size }) => size),
    faults: tenant.faults.size,
    opened: tenant.opened,
    revision: tenant.revision,
    journal: tenant.journal.span,
  };
}

function controlOf(tenants: Tenants, tenant: Tenant): TenantControl {
  return {
    name: tenant.name,
    contextPath: tenant.contextPath,
    assumptions: () => tenant.assumptions,
    describe: () => {
      const { title, version, testIssueTypes } = tenant.state.settings;
      return { ...summaryOf(tenant), title, version, testIssueTypes, assumptions: tenant.assumptions };
    },
    add: (additions) => tenant.change((state) => addToState(state, additions)),
    state: () => tenant.state.dump(),
    save: () => saveWorld(tenant.state, tenant),
    rows: (table, selection) => selectRows(tenant.state, table, selection),
    reset: () => tenant.reset(),
    journal: (since) => tenant.journal.entries(since).map(withLeftOut),
    exchange: (id) => exchangeOf(tenant, kept(tenant.journal, id)),
    advance: (milliseconds) => {
      tenant.clock.advance(milliseconds);
      tenant.catchUp();
    },
    synchronize: (connection) => tenant.change((state) => tenant.implementation.synchronize(state, connection)),
    synchronizeEvery: (milliseconds) => {
      if (milliseconds === null) tenant.schedule.cancel(SYNCHRONIZATION);
      else tenant.schedule.repeat(SYNCHRONIZATION, milliseconds, tenant.clock.now(), tenant.implementation.synchronize);
    },
    changeDirectory: (changes) => tenant.change((state) => changeDirectory(state, changes)),
    changeUser: (change) => tenant.change((state) => changeUser(state, change)),
    deferWork: (policy) => {
      tenant.deferred.policy = policy;
    },
    finishWork: () => tenant.finishDeferred(),
    configure: (properties) => tenant.configure(properties),
    restart: () => tenant.restart(),
    addFault: (fault) => tenant.faults.add(fault),
    faults: () => tenant.faults.list(),
    removeFault: (id) => tenant.faults.remove(id),
    clearFaults: () => tenant.faults.clear(),
    close: () => tenants.close(tenant.name),
  };
}
