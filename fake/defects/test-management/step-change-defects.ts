import { Buffer } from 'node:buffer';
import { TrackerError } from '../../server/errors.js';
import type { Upload } from '../../server/read-uploads.js';
import type { StepRow } from '../../test-management/steps-table.js';
import { isTestIssue, templateOf } from '../../test-management/test-issues.js';
import { storeComment } from '../../tracker/comments.js';
import { browsableIssue, findIssue } from '../../tracker/rows.js';
import { changeHandlers, defect } from '../defect.js';
import { mapSteps, rewriteSteps, stepLoses, stepsOf } from './test-issues.js';

/** A tracker that stores a changed text of comments on steps. */
function commentsStored(change: (comment: string) => string) {
  return changeHandlers('addStepComment', (call, answer) =>
    answer({ ...call, body: { ...call.body, comment: change(call.body.comment) } }),
  );
}

/** Defects of the comments on steps. */
export const stepCommentDefects = [
  defect(
    'TM-05-comment-not-stored',
    'A comment is answered as added and never stored.',
    changeHandlers('addStepComment', (call, answer) => answer({ ...call, state: call.state.fork() })),
  ),
  defect(
    'TM-05-comment-on-every-step',
    'A comment is added to every step of the table.',
    changeHandlers('addStepComment', (call, answer) => {
      const right = answer(call);
      const { issueId, rowIndex, comment: body } = call.body;
      const comment = { id: call.state.nextId('comment'), author: call.caller?.key ?? '', body, created: 0 };
      rewriteSteps(call.state, issueId, (rows) =>
        mapSteps(rows, (step, index) =>
          index === Number(rowIndex) ? step : { ...step, comments: [...(step.comments ?? []), comment] },
        ),
      );
      return right;
    }),
  ),
  defect(
    'TM-05-comment-on-the-issue-too',
    'A comment on a step becomes a comment on the issue as well.',
    changeHandlers('addStepComment', (call, answer) => {
      const right = answer(call);
      storeComment(call, browsableIssue(call, String(call.body.issueId)), { body: call.body.comment });
      return right;
    }),
  ),
  defect(
    'TM-05-line-breaks-lost',
    'A comment keeps its words and loses its line breaks.',
    commentsStored((comment) => comment.replaceAll('\n', ' ')),
  ),
  defect(
    'TM-05-markup-stripped',
    'A comment loses what looks like markup.',
    commentsStored((comment) => comment.replace(/<[^>]*>/g, '')),
  ),
  defect(
    'TM-05-files-lost',
    'A step that gets a comment loses its files.',
    stepLoses('addStepComment', ({ attachments: _, ...step }) => step),
  ),
  defect(
    'TM-05-status-reset',
    'A comment sets its step back to the default status.',
    changeHandlers('addStepComment', (call, answer) => {
      const right = answer(call);
      rewriteSteps(call.state, call.body.issueId, (rows) =>
        mapSteps(rows, ({ status, ...step }, index) =>
          index === Number(call.body.rowIndex) || status === undefined ? step : { ...step, status },
        ),
      );
      return right;
    }),
  ),
];

/** A tracker that sets a cell and changes steps too. `change` is told which step the call names. */
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

/** A tracker that stores a changed text of cells. */
function cellsStored(change: (text: string) => string) {
  return changeHandlers('setStepCell', (call, answer) =>
    answer({ ...call, body: { ...call.body, cellValue: change(call.body.cellValue) } }),
  );
}

/** Defects of the cells of steps. */
export const stepCellDefects = [
  defect(
    'TM-06-counts-from-1',
    'The columnIndex of steps/cell counts from 1.',
    changeHandlers('setStepCell', (call, answer) => {
      const columnIndex = Number(call.body.columnIndex) - 1;
      if (columnIndex >= 0) return answer({ ...call, body: { ...call.body, columnIndex } });
      throw new TrackerError(call.assumptions['TM-N07'], 'The first column has the index 1.');
    }),
  ),
  defect(
    'TM-06-last-column-refused',
    'The cell in the last column is taken for one past the end.',
    changeHandlers('setStepCell', (call, answer) => {
      const step = stepsOf(call.state, call.body.issueId).find(({ isGroup }) => !isGroup);
      if (Number(call.body.columnIndex) + 1 !== step?.cells.length) return answer(call);
      throw new TrackerError(call.assumptions['TM-N07'], `There is no column ${call.body.columnIndex}.`);
    }),
  ),
  defect(
    'TM-06-next-cell-cleared',
    'The cell after the one that is set is cleared.',
    alsoChanges((step, isNamed, column) =>
      isNamed && column + 1 < step.cells.length ? { ...step, cells: step.cells.with(column + 1, '') } : step,
    ),
  ),
  defect(
    'TM-06-cells-before-cleared',
    'The cells before the one that is set are cleared.',
    alsoChanges((step, isNamed, column) =>
      isNamed ? { ...step, cells: step.cells.map((cell, index) => (index < column ? '' : cell)) } : step,
    ),
  ),
  defect(
    'TM-06-whole-column-set',
    'The cell is set in every step of the table.',
    alsoChanges((step, _isNamed, column, text) => ({ ...step, cells: step.cells.with(column, text) })),
  ),
  defect(
    'TM-06-execution-lost',
    'A step whose cell is set loses its status, comments and files.',
    stepLoses('setStepCell', ({ isGroup, cells }) => ({ isGroup, cells })),
  ),
  defect(
    'TM-06-template-set-too',
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
    'TM-06-templates-not-edited',
    'A cell of a template is answered as set and never stored.',
    changeHandlers('setStepCell', (call, answer) => {
      const issue = findIssue(call.state, String(call.body.issueId));
      const isTemplate = issue !== undefined && isTestIssue(call.state, issue, 'testCaseTemplate');
      return answer(isTemplate ? { ...call, state: call.state.fork() } : call);
    }),
  ),
  defect(
    'TM-06-cell-trimmed',
    'A cell loses the spaces around its text.',
    cellsStored((text) => text.trim()),
  ),
  defect(
    'TM-06-line-breaks-unified',
    'A cell has all its line breaks written the same.',
    cellsStored((text) => text.replaceAll('\r\n', '\n')),
  ),
  defect(
    'TM-06-empty-cell-ignored',
    'A cell is not set to an empty text.',
    changeHandlers('setStepCell', (call, answer) =>
      answer(call.body.cellValue === '' ? { ...call, state: call.state.fork() } : call),
    ),
  ),
];

/** A tracker that attaches other files to steps than were sent. */
function uploadsRead(change: (uploads: readonly Upload[]) => readonly Upload[]) {
  return changeHandlers('addStepAttachments', (call, answer) => answer({ ...call, uploads: change(call.uploads) }));
}

/** The attachments of a step. */
function attachmentsOf({ attachments = [] }: StepRow): readonly number[] {
  return attachments;
}

/** A file as one that takes all bytes for text keeps it. */
function keptAsText(upload: Upload): Upload {
  const chunks = [Buffer.from(Buffer.concat(upload.chunks).toString('utf8'))];
  return { ...upload, chunks, size: Buffer.concat(chunks).length };
}

/** Defects of the attachments of steps. */
export const stepAttachmentDefects = [
  defect(
    'TM-07-first-file-only',
    'Of several files only the first one is attached.',
    uploadsRead((uploads) => uploads.slice(0, 1)),
  ),
  defect(
    'TM-07-last-file-dropped',
    'Of several files the last one is not attached.',
    uploadsRead((uploads) => (uploads.length > 1 ? uploads.slice(0, -1) : uploads)),
  ),
  defect(
    'TM-07-one-file-of-a-name',
    'Of several files of one name the last one is attached.',
    uploadsRead((uploads) => [...new Map(uploads.map((upload) => [upload.filename, upload])).values()]),
  ),
  defect(
    'TM-07-empty-files-dropped',
    'Files without a byte are not attached.',
    uploadsRead((uploads) => uploads.filter(({ size }) => size > 0)),
  ),
  defect(
    'TM-07-earlier-file-of-the-name-replaced',
    'A file takes the place of one of the same name that the step has.',
    changeHandlers('addStepAttachments', (call, answer) => {
      const { issueId, rowIndex } = call.query;
      const sent = new Set(call.uploads.map(({ filename }) => filename));
      const nameOf = (id: number) => call.state.tables.attachments.get(id)?.filename ?? '';
      rewriteSteps(call.state, issueId, (rows) =>
        mapSteps(rows, (step, index) =>
          index === Number(rowIndex)
            ? { ...step, attachments: attachmentsOf(step).filter((id) => !sent.has(nameOf(id))) }
            : step,
        ),
      );
      return answer(call);
    }),
  ),
  defect(
    'TM-07-earlier-files-replaced',
    'The files of a call take the place of those the step has.',
    changeHandlers('addStepAttachments', (call, answer) => {
      const { issueId, rowIndex } = call.query;
      rewriteSteps(call.state, issueId, (rows) =>
        mapSteps(rows, (step, index) => (index === Number(rowIndex) ? { ...step, attachments: [] } : step)),
      );
      return answer(call);
    }),
  ),
  defect(
    'TM-07-status-and-comments-lost',
    'A step that gets files loses its status and comments.',
    stepLoses('addStepAttachments', ({ isGroup, cells, attachments = [] }) => ({ isGroup, cells, attachments })),
  ),
  defect(
    'TM-07-next-step-too',
    'The step after the one that is named gets the files too.',
    changeHandlers('addStepAttachments', (call, answer) => {
      const right = answer(call);
      const { issueId, rowIndex } = call.query;
      const steps = stepsOf(call.state, issueId).filter((row): row is StepRow => !row.isGroup);
      const named = steps[Number(rowIndex)];
      rewriteSteps(call.state, issueId, (rows) =>
        mapSteps(rows, (step, index) =>
          index === Number(rowIndex) + 1 && named !== undefined
            ? { ...step, attachments: [...attachmentsOf(step), ...attachmentsOf(named)] }
            : step,
        ),
      );
      return right;
    }),
  ),
  defect(
    'TM-07-bytes-kept-as-text',
    'A file is kept as text, which damages bytes that are none.',
    uploadsRead((uploads) => uploads.map(keptAsText)),
  ),
  defect(
    'TM-07-names-kept-as-ascii',
    'The names of files lose every character that is not ASCII.',
    uploadsRead((uploads) =>
      uploads.map((upload) => ({ ...upload, filename: upload.filename.replace(/[^\x20-\x7e]/gu, '_') })),
    ),
  ),
  defect(
    'TM-07-names-kept-encoded',
    'The names of files are kept as they would stand in a URL.',
    uploadsRead((uploads) => uploads.map((upload) => ({ ...upload, filename: encodeURIComponent(upload.filename) }))),
  ),
];
