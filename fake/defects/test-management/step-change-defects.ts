import { Buffer } from 'node:buffer';
import { TrackerError } from '../../server/errors.js';
import type { Upload } from '../../server/read-uploads.js';
import type { StepRow } from '../../test-management/steps-table.js';
import { templateOf } from '../../test-management/test-issues.js';
import { storeComment } from '../../tracker/comments.js';
import { browsableIssue, findIssue } from '../../tracker/rows.js';
import { changeCalls, changeHandlers, changeMore, changeNothing, changeRequests } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { isOfKind, rewriteStep, stepLoses, stepsBecome, stepsOf } from './test-issues.js';

/** A tracker that stores a changed text of comments on steps. */
function commentsStored(change: (comment: string) => string) {
  return changeRequests('addStepComment', (body) => ({ ...body, comment: change(body.comment) }));
}

/** A tracker that sets a cell and changes cells too. `change` is told which step and column the call names. */
function cellsBecome(change: (cells: StepRow['cells'], isNamed: boolean, column: number, text: string) => string[]) {
  return stepsBecome('setStepCell', (step, { isNamed }, { body: { columnIndex, cellValue } }) => {
    return { ...step, cells: change(step.cells, isNamed, Number(columnIndex), cellValue) };
  });
}

/** A tracker that stores a changed text of cells. */
function cellsStored(change: (text: string) => string) {
  return changeRequests('setStepCell', (body) => ({ ...body, cellValue: change(body.cellValue) }));
}

/** A tracker that attaches other files to steps than were sent. */
function uploadsRead(change: (uploads: readonly Upload[]) => readonly Upload[]) {
  return changeCalls('addStepAttachments', ({ uploads }) => ({ uploads: change(uploads) }));
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

/** Defects of the comments, the cells and the attachments of steps. */
export const stepChangeDefects: DefectTable = {
  'TM-05-comment-not-stored': changeNothing('addStepComment'),
  'TM-05-comment-on-every-step': stepsBecome(
    'addStepComment',
    (step, { isNamed }, { state, caller, body: { comment: body } }) => {
      const comment = { id: state.nextId('comment'), author: caller?.key ?? '', body, created: 0 };
      return isNamed ? step : { ...step, comments: [...(step.comments ?? []), comment] };
    },
  ),
  'TM-05-comment-on-the-issue-too': changeMore('addStepComment', (call) => {
    storeComment(call, browsableIssue(call, String(call.body.issueId)), { body: call.body.comment });
  }),
  'TM-05-line-breaks-lost': commentsStored((comment) => comment.replaceAll('\n', ' ')),
  'TM-05-markup-stripped': commentsStored((comment) => comment.replace(/<[^>]*>/g, '')),
  'TM-05-files-lost': stepLoses('addStepComment', ({ attachments: _, ...step }) => step),
  'TM-05-status-reset': stepLoses('addStepComment', ({ status: _, ...step }) => step),
  'TM-05-spaces-around-lost': commentsStored((comment) => comment.trim()),
  'TM-06-counts-from-1': changeHandlers('setStepCell', (call, answer) => {
    const columnIndex = Number(call.body.columnIndex) - 1;
    if (columnIndex >= 0) return answer({ ...call, body: { ...call.body, columnIndex } });
    throw new TrackerError(call.assumptions['TM-N07'], 'The first column has the index 1.');
  }),
  'TM-06-last-column-refused': changeHandlers('setStepCell', (call, answer) => {
    const step = stepsOf(call.state, call.body.issueId).find(({ isGroup }) => !isGroup);
    if (Number(call.body.columnIndex) + 1 !== step?.cells.length) return answer(call);
    throw new TrackerError(call.assumptions['TM-N07'], `There is no column ${call.body.columnIndex}.`);
  }),
  'TM-06-next-cell-cleared': cellsBecome((cells, isNamed, column) =>
    cells.map((cell, index) => (isNamed && index === column + 1 ? '' : cell)),
  ),
  'TM-06-cells-before-cleared': cellsBecome((cells, isNamed, column) =>
    cells.map((cell, index) => (isNamed && index < column ? '' : cell)),
  ),
  'TM-06-whole-column-set': cellsBecome((cells, _isNamed, column, text) => cells.with(column, text)),
  'TM-06-execution-lost': stepLoses('setStepCell', ({ isGroup, cells }) => ({ isGroup, cells })),
  'TM-06-template-set-too': changeMore('setStepCell', (call) => {
    const { issueId, rowIndex, columnIndex, cellValue } = call.body;
    const issue = findIssue(call.state, String(issueId));
    const template = issue && templateOf(call.state, issue);
    if (template === undefined) return;
    rewriteStep(call.state, { issueId: template.id, rowIndex }, (step) => ({
      ...step,
      cells: step.cells.with(Number(columnIndex), cellValue),
    }));
  }),
  'TM-06-templates-not-edited': changeNothing('setStepCell', ({ state, body }) =>
    isOfKind(state, body.issueId, 'testCaseTemplate'),
  ),
  'TM-06-cell-trimmed': cellsStored((text) => text.trim()),
  'TM-06-line-breaks-unified': cellsStored((text) => text.replaceAll('\r\n', '\n')),
  'TM-06-empty-cell-ignored': changeNothing('setStepCell', ({ body }) => body.cellValue === ''),
  'TM-06-status-lost-with-empty-cell': stepLoses('setStepCell', ({ status, ...step }, { body }) =>
    body.cellValue === '' || status === undefined ? step : { ...step, status },
  ),
  'TM-07-first-file-only': uploadsRead((uploads) => uploads.slice(0, 1)),
  'TM-07-last-file-dropped': uploadsRead((uploads) => (uploads.length > 1 ? uploads.slice(0, -1) : uploads)),
  'TM-07-one-file-of-a-name': uploadsRead((uploads) => [
    ...new Map(uploads.map((upload) => [upload.filename, upload])).values(),
  ]),
  'TM-07-empty-files-dropped': uploadsRead((uploads) => uploads.filter(({ size }) => size > 0)),
  'TM-07-earlier-file-of-the-name-replaced': stepLoses('addStepAttachments', (step, { state, uploads }) => {
    const sent = new Set(uploads.map(({ filename }) => filename));
    const nameOf = (id: number) => state.tables.attachments.get(id)?.filename ?? '';
    return { ...step, attachments: attachmentsOf(step).filter((id) => !sent.has(nameOf(id))) };
  }),
  'TM-07-earlier-files-replaced': stepLoses('addStepAttachments', ({ attachments: _, ...step }) => step),
  'TM-07-status-and-comments-lost': stepLoses('addStepAttachments', ({ isGroup, cells, attachments = [] }) => ({
    isGroup,
    cells,
    attachments,
  })),
  'TM-07-next-step-too': stepsBecome('addStepAttachments', (step, { index, isNext }, { state, query }) => {
    const named = stepsOf(state, query.issueId).filter((row): row is StepRow => !row.isGroup)[index - 1];
    if (!isNext || named === undefined) return step;
    return { ...step, attachments: [...attachmentsOf(step), ...attachmentsOf(named)] };
  }),
  'TM-07-bytes-kept-as-text': uploadsRead((uploads) => uploads.map(keptAsText)),
  'TM-07-names-kept-as-ascii': uploadsRead((uploads) =>
    uploads.map((upload) => ({ ...upload, filename: upload.filename.replace(/[^\x20-\x7e]/gu, '_') })),
  ),
  'TM-07-names-kept-encoded': uploadsRead((uploads) =>
    uploads.map((upload) => ({ ...upload, filename: encodeURIComponent(upload.filename) })),
  ),
};
