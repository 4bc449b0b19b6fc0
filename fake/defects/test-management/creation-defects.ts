import { stepsRowSchema } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { Override } from '../../tenants/implementation.js';
import type { TableRow } from '../../test-management/steps-table.js';
import { isTestIssue, templateOf, testIssueTypeId, testSettingsOf } from '../../test-management/test-issues.js';
import { readObject } from '../../tracker/read-values.js';
import { findIssue, projectOf } from '../../tracker/rows.js';
import { changeBodies, changeHandlers, changeParts } from '../defect.js';
import type { DefectTable } from '../defect.js';
import {
  createdIssuesBecome,
  createdIssuesLose,
  creationsRead,
  editsRead,
  fieldId,
  isRow,
  projectSent,
  rewriteSteps,
  rowsSent,
  stepsOf,
  valueOf,
  withSteps,
  withRows,
  withValue,
} from './test-issues.js';
import type { SentRow } from './test-issues.js';

/** How many rows a template keeps with this defect. */
const ROWS_KEPT = 64;

/** A tracker that stores changed rows of new templates. */
function templateRowsBecome(change: (rows: readonly TableRow[]) => readonly TableRow[]): Override {
  return createdIssuesBecome('testCaseTemplate', (issue, { state }) => {
    const rows = stepsOf(state, issue.id);
    return rows.length === 0 ? issue : withSteps(state, issue, change(rows));
  });
}

/** The rows with each text changed. */
function mapCells(rows: readonly TableRow[], change: (cell: string) => string): readonly TableRow[] {
  return rows.map((row) =>
    row.isGroup ? { ...row, cells: [change(row.cells[0])] } : { ...row, cells: row.cells.map(change) },
  );
}

/** The rows in the order of their numbers as text: 0, 1, 10, 11, …, 2. */
function inOrderOfText(rows: readonly TableRow[]): readonly TableRow[] {
  const numbers = rows.map((_, index) => String(index)).sort();
  return numbers.flatMap((number) => rows[Number(number)] ?? []);
}

/** Whether a request names the issue type by its id. */
function namesTypeById(fields: Readonly<Record<string, unknown>> | undefined): boolean {
  return readObject(fields?.['issuetype'])?.['id'] !== undefined;
}

/** A tracker that answers other rows of Steps tables than it stores. */
function rowsAnswered(change: (row: SentRow, columns: number, isTemplate: boolean) => SentRow) {
  return changeParts('getIssue', ({ fields }, call) => {
    const issue = findIssue(call.state, call.parameters.issueIdOrKey);
    const rows = rowsSent(call, fields);
    if (issue === undefined || rows === undefined) return {};
    const { columns } = testSettingsOf(projectOf(call.state, issue), call.assumptions);
    const isTemplate = isTestIssue(call.state, issue, 'testCaseTemplate');
    const answered = (rows as readonly SentRow[]).map((row) => change(row, columns.length, isTemplate));
    return { fields: withRows(call, fields, answered) };
  });
}

const groupNamed = (row: SentRow): SentRow => (row.isGroup && row.cells.length === 0 ? { ...row, cells: [''] } : row);

const stepFilled = (row: SentRow, columns: number): SentRow =>
  row.isGroup ? row : { ...row, cells: Array.from({ length: Math.max(columns, row.cells.length) }, cellOf(row)) };

const stepCut = (row: SentRow, columns: number): SentRow =>
  row.isGroup ? row : { ...row, cells: row.cells.slice(0, columns) };

function cellOf({ cells }: SentRow): (_: unknown, index: number) => unknown {
  return (_, index) => cells[index] ?? '';
}

/** Defects of the creation of test cases and test case templates through the tracker's own API, and of how many cells a row has. */
export const testCreationDefects: DefectTable = {
  'TM-10-parent-lost': createdIssuesBecome('testCase', (issue) => ({ ...issue, parentId: null })),
  'TM-10-template-lost': createdIssuesLose('testCase', 'test case template'),
  'TM-10-steps-lost': createdIssuesLose('testCase', 'steps'),
  'TM-10-steps-of-the-template': createdIssuesBecome('testCase', (issue, { state }) => {
    const template = templateOf(state, issue);
    return template === undefined ? issue : withSteps(state, issue, stepsOf(state, template.id));
  }),
  'TM-11-ungrouped-steps-last': templateRowsBecome((rows) => {
    const start = rows.findIndex(({ isGroup }) => isGroup);
    return start < 0 ? rows : [...rows.slice(start), ...rows.slice(0, start)];
  }),
  'TM-11-rows-in-order-of-text': templateRowsBecome(inOrderOfText),
  'TM-11-long-tables-cut': [
    `A new template keeps ${ROWS_KEPT} rows.`,
    templateRowsBecome((rows) => rows.slice(0, ROWS_KEPT)),
  ],
  'TM-11-cells-trimmed': templateRowsBecome((rows) => mapCells(rows, (cell) => cell.trim())),
  'TM-11-markup-stripped': templateRowsBecome((rows) => mapCells(rows, (cell) => cell.replace(/<[^>]*>/g, ''))),
  'TM-12-type-id-unknown': createdIssuesBecome('testCaseTemplate', (issue, { body }) => {
    if (!namesTypeById(body.fields)) return issue;
    throw TrackerError.ofFields({ issuetype: 'valid issue type is required' });
  }),
  'TM-12-type-id-of-another': createdIssuesBecome('testCaseTemplate', (issue, { body, state }) => {
    const plan = testIssueTypeId(state, 'testPlan') ?? issue.issueTypeId;
    return namesTypeById(body.fields) ? { ...issue, issueTypeId: plan } : issue;
  }),
  'TM-12-preconditions-lost': createdIssuesLose('testCaseTemplate', 'preconditions'),
  'TM-12-preconditions-of-cases-lost': createdIssuesLose('testCase', 'preconditions'),
  'TM-12-first-line-only': createdIssuesBecome('testCaseTemplate', (issue, { state }) => {
    const text = valueOf(state, issue, 'preconditions');
    return typeof text === 'string' ? withValue(state, issue, 'preconditions', text.split('\n')[0]) : issue;
  }),
  'TM-15-requirement-lost': createdIssuesLose('testCaseTemplate', 'requirement'),
  'TM-15-first-issue-only': createdIssuesBecome('testCaseTemplate', (issue, { state }) => {
    const required = valueOf(state, issue, 'requirement');
    return Array.isArray(required) ? withValue(state, issue, 'requirement', required.slice(0, 1)) : issue;
  }),
  'TM-15-requirement-of-cases-lost': createdIssuesLose('testCase', 'requirement'),
  'TM-16-third-field-lost': createdIssuesBecome('testCaseTemplate', (issue) => {
    const custom = Object.keys(issue.fields).filter((id) => id.startsWith('customfield_'));
    const lost = new Set(custom.slice(2));
    return { ...issue, fields: Object.fromEntries(Object.entries(issue.fields).filter(([id]) => !lost.has(id))) };
  }),
  'TM-16-field-listed-twice': changeBodies('listFields', (fields, { state }) => {
    const last = state.tables.customFields.all().at(-1);
    const listed = fields.find(({ id }) => id === fieldId(state, 'steps'));
    return listed === undefined ? fields : [...fields, { ...listed, id: `customfield_${(last?.id ?? 0) + 1}` }];
  }),
  'TM-08-extra-cells-kept': changeHandlers('createIssue', (call, answer) => {
    const groups = (rowsSent(call, call.body.fields) ?? []).filter(isRow).filter(({ isGroup }) => isGroup);
    const right = answer({ ...call, assumptions: { ...call.assumptions, 'TM-N18': 'accepted' } });
    const { id } = right.json as { readonly id: string };
    rewriteSteps(call.state, id, (rows) => {
      const sent = groups.values();
      return rows.map((row) => (row.isGroup ? ({ ...row, ...sent.next().value } as TableRow) : row));
    });
    return right;
  }),
  'TM-08-nameless-group-created': creationsRead(groupNamed),
  'TM-08-edit-takes-nameless-group': editsRead(groupNamed),
  'TM-08-answered-with-all-columns': rowsAnswered((row, columns, isTemplate) =>
    isTemplate && row.isGroup ? { ...row, cells: Array.from({ length: columns }, cellOf(row)) } : row,
  ),
  'TM-09-missing-cells-filled': creationsRead(stepFilled),
  'TM-09-extra-cells-dropped': creationsRead(stepCut),
  'TM-09-edit-fills-missing-cells': editsRead(stepFilled),
  'TM-09-edit-drops-extra-cells': editsRead(stepCut),
  'TM-09-columns-of-new-projects': changeHandlers('createIssue', (call, answer) => {
    const { columns } = call.assumptions['TM-N04'];
    const rows = rowsSent(call, call.body.fields) ?? [];
    const project = projectSent(call, call.body.fields);
    const fits = rows.every((row) => {
      const { data } = stepsRowSchema.safeParse(row);
      return data === undefined || data.isGroup || data.cells.length === columns.length;
    });
    if (fits || project === undefined) return answer(call);
    throw TrackerError.ofFields({ [fieldId(call.state, 'steps')]: `A step has ${columns.length} cells.` });
  }),
  'TM-09-empty-cells-left-out': rowsAnswered((row, _columns, isTemplate) =>
    isTemplate && !row.isGroup ? { ...row, cells: row.cells.filter((cell) => cell !== '') } : row,
  ),
};
