import { TrackerError } from '../../server/tracker-error.js';
import type { StepRow } from '../../test-management/steps/steps-value.js';
import { templateOf } from '../../test-management/plans/plan.js';
import { isTestIssue } from '../../test-management/test-settings.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { mapSteps, rewriteSteps, stepsOf } from './test-issues.js';

/** A tracker that sets a cell and does something else to the steps, of which the named one is told. */
function alsoChanges(change: (step: StepRow, isNamed: boolean, column: number, text: string) => StepRow) {
  return changeHandlers('setStepCell', (call, answer) => {
    const right = answer(call);
    const { issueId, rowIndex, columnIndex, cellValue } = call.body;
    rewriteSteps(call.state, issueId, (rows) =>
      mapSteps(rows, (step, index) => change(step, index === Number(rowIndex), Number(columnIndex), cellValue)),
    );
    return right;
  });
}

/** A tracker that stores the text of cells otherwise than it was sent. */
function cellsStored(change: (text: string) => string) {
  return changeHandlers('setStepCell', (call, answer) =>
    answer({ ...call, body: { ...call.body, cellValue: change(call.body.cellValue) } }),
  );
}

/** Defects of the cells of steps. */
export const stepCellDefects = [
  defect(
    'TM-06',
    'counts-from-1',
    'The columnIndex of steps/cell counts from 1.',
    changeHandlers('setStepCell', (call, answer) => {
      const columnIndex = Number(call.body.columnIndex) - 1;
      if (columnIndex >= 0) return answer({ ...call, body: { ...call.body, columnIndex } });
      throw new TrackerError(call.assumptions['TM-N07'], 'The first column has the index 1.');
    }),
  ),
  defect(
    'TM-06',
    'last-column-refused',
    'The cell in the last column is taken for one past the end.',
    changeHandlers('setStepCell', (call, answer) => {
      const step = stepsOf(call.state, call.body.issueId).find(({ isGroup }) => !isGroup);
      if (Number(call.body.columnIndex) + 1 !== step?.cells.length) return answer(call);
      throw new TrackerError(call.assumptions['TM-N07'], `There is no column ${call.body.columnIndex}.`);
    }),
  ),
  defect(
    'TM-06',
    'next-cell-cleared',
    'The cell after the one that is set is cleared.',
    alsoChanges((step, isNamed, column) =>
      isNamed && column + 1 < step.cells.length ? { ...step, cells: step.cells.with(column + 1, '') } : step,
    ),
  ),
  defect(
    'TM-06',
    'cells-before-cleared',
    'The cells before the one that is set are cleared.',
    alsoChanges((step, isNamed, column) =>
      isNamed ? { ...step, cells: step.cells.map((cell, index) => (index < column ? '' : cell)) } : step,
    ),
  ),
  defect(
    'TM-06',
    'whole-column-set',
    'The cell is set in every step of the table.',
    alsoChanges((step, _isNamed, column, text) => ({ ...step, cells: step.cells.with(column, text) })),
  ),
  defect(
    'TM-06',
    'template-set-too',
    'A cell that is set in a case is set in its template too.',
    changeHandlers('setStepCell', (call, answer) => {
      const right = answer(call);
      const { issueId, rowIndex, columnIndex, cellValue } = call.body;
      const issue = findIssue(call.state, String(issueId));
      const template = issue && templateOf(call.state, issue);
      if (template === undefined) return right;
      rewriteSteps(call.state, template.id, (rows) =>
        mapSteps(rows, (step, index) =>
          index === Number(rowIndex) ? { ...step, cells: step.cells.with(Number(columnIndex), cellValue) } : step,
        ),
      );
      return right;
    }),
  ),
  defect(
    'TM-06',
    'templates-not-edited',
    'A cell of a template is answered as set and never stored.',
    changeHandlers('setStepCell', (call, answer) => {
      const issue = findIssue(call.state, String(call.body.issueId));
      const isTemplate = issue !== undefined && isTestIssue(call.state, issue, 'testCaseTemplate');
      return answer(isTemplate ? { ...call, state: call.state.fork() } : call);
    }),
  ),
  defect(
    'TM-06',
    'cell-trimmed',
    'A cell loses the spaces around its text.',
    cellsStored((text) => text.trim()),
  ),
  defect(
    'TM-06',
    'line-breaks-unified',
    'A cell has all its line breaks written the same.',
    cellsStored((text) => text.replaceAll('\r\n', '\n')),
  ),
  defect(
    'TM-06',
    'empty-cell-ignored',
    'A cell is not set to an empty text.',
    changeHandlers('setStepCell', (call, answer) =>
      answer(call.body.cellValue === '' ? { ...call, state: call.state.fork() } : call),
    ),
  ),
];
