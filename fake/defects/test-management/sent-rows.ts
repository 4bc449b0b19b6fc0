import type { Variant } from '../../spaces/behaviour.js';
import type { Call } from '../../server/call.js';
import type { ProjectRow } from '../../state/state.js';
import { testSettingsOf } from '../../test-management/test-settings.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { findProject } from '../../tracker/projects/find-project.js';
import { readObject } from '../../tracker/read-id.js';
import { changeHandlers } from '../change-handlers.js';
import { fieldId } from './test-issues.js';

/** A row as a client sent it, as far as it is one. */
export interface SentRow {
  readonly isGroup: boolean;
  readonly cells: readonly unknown[];
}

/** The fields of a request. */
type Fields = Readonly<Record<string, unknown>>;

/** What a tracker takes a row for that was sent to a project with this many columns. */
type Reading = (row: SentRow, columns: number) => SentRow;

/** A tracker that reads the rows of new issues otherwise than they were sent. */
export function creationsRead(reading: Reading): Variant {
  return changeHandlers('createIssue', (call, answer) => {
    const { fields } = call.body;
    return answer({
      ...call,
      body: { ...call.body, fields: readRows(call, fields, projectSent(call, fields), reading) },
    });
  });
}

/** A tracker that reads the rows of edited issues otherwise than they were sent. */
export function editsRead(reading: Reading): Variant {
  return changeHandlers('editIssue', (call, answer) => {
    const issue = findIssue(call.state, call.parameters.issueIdOrKey);
    const project = issue && call.state.tables.projects.get(issue.projectId);
    const fields = readRows(call, call.body.fields ?? {}, project, reading);
    return answer({ ...call, body: { ...call.body, fields } });
  });
}

/** The project a request names for a new issue. */
export function projectSent({ state }: Pick<Call, 'state'>, fields: Fields): ProjectRow | undefined {
  const { id, key } = readObject(fields['project']) ?? {};
  const sent = id ?? key;
  return typeof sent === 'string' || typeof sent === 'number' ? findProject(state, String(sent)) : undefined;
}

/** The rows of the Steps in a request; undefined where it has none. */
export function rowsSent(call: Pick<Call, 'state' | 'assumptions'>, fields: Fields): readonly unknown[] | undefined {
  const value = readObject(fields[fieldId(call.state, 'steps')]);
  const rows = value?.[call.assumptions['TM-N02'].rows];
  return Array.isArray(rows) ? (rows as readonly unknown[]) : undefined;
}

function readRows(
  call: Pick<Call, 'state' | 'assumptions'>,
  fields: Fields,
  project: ProjectRow | undefined,
  reading: Reading,
): Fields {
  const sent = rowsSent(call, fields);
  if (sent === undefined || project === undefined) return fields;
  const { columns } = testSettingsOf(project, call.assumptions);
  const rows = sent.map((row) => (isRow(row) ? reading(row, columns.length) : row));
  return { ...fields, [fieldId(call.state, 'steps')]: { [call.assumptions['TM-N02'].rows]: rows } };
}

function isRow(row: unknown): row is SentRow {
  const { isGroup, cells } = readObject(row) ?? {};
  return typeof isGroup === 'boolean' && Array.isArray(cells);
}
