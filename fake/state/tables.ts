import type {
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
  worldAdditionsSchema,
} from '../../contracts/index.js';
import { mapRecord, Table } from './table.js';
import type { UndoLog } from './table.js';

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
  /** When it was given its resolution; absent if it has none. */
  readonly resolved?: number | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The fields of an issue that name components and versions, each kept as a list of ids. */
const NAMING = ['components', 'versions', 'fixVersions'] as const;

/** A component or version and the field that names it, as an index of issues has it. */
export function nameIn(field: (typeof NAMING)[number], id: number | string): string {
  return `${field}/${id}`;
}

function namedBy({ fields }: IssueRow): string[] {
  return NAMING.flatMap((field) => {
    const ids = fields[field];
    return Array.isArray(ids) ? ids.map((id) => nameIn(field, String(id))) : [];
  });
}

type Lists = ReturnType<typeof worldAdditionsSchema.parse>;

/** A row of a list of a world, which a table keeps as it is; moments too are texts. */
type RowOf<List extends keyof Lists> = Lists[List] extends (infer Row)[] | undefined ? Readonly<Row> : never;

export type CommentRow = RowOf<'comments'>;

export interface AttachmentRow extends Omit<RowOf<'attachments'>, 'content'> {
  readonly size: number;
  /** Its bytes, in the pieces they arrived in. */
  readonly chunks: readonly Buffer[];
}

export type RemoteLinkRow = RowOf<'remoteLinks'>;
export type ComponentRow = RowOf<'components'>;
export type VersionRow = RowOf<'versions'>;
export type LinkTypeRow = RowOf<'issueLinkTypes'>;

/** A link of two issues. The outward name of its type describes the source in relation to the target. */
export type LinkRow = RowOf<'issueLinks'>;

export interface RequestTypeRow extends Readonly<WorldProject['requestTypes'][number]> {
  readonly projectId: number;
}

/** The tracker's data of a user over a connection: the directory's values as they were synchronized or updated. */
export type SyncedUserRow = RowOf<'syncedUsers'>;

/** The key of a {@link SyncedUserRow}; sorts by user name. */
export function syncedUserKey(username: string, connectionId: number): string {
  return `${username}\u0000${connectionId}`;
}

export function directoryUserKey(connectionId: number, userKey: string): string {
  return `${connectionId}/${userKey}`;
}

/** The key of a row among all rows that handlers of custom endpoints keep. */
export function customRowKey(of: string, key: string): string {
  return `${of}\u0000${key}`;
}

/** A project without its request types, which have a table of their own. */
export type ProjectRow = Omit<WorldProject, 'requestTypes'>;

export function emptyTables() {
  const name = (row: { readonly name: string }) => row.name.toLowerCase();
  const issue = (row: { readonly issueId: number }) => row.issueId;
  const project = (row: { readonly projectId: number }) => row.projectId;
  return {
    users: new Table((row: WorldUser) => row.key, {
      name,
      token: (row) => row.token,
      group: (row) => row.groups,
    }),
    issueTypes: new Table((row: WorldIssueType) => row.id, { name }),
    priorities: new Table((row: RowOf<'priorities'>) => row.id, { name }),
    statuses: new Table((row: RowOf<'statuses'>) => row.id, { name }),
    resolutions: new Table((row: RowOf<'resolutions'>) => row.id, { name }),
    linkTypes: new Table((row: LinkTypeRow) => row.id, { name }),
    screens: new Table((row: WorldScreen) => row.id, {}),
    workflows: new Table((row: WorldWorkflow) => row.name, {}),
    customFields: new Table((row: WorldCustomField) => row.id, {}),
    projects: new Table((row: ProjectRow) => row.id, { key: (row) => row.key }),
    components: new Table((row: ComponentRow) => row.id, { project, name }),
    versions: new Table((row: VersionRow) => row.id, { project, name }),
    requestTypes: new Table((row: RequestTypeRow) => row.id, { project }),
    templates: new Table((row: WorldTemplate) => row.id, {}),
    entries: new Table((row: WorldEntry) => row.id, {
      template: (row) => row.templateId,
      place: (row) => entryKeyOf(row.templateId, row.projectId, ...typeOfEntry(row)),
      project,
    }),
    issues: new Table((row: IssueRow) => row.id, {
      key: (row) => row.key,
      project,
      parent: (row) => row.parentId ?? undefined,
      named: namedBy,
    }),
    comments: new Table((row: CommentRow) => row.id, { issue }),
    attachments: new Table((row: AttachmentRow) => row.id, { issue }),
    remoteLinks: new Table((row: RemoteLinkRow) => row.id, { issue }),
    links: new Table((row: LinkRow) => row.id, { source: (row) => row.sourceId, target: (row) => row.targetId }),
    connections: new Table((row: WorldConnection) => row.id, { name: (row) => row.name }),
    directoryUsers: new Table((row: WorldDirectoryUser) => directoryUserKey(row.connectionId, row.userKey), {
      connection: (row) => row.connectionId,
    }),
    syncedUsers: new Table((row: SyncedUserRow) => syncedUserKey(row.username, row.connectionId), {
      connection: (row) => row.connectionId,
      userKey: (row) => row.userKey,
      username: (row) => row.username,
    }),
    own: new Table((row: RowOf<'customRows'>) => customRowKey(row.of, row.key), { of: (row) => row.of }),
  };
}

export type Tables = ReturnType<typeof emptyTables>;

export type TableName = keyof Tables;

export function forkOf(tables: Tables, undoLog: UndoLog): Tables {
  return mapRecord<TableName, { fork(log: UndoLog): unknown }, unknown>(tables, (table) =>
    table.fork(undoLog),
  ) as Tables;
}

/** The two kinds of type an entry can be for, named as in the paths of the API. */
export type TypeKind = 'issuetype' | 'requesttype';

export function typeOfEntry(entry: WorldEntry): readonly [kind: TypeKind, typeId: number] {
  return entry.issueTypeId === undefined ? ['requesttype', entry.requestTypeId ?? 0] : ['issuetype', entry.issueTypeId];
}

/** The key of the entry of a template in a project for one type; two entries share it if an assumption says two. */
export function entryKeyOf(templateId: number, projectId: number, kind: TypeKind, typeId: number): string {
  return `${templateId}/${projectId}/${kind}/${typeId}`;
}
