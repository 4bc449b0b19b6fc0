import type { Service } from './http.js';
import { refuse, isObject, dateTime } from './reading.js';
import type { Issue, Project, StepRow } from './model.js';
import { TYPE_NAME } from './world.js';

/** The value of the Steps field: how it is written, and how it is read back. */
export const isTemplate = (issue: Pick<Issue, 'type'>): boolean => issue.type.name === TYPE_NAME.testTemplate;

export function readSteps(value: unknown, project: Project, template: boolean, service: Service): StepRow[] | null {
  const { choices, reading } = service;
  if (value === null || value === undefined) return null;
  const tests = project.tests;
  if (!tests) return refuse(400, 'The project has no Steps columns.');
  const property = choices.stepsRowsIn;
  const rows = property === 'plainArray' ? value : isObject(value) ? value[property] : undefined;
  if (!Array.isArray(rows)) return refuse(400, property === 'plainArray' ? 'Steps must be an array of rows.' : `Steps must be an object with the array ${property}.`);
  const read = rows.map((row: unknown): StepRow => {
    const { isGroup: group, cells: given } = reading.object(row, 'A row of Steps');
    const isGroup = reading.boolean(group, 'isGroup') ?? false;
    if (!Array.isArray(given)) return refuse(400, 'cells must be an array.');
    let cells = given.map((cell: unknown) => reading.text(cell, 'A cell') ?? '');
    if (isGroup && cells.length > 1 && choices.groupCells === 'taken') cells = cells.slice(0, 1);
    if (isGroup && cells.length !== 1) return refuse(400, 'A group row must have exactly one cell, the name of the group.');
    if (!isGroup && cells.length !== tests.columns.length) return refuse(400, `A step row must have ${tests.columns.length} cells, but one has ${cells.length}.`);
    return newRow(isGroup, cells, project, template);
  });
  return read.length ? read : null;
}

/** A row in the state in which a row begins: a step of a case has the project's first status. */
export const newRow = (isGroup: boolean, cells: readonly string[], project: Project, template: boolean): StepRow =>
  ({ isGroup, cells: [...cells], status: isGroup || template ? null : project.tests?.statuses[0] ?? null, comments: [], attachments: [] });

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function renderRow(row: StepRow, service: Service): Record<string, unknown> {
  const { choices } = service;
  const rendered: Record<string, unknown> = { isGroup: row.isGroup, cells: row.cells };
  if (choices.rowExtras === 'full') rendered['renderedCells'] = row.cells.map(cell => cell && `<p>${escaped(cell)}</p>`);
  if (row.isGroup) return rendered;
  if (row.status) {
    const { status } = row;
    rendered['status'] = choices.rowStatus === 'text' ? status.name : choices.rowStatus === 'named' ? { name: status.name } : status;
  }
  const bodies = row.comments.map(({ body }) => body);
  const comments = row.comments.map(({ id, author, body, created }) => ({ id, author: author.name, body, created: dateTime(created) }));
  if (choices.rowComments === 'bodies') rendered['stepComments'] = comments;
  else rendered['comments'] = choices.rowComments === 'texts' ? bodies : comments;
  rendered[choices.rowAttachmentsIn] = row.attachments.map(({ id, filename }) => ({ id: choices.rowAttachmentId === 'text' ? String(id) : id, name: filename }));
  if (choices.rowExtras === 'full') rendered['defects'] = [];
  return rendered;
}

export function renderSteps(issue: Issue, service: Service): unknown {
  const { choices } = service;
  const tests = issue.project.tests;
  if (!tests || !(isTemplate(issue) || issue.type.name === TYPE_NAME.testCase)) return null;
  if (!issue.steps && choices.emptySteps === 'null') return null;
  const rows = (issue.steps ?? []).map(row => renderRow(row, service));
  if (choices.stepsRowsIn === 'plainArray') return rows;
  const value = { [choices.stepsRowsIn]: rows };
  if (choices.stepsValueExtras === 'none') return value;
  return { stepsVersion: 1, ...value, stepsColumns: tests.columns.map(name => ({ name, size: 150 })), stepsStatuses: isTemplate(issue) ? [] : tests.statuses, defaultStatus: tests.statuses[0] };
}
