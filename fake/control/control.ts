import type { Assumptions, World, WorldAdditions } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import type { FaultReport } from '../faults/wire-faults.js';
import { TenantError } from '../server/errors.js';
import { addToState } from '../state/add-to-state.js';
import { changeDirectory } from '../state/directory.js';
import type { DirectoryChanges } from '../state/directory.js';
import { saveWorld } from '../state/world.js';
import type { TrackerSettings } from '../state/state.js';
import { mapRecord } from '../state/table.js';
import type { TableName } from '../state/tables.js';
import type { DeferralPolicy } from '../tenants/clock.js';
import type { Journal, JournalEntry, JournalSpan } from '../tenants/journal.js';
import type { Tenant } from '../tenants/tenant.js';
import type { TenantOptions, Tenants } from '../tenants/tenants.js';
import { selectRows } from './select-rows.js';
import type { RowPage, RowSelection } from './select-rows.js';

/** Information about a tenant. */
export interface TenantSummary {
  readonly name: string;
  readonly contextPath: string;
  /** How many rows each table holds. */
  readonly rows: Readonly<Record<TableName, number>>;
  /** How many faults and stubs are in force. */
  readonly faults: number;
  /** When it was opened, in milliseconds since 1970. */
  readonly opened: number;
  /** Increases whenever the tenant's data may have changed. */
  readonly revision: number;
  /** The range of requests that its journal keeps. */
  readonly journal: JournalSpan;
}

/** Information about a tenant, with its settings. */
export interface TenantDescription
  extends TenantSummary, Pick<TrackerSettings, 'title' | 'version' | 'testIssueTypes'> {
  /** The assumptions of the tenant. */
  readonly assumptions: Assumptions;
}

/** Every row of every table of a tenant. */
export type TenantState = Readonly<Record<TableName, readonly unknown[]>>;

/** The control of one tenant: what the author of a test can do to a tracker and its users can't. */
export interface TenantControl {
  readonly name: string;
  readonly contextPath: string;
  /** The assumptions of the tenant. */
  readonly assumptions: () => Assumptions;
  /** Information about the tenant, its rows and its settings. */
  readonly describe: () => TenantDescription;
  /** Adds rows, all or none. @throws WorldError */
  readonly add: (additions: WorldAdditions) => void;
  /** Every row of the tenant, table by table, for comparison. Attachments have a digest in place of their bytes. */
  readonly state: () => TenantState;
  /** Everything the tenant holds, as a world. A tenant that loads it answers each GET as this one does. */
  readonly save: () => World;
  /** A part of a table, without credentials and bytes. */
  readonly rows: (table: TableName, selection?: RowSelection) => RowPage;
  /** Restores the initial state of the tenant. */
  readonly reset: () => void;
  /** The last thousand requests, oldest first; with `since` only requests after the one with this id. */
  readonly journal: (since?: number) => readonly JournalEntry[];
  /** One request. @throws TenantError for one that is not kept */
  readonly exchange: (id: number) => JournalEntry;
  /** Moves the tenant's clock forward, in milliseconds. */
  readonly advance: (milliseconds: number) => void;
  /**
   * Synchronizes a connection, by id or name, or all of them: the data of the directories overwrites the tracker's
   * data.
   *
   * @throws TenantError for an unknown connection
   */
  readonly synchronize: (connection?: string) => void;
  /** Synchronizes all connections at an interval of the tenant's clock, in milliseconds; `null` ends that. */
  readonly synchronizeEvery: (milliseconds: number | null) => void;
  /** Changes the data of the directories. The tracker sees it after the next synchronization. @throws WorldError */
  readonly changeDirectory: (changes: DirectoryChanges) => void;
  /**
   * Sets when deferred work of calls is done: after milliseconds of the tenant's clock, after a number of reads, or
   * manually.
   */
  readonly deferWork: (policy: DeferralPolicy) => void;
  /** Does all deferred work. */
  readonly finishWork: () => void;
  /** Writes configuration properties; they take effect at the next restart. */
  readonly configure: (properties: Readonly<Record<string, string>>) => void;
  /** Restarts the tracker: configured properties take effect, data stays, login sessions end. */
  readonly restart: () => void;
  /** Adds a fault between the tracker and its clients. @returns its id @throws TenantError */
  readonly addFault: (fault: FaultInput) => string;
  /** The faults in force, and how often each one struck. */
  readonly faults: () => readonly FaultReport[];
  /** Removes a fault; requests that it delays go on at once. @throws TenantError for an unknown fault */
  readonly removeFault: (id: string) => void;
  /** Removes all faults. */
  readonly clearFaults: () => void;
  /** Closes the tenant and deletes its data. */
  readonly close: () => void;
}

/** The control of a fake, as functions; `docs/fake.md` has the same over HTTP. */
export interface Control {
  /** Opens a tenant. @throws TenantError, WorldError */
  readonly open: (options?: TenantOptions) => TenantControl;
  /** The control of an open tenant. @throws TenantError */
  readonly tenant: (name: string) => TenantControl;
  /** Every open tenant. */
  readonly list: () => readonly TenantSummary[];
  /** The last thousand requests that met no tenant; with `since` only requests after the one with this id. */
  readonly unmatched: (since?: number) => readonly JournalEntry[];
  /** One of them. @throws TenantError for one that is not kept */
  readonly unmatchedRequest: (id: number) => JournalEntry;
}

export function createControl(tenants: Tenants): Control {
  return {
    open: (options) => controlOf(tenants, tenants.open(options)),
    tenant: (name) => controlOf(tenants, tenants.get(name)),
    list: () => tenants.all().map(summaryOf),
    unmatched: (since) => tenants.unmatched.entries(since),
    unmatchedRequest: (id) => kept(tenants.unmatched, id),
  };
}

function kept(journal: Journal, id: number): JournalEntry {
  const entry = journal.find(id);
  if (entry !== undefined) return entry;
  const { first, last } = journal.span;
  const range = first > last ? 'none' : `${first} to ${last}`;
  throw new TenantError(404, `The journal has no request ${id}. It has: ${range}.`);
}

function summaryOf(tenant: Tenant): TenantSummary {
  return {
    name: tenant.name,
    contextPath: tenant.contextPath,
    rows: mapRecord(tenant.state.tables, ({ size }) => size),
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
    journal: (since) => tenant.journal.entries(since),
    exchange: (id) => kept(tenant.journal, id),
    advance: (milliseconds) => {
      tenant.clock.advance(milliseconds);
      tenant.catchUp();
    },
    synchronize: (connection) => tenant.change((state) => tenant.implementation.synchronize(state, connection)),
    synchronizeEvery: (milliseconds) => {
      if (milliseconds === null) tenant.schedule.cancel();
      else tenant.schedule.repeat(milliseconds, tenant.clock.now(), tenant.implementation.synchronize);
    },
    changeDirectory: (changes) => tenant.change((state) => changeDirectory(state, changes)),
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
