import { createHash } from 'node:crypto';
import type {
  AssigneeType,
  Grantee,
  GlobalPermission,
  World,
  WorldConnection,
  WorldCustomField,
  WorldDirectoryUser,
  WorldEntry,
  WorldIssueType,
  WorldProject,
  WorldScreen,
  WorldTemplate,
  WorldUser,
  WorldWorkflow,
} from '../../contracts/index.js';
import { pairOf, typeOfEntry, withType } from './entry-values.js';
import { Table } from './table.js';
import { UndoLog } from './undo-log.js';

/** A stored issue. Its fields are kept by field id, in the shape in which a client sent them. */
export interface IssueRow {
  readonly id: number;
  readonly key: string;
  readonly projectId: number;
  readonly issueTypeId: number;
  readonly statusId: number;
  readonly parentId: number | null;
  readonly requestTypeId: number | null;
  /** User keys. */
  readonly reporter: string;
  readonly creator: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A stored comment of an issue. */
export interface CommentRow {
  readonly id: number;
  readonly issueId: number;
  readonly author: string;
  readonly body: string;
  readonly created: number;
  readonly updated: number;
}

/** A stored attachment of an issue, bytes included. */
export interface AttachmentRow {
  readonly id: number;
  readonly issueId: number;
  readonly author: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly created: number;
  /** How many bytes it has. */
  readonly size: number;
  /** Its bytes, in the pieces they arrived in. */
  readonly chunks: readonly Buffer[];
}

/** A stored component of a project. */
export interface ComponentRow {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly description: string;
  /** A user key. */
  readonly lead: string | null;
  readonly assigneeType: AssigneeType;
}

/** A request type and the project it belongs to. */
export interface RequestTypeRow {
  readonly id: number;
  readonly name: string;
  readonly issueTypeId: number;
  readonly projectId: number;
}

/** What the tracker has of a user over a connection: the directory's values as they were synchronized or updated. */
export interface SyncedUserRow {
  readonly connectionId: number;
  readonly userKey: string;
  readonly username: string;
  /** Whether the connection is enabled: a row of one that is not shows up in no list. */
  readonly listed: boolean;
  /** A text for each attribute of the connection, in its order. */
  readonly values: Readonly<Record<string, string>>;
}

/** The key of what the tracker has of a user over a connection; sorts by user name. */
export function syncedUserKey(username: string, connectionId: number): string {
  return `${username}\u0000${connectionId}`;
}

/** The key of a user in the directory behind a connection. */
export function directoryUserKey(connectionId: number, userKey: string): string {
  return `${connectionId}/${userKey}`;
}

/** A row that handlers of somebody else's endpoints keep. */
export interface OwnRow {
  /** The name of the rows it belongs to. */
  readonly of: string;
  readonly key: string;
  readonly value: unknown;
}

/** The key of a row among all that handlers of somebody else's endpoints keep. */
export function ownRowKey(of: string, key: string): string {
  return `${of}\u0000${key}`;
}

/** A project without its request types, which have a table of their own. */
export type ProjectRow = Omit<WorldProject, 'requestTypes'>;

function emptyTables() {
  return {
    users: new Table((row: WorldUser) => row.key, {
      name: (row) => row.name.toLowerCase(),
      token: (row) => row.token,
      group: { each: (row) => row.groups },
    }),
    issueTypes: new Table((row: WorldIssueType) => row.id, { name: (row) => row.name.toLowerCase() }),
    priorities: new Table((row: { id: number; name: string }) => row.id, { name: (row) => row.name.toLowerCase() }),
    statuses: new Table((row: { id: number; name: string; category: string }) => row.id, {
      name: (row) => row.name.toLowerCase(),
    }),
    screens: new Table((row: WorldScreen) => row.id, {}),
    workflows: new Table((row: WorldWorkflow) => row.name, {}),
    customFields: new Table((row: WorldCustomField) => row.id, {}),
    projects: new Table((row: ProjectRow) => row.id, { key: (row) => row.key }),
    components: new Table((row: ComponentRow) => row.id, { project: (row) => row.projectId }),
    requestTypes: new Table((row: RequestTypeRow) => row.id, { project: (row) => row.projectId }),
    templates: new Table((row: WorldTemplate) => row.id, {}),
    entries: new Table((row: WorldEntry) => row.id, {
      template: (row) => row.templateId,
      templateAndType: (row) => withType(row.templateId, ...typeOfEntry(row)),
      pair: (row) => pairOf(row.templateId, row.projectId),
      project: (row) => row.projectId,
      projectAndType: (row) => withType(row.projectId, ...typeOfEntry(row)),
    }),
    issues: new Table((row: IssueRow) => row.id, {
      key: (row) => row.key,
      project: (row) => row.projectId,
      parent: (row) => row.parentId ?? undefined,
    }),
    comments: new Table((row: CommentRow) => row.id, { issue: (row) => row.issueId }),
    attachments: new Table((row: AttachmentRow) => row.id, { issue: (row) => row.issueId }),
    connections: new Table((row: WorldConnection) => row.id, { name: (row) => row.name }),
    directoryUsers: new Table((row: WorldDirectoryUser) => directoryUserKey(row.connectionId, row.userKey), {
      connection: (row) => row.connectionId,
    }),
    syncedUsers: new Table((row: SyncedUserRow) => syncedUserKey(row.username, row.connectionId), {
      connection: { ordered: (row) => row.connectionId },
      userKey: (row) => row.userKey,
      listed: { ordered: (row) => (row.listed ? 1 : undefined) },
    }),
    own: new Table((row: OwnRow) => ownRowKey(row.of, row.key), { of: (row) => row.of }),
  };
}

/** Every table of a tracker. */
export type Tables = ReturnType<typeof emptyTables>;

/** The name of a table. */
export type TableName = keyof Tables;

function forkOf(tables: Tables, undoLog: UndoLog): Tables {
  return {
    users: tables.users.fork(undoLog),
    issueTypes: tables.issueTypes.fork(undoLog),
    priorities: tables.priorities.fork(undoLog),
    statuses: tables.statuses.fork(undoLog),
    screens: tables.screens.fork(undoLog),
    workflows: tables.workflows.fork(undoLog),
    customFields: tables.customFields.fork(undoLog),
    projects: tables.projects.fork(undoLog),
    components: tables.components.fork(undoLog),
    requestTypes: tables.requestTypes.fork(undoLog),
    templates: tables.templates.fork(undoLog),
    entries: tables.entries.fork(undoLog),
    issues: tables.issues.fork(undoLog),
    comments: tables.comments.fork(undoLog),
    attachments: tables.attachments.fork(undoLog),
    connections: tables.connections.fork(undoLog),
    directoryUsers: tables.directoryUsers.fork(undoLog),
    syncedUsers: tables.syncedUsers.fork(undoLog),
    own: tables.own.fork(undoLog),
  };
}

/** What a tracker is set to, beside its rows. */
export interface TrackerSettings {
  readonly title: string;
  readonly version: string;
  readonly searchDelay: number;
  readonly newProject: {
    readonly workflow: string;
    readonly issueTypeIds: readonly number[];
    readonly requestTypes: readonly { readonly name: string; readonly issueTypeId: number }[];
    readonly workflowByIssueType: WorldProject['workflowByIssueType'];
    readonly permissions: WorldProject['permissions'];
  };
  /** The issue types that test management gives a meaning. */
  readonly testIssueTypes: World['testIssueTypes'];
  readonly globalPermissions: Readonly<Partial<Record<GlobalPermission, Grantee[]>>>;
}

/** Where ids of new rows are counted. */
export type Sequence = 'project' | 'component' | 'requestType' | 'entry' | 'issue' | 'comment' | 'attachment';

/** The last number given under a name. */
interface Counter {
  readonly name: string;
  readonly last: number;
}

function digestOf(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** The first ids are left to worlds that name their own. */
const FIRST_ID = 10_000;

/** Everything one tracker holds. A fork costs the same however much that is. */
export class State {
  readonly settings: TrackerSettings;
  readonly tables: Tables;
  readonly #counters: Table<Counter, string>;
  readonly #undoLog: UndoLog;

  private constructor(settings: TrackerSettings, tables: Tables, counters: Table<Counter, string>, undoLog: UndoLog) {
    this.settings = settings;
    this.tables = tables;
    this.#counters = counters;
    this.#undoLog = undoLog;
  }

  /** A tracker that holds nothing yet. */
  static empty(settings: TrackerSettings): State {
    return new State(settings, emptyTables(), new Table((row: Counter) => row.name, {}), new UndoLog());
  }

  /** A state that starts as this one is; neither of the two changes when the other does. */
  fork(): State {
    const undoLog = new UndoLog();
    return new State(this.settings, forkOf(this.tables, undoLog), this.#counters.fork(undoLog), undoLog);
  }

  /** Runs an action that changes this state; if it throws, nothing has happened. */
  change<Result>(action: (state: State) => Result): Result {
    return this.#undoLog.run(() => action(this));
  }

  /** The next id for a kind of row. Ids are not given twice, not even after a deletion. */
  nextId(kind: Sequence): number {
    return this.#count(kind, FIRST_ID);
  }

  /** Keeps {@link nextId} above an id that is already taken. */
  reserveId(kind: Sequence, taken: number): void {
    this.#reserve(kind, taken, FIRST_ID);
  }

  /** The next issue number of a project, as in ABC-7. */
  nextIssueNumber(projectKey: string): number {
    return this.#count(`${projectKey}-`, 0);
  }

  /** Keeps {@link nextIssueNumber} above a number that is already taken. */
  reserveIssueNumber(projectKey: string, taken: number): void {
    this.#reserve(`${projectKey}-`, taken, 0);
  }

  /**
   * Every row of every table, as plain data. Of an attachment's bytes the digest is listed. The counters of
   * new ids are left out: they say what has been, not what is.
   */
  dump(): Record<TableName, unknown[]> {
    const rows = Object.entries(this.tables).map(([name, table]) => [name, table.all()]);
    const dump = Object.fromEntries(rows) as Record<TableName, unknown[]>;
    dump.attachments = this.tables.attachments
      .all()
      .map(({ chunks, ...row }) => ({ ...row, digest: digestOf(chunks) }));
    return dump;
  }

  #count(name: string, start: number): number {
    const last = (this.#counters.get(name)?.last ?? start) + 1;
    this.#counters.set({ name, last });
    return last;
  }

  #reserve(name: string, taken: number, start: number): void {
    if (taken > (this.#counters.get(name)?.last ?? start)) this.#counters.set({ name, last: taken });
  }
}
