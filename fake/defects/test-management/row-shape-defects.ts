import { stepsRowSchema } from '../../../contracts/index.js';
import { TrackerError } from '../../server/tracker-error.js';
import { isTestIssue, testSettingsOf } from '../../test-management/test-settings.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { creationsRead, editsRead, projectSent, rowsSent } from './sent-rows.js';
import type { SentRow } from './sent-rows.js';
import { fieldId } from './test-issues.js';

/** An issue as the tracker answers it. */
interface AnsweredIssue {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A tracker that answers the rows of Steps tables otherwise than it keeps them. */
function rowsAnswered(change: (row: SentRow, columns: number, isTemplate: boolean) => SentRow) {
  return changeBodies('getIssue', (body: AnsweredIssue, { state, assumptions, parameters }) => {
    const [issue, id] = [findIssue(state, parameters.issueIdOrKey), fieldId(state, 'steps')];
    const project = issue && state.tables.projects.get(issue.projectId);
    const value = body.fields[id] as Readonly<Record<string, readonly SentRow[]>> | null | undefined;
    const rows = value?.[assumptions['TM-N02'].rows];
    if (issue === undefined || project === undefined || rows === undefined) return body;
    const { columns } = testSettingsOf(project, assumptions);
    const isTemplate = isTestIssue(state, issue, 'testCaseTemplate');
    const answered = rows.map((row) => change(row, columns.length, isTemplate));
    return { ...body, fields: { ...body.fields, [id]: { ...value, [assumptions['TM-N02'].rows]: answered } } };
  });
}

const groupCut = (row: SentRow): SentRow => (row.isGroup ? { ...row, cells: row.cells.slice(0, 1) } : row);

const groupNamed = (row: SentRow): SentRow => (row.isGroup && row.cells.length === 0 ? { ...row, cells: [''] } : row);

const stepFilled = (row: SentRow, columns: number): SentRow =>
  row.isGroup ? row : { ...row, cells: Array.from({ length: Math.max(columns, row.cells.length) }, cellOf(row)) };

const stepCut = (row: SentRow, columns: number): SentRow =>
  row.isGroup ? row : { ...row, cells: row.cells.slice(0, columns) };

function cellOf({ cells }: SentRow): (_: unknown, index: number) => unknown {
  return (_, index) => cells[index] ?? '';
}

/** Defects of how many cells a row has. */
export const rowShapeDefects = [
  defect(
    'TM-08',
    'extra-cells-dropped',
    'A group with more than one cell is created with the first one.',
    creationsRead(groupCut),
  ),
  defect(
    'TM-08',
    'nameless-group-created',
    'A group without a cell is created with an empty name.',
    creationsRead(groupNamed),
  ),
  defect(
    'TM-08',
    'edit-drops-extra-cells',
    'A group with more than one cell replaces another with its first one.',
    editsRead(groupCut),
  ),
  defect(
    'TM-08',
    'edit-takes-nameless-group',
    'A group without a cell replaces another with an empty name.',
    editsRead(groupNamed),
  ),
  defect(
    'TM-08',
    'answered-with-all-columns',
    'The groups of a template are answered with a cell for each column.',
    rowsAnswered((row, columns, isTemplate) =>
      isTemplate && row.isGroup ? { ...row, cells: Array.from({ length: columns }, cellOf(row)) } : row,
    ),
  ),
  defect(
    'TM-09',
    'missing-cells-filled',
    'A step with too few cells is created with empty ones in their place.',
    creationsRead(stepFilled),
  ),
  defect(
    'TM-09',
    'extra-cells-dropped',
    'A step with too many cells is created without the last ones.',
    creationsRead(stepCut),
  ),
  defect(
    'TM-09',
    'edit-fills-missing-cells',
    'A step with too few cells replaces another, with empty ones in their place.',
    editsRead(stepFilled),
  ),
  defect(
    'TM-09',
    'edit-drops-extra-cells',
    'A step with too many cells replaces another, without the last ones.',
    editsRead(stepCut),
  ),
  defect(
    'TM-09',
    'columns-of-new-projects',
    'A step takes as many cells as a new project has columns, whatever is configured for the project.',
    changeHandlers('createIssue', (call, answer) => {
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
  ),
  defect(
    'TM-09',
    'empty-cells-left-out',
    'The steps of a template are answered without their empty cells.',
    rowsAnswered((row, _columns, isTemplate) =>
      isTemplate && !row.isGroup ? { ...row, cells: row.cells.filter((cell) => cell !== '') } : row,
    ),
  ),
];
