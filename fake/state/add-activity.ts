import type { worldAdditionsSchema } from '../../contracts/index.js';
import type { Problems } from './problems.js';
import type { Sequence, State } from './state.js';
import type { Table } from './table.js';
import { followerId } from './tables.js';

type Activity = Pick<
  ReturnType<typeof worldAdditionsSchema.parse>,
  | 'components'
  | 'versions'
  | 'issueLinks'
  | 'comments'
  | 'attachments'
  | 'histories'
  | 'worklogs'
  | 'watchers'
  | 'votes'
  | 'remoteLinks'
  | 'filters'
  | 'customRows'
>;

/** The bytes of attachments, by their places in the list. */
export type Contents = readonly (Buffer | undefined)[];

/** Adds what happened to projects and issues: components, versions, links, comments, attachments, histories, work and who follows. */
export function addActivity(state: State, rows: Activity, problems: Problems, contents: Contents): void {
  const { tables } = state;
  const { components = [], versions = [], issueLinks = [], comments = [], attachments = [], histories = [] } = rows;
  const hasUser = (key: string, place: string): void =>
    problems.unless(tables.users.get(key) !== undefined, place, `no user with the key ${key}`);
  const hasIssue = (id: number, place: string): void =>
    problems.unless(tables.issues.get(id) !== undefined, place, `no issue ${id}`);
  const hasProject = (id: number, place: string): void =>
    problems.unless(tables.projects.get(id) !== undefined, place, `no project ${id}`);
  const add = <Row extends { readonly id: number }, Name extends string>(
    [list, kind]: readonly [list: string, kind: Sequence],
    table: Table<Row, number, Name>,
    row: Row,
    check: (place: string) => void,
  ): void => {
    const place = `${list}.${row.id}`;
    problems.unless(table.get(row.id) === undefined, place, 'that id is taken');
    check(place);
    table.set(row);
    state.reserveId(kind, row.id);
  };

  for (const row of components) {
    add(['components', 'component'], tables.components, row, (place) => {
      hasProject(row.projectId, place);
      if (row.lead !== null) hasUser(row.lead, place);
    });
  }
  for (const row of versions) {
    add(['versions', 'version'], tables.versions, row, (place) => {
      hasProject(row.projectId, place);
    });
  }
  for (const row of issueLinks) {
    add(['issueLinks', 'link'], tables.links, row, (place) => {
      problems.unless(tables.linkTypes.get(row.typeId) !== undefined, place, `no link type ${row.typeId}`);
      hasIssue(row.sourceId, place);
      hasIssue(row.targetId, place);
    });
  }
  const ofIssue = (row: { readonly issueId: number; readonly author: string }, place: string): void => {
    hasIssue(row.issueId, place);
    hasUser(row.author, place);
  };
  for (const comment of comments) {
    const row = { ...comment, created: Date.parse(comment.created), updated: Date.parse(comment.updated) };
    add(['comments', 'comment'], tables.comments, row, (place) => {
      ofIssue(row, place);
    });
  }
  for (const [index, { content, ...attachment }] of attachments.entries()) {
    const bytes = contents[index] ?? Buffer.from(content, 'base64');
    const row = { ...attachment, created: Date.parse(attachment.created), size: bytes.length, chunks: [bytes] };
    add(['attachments', 'attachment'], tables.attachments, row, (place) => {
      ofIssue(row, place);
    });
  }
  for (const history of histories) {
    const row = { ...history, created: Date.parse(history.created) };
    add(['histories', 'history'], tables.histories, row, (place) => {
      ofIssue(row, place);
    });
  }
  for (const worklog of rows.worklogs ?? []) {
    const row = {
      ...worklog,
      created: Date.parse(worklog.created),
      updated: Date.parse(worklog.updated),
      started: Date.parse(worklog.started),
    };
    add(['worklogs', 'worklog'], tables.worklogs, row, (place) => {
      ofIssue(row, place);
      hasUser(row.updateAuthor, place);
    });
  }
  for (const row of rows.remoteLinks ?? []) {
    const link = { ...row, globalId: row.globalId, relationship: row.relationship };
    add(['remoteLinks', 'remoteLink'], tables.remoteLinks, link, (place) => {
      hasIssue(row.issueId, place);
    });
  }
  for (const row of rows.filters ?? []) {
    add(['filters', 'filter'], tables.filters, row, (place) => {
      hasUser(row.owner, place);
    });
  }
  for (const list of ['watchers', 'votes'] as const) {
    for (const { issueId, userKey } of rows[list] ?? []) {
      const id = followerId(issueId, userKey);
      ofIssue({ issueId, author: userKey }, `${list}.${id}`);
      tables[list].set({ id, issueId, userKey });
    }
  }
  for (const row of rows.customRows ?? []) tables.own.set(row);
}
