import type { worldAdditionsSchema } from '../../contracts/index.js';
import { MOMENTS, readMoments, followerId } from './tables.js';
import { missingIn } from './problems.js';
import type { Problems } from './problems.js';
import type { Sequence, State } from './state.js';
import type { Table } from './table.js';

type Additions = ReturnType<typeof worldAdditionsSchema.parse>;

/** Adds what happened to projects and issues: components, versions, links, comments, attachments, histories, work and who follows. */
export function addActivity(state: State, rows: Additions, problems: Problems): void {
  const { tables } = state;
  const missing = missingIn(tables);
  const add = <Row extends { readonly id: number }, Name extends string>(
    list: keyof Additions,
    kind: Sequence,
    table: Table<Row, number, Name>,
    row: Row,
    ...found: readonly (string | false | undefined)[]
  ): void => {
    problems.add(`${list}.${row.id}`, table.get(row.id) && 'that id is taken', ...found);
    table.set(row);
    state.reserveId(kind, row.id);
  };
  const ofIssue = (row: { readonly issueId: number; readonly author: string }) =>
    [missing.issue(row.issueId), missing.user(row.author)] as const;

  for (const row of rows.components ?? []) {
    const lead = row.lead !== null && missing.user(row.lead);
    add('components', 'component', tables.components, row, missing.project(row.projectId), lead);
  }
  for (const row of rows.versions ?? []) {
    add('versions', 'version', tables.versions, row, missing.project(row.projectId));
  }
  for (const row of rows.issueLinks ?? []) {
    const type = tables.linkTypes.get(row.typeId) === undefined && `no link type ${row.typeId}`;
    add('issueLinks', 'link', tables.links, row, type, missing.issue(row.sourceId), missing.issue(row.targetId));
  }
  for (const comment of rows.comments ?? []) {
    const row = readMoments(comment, MOMENTS.comments);
    add('comments', 'comment', tables.comments, row, ...ofIssue(row));
  }
  for (const { content, ...attachment } of rows.attachments ?? []) {
    const bytes = Buffer.from(content, 'base64');
    const row = { ...readMoments(attachment, MOMENTS.attachments), size: bytes.length, chunks: [bytes] };
    add('attachments', 'attachment', tables.attachments, row, ...ofIssue(row));
  }
  for (const history of rows.histories ?? []) {
    const row = readMoments(history, MOMENTS.histories);
    add('histories', 'history', tables.histories, row, ...ofIssue(row));
  }
  for (const worklog of rows.worklogs ?? []) {
    const row = readMoments(worklog, MOMENTS.worklogs);
    add('worklogs', 'worklog', tables.worklogs, row, ...ofIssue(row), missing.user(row.updateAuthor));
  }
  for (const row of rows.remoteLinks ?? []) {
    add('remoteLinks', 'remoteLink', tables.remoteLinks, row, missing.issue(row.issueId));
  }
  for (const row of rows.filters ?? []) add('filters', 'filter', tables.filters, row, missing.user(row.owner));
  for (const list of ['watchers', 'votes'] as const) {
    for (const { issueId, userKey } of rows[list] ?? []) {
      const id = followerId(issueId, userKey);
      problems.add(`${list}.${id}`, ...ofIssue({ issueId, author: userKey }));
      tables[list].set({ id, issueId, userKey });
    }
  }
  for (const row of rows.customRows ?? []) tables.own.set(row);
}
