import { Buffer } from 'node:buffer';
import type { Endpoints } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { Upload } from '../../server/read-uploads.js';
import type { ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import type { StepRow, TableRow } from '../../test-management/steps-table.js';
import { casesOf, templateOf, testSettingsOf } from '../../test-management/test-issues.js';
import type { Call, CallOf } from '../../tracker/call.js';
import { findIssue } from '../../tracker/rows.js';
import {
  asAnswer,
  changeCalls,
  changeHandlers,
  changeMore,
  changeNothing,
  changeRequests,
  changeSome,
  defectsFor,
  refusalOf,
} from '../defect.js';
import type { DefectTable } from '../defect.js';
import { isOfKind, rewriteStep, stepLoses, stepsBecome, storedStepsOf } from './test-issues.js';

type StatusesCall = CallOf<Endpoints['setStepStatuses']>;
type WishedStatus = StatusesCall['body']['rows'][number];

function settingsFor({ state, assumptions }: Pick<Call, 'state' | 'assumptions'>, issueId: number | string) {
  const issue = findIssue(state, String(issueId));
  const project = issue && state.tables.projects.get(issue.projectId);
  return project && testSettingsOf(project, assumptions);
}

function isConfigured(call: Pick<Call, 'state' | 'assumptions'>, issueId: number | string, name: string): boolean {
  return settingsFor(call, issueId)?.statuses.some((status) => status.name === name) === true;
}

function isAnywhere({ state, assumptions }: Pick<Call, 'state' | 'assumptions'>, name: string): boolean {
  const has = (project: ProjectRow) =>
    testSettingsOf(project, assumptions).statuses.some((status) => status.name === name);
  return state.tables.projects.all().some(has);
}

function statusesRead(change: (rows: readonly WishedStatus[], call: StatusesCall) => readonly WishedStatus[]) {
  return changeRequests('setStepStatuses', (body, call) => ({ ...body, rows: [...change(body.rows, call)] }));
}

/** Which step an index is taken for, given the rows of the table. */
type Reading = (rowIndex: number, rows: readonly TableRow[]) => number;

type CallOnOneStep = 'setStepStatus' | 'addStepComment' | 'setStepCell';

function readsInBody(name: CallOnOneStep): (reading: Reading) => Override {
  return (reading) =>
    changeRequests(name, (body, { state }) => ({
      ...body,
      rowIndex: reading(Number(body.rowIndex), storedStepsOf(state, body.issueId)),
    }));
}

function readsInRows(reading: Reading): Override {
  return statusesRead((rows, { state, body }) => {
    const table = storedStepsOf(state, body.issueId);
    return rows.map((row) => ({ ...row, rowIndex: reading(Number(row.rowIndex), table) }));
  });
}

function readsInQuery(reading: Reading): Override {
  return changeCalls('addStepAttachments', ({ state, query: { issueId, rowIndex } }) => ({
    query: { issueId, rowIndex: String(reading(Number(rowIndex), storedStepsOf(state, issueId))) },
  }));
}

/** Every call on a step, under the name it has in a title, with what makes it read the index otherwise. */
const calls: readonly (readonly [title: string, reads: (reading: Reading) => Override])[] = [
  ['status', readsInBody('setStepStatus')],
  ['statuses', readsInRows],
  ['comment', readsInBody('addStepComment')],
  ['cell', readsInBody('setStepCell')],
  ['attachment', readsInQuery],
];

/** Counts rows of every kind in an index; a group stands for the step after it. */
const countsGroups: Reading = (rowIndex, rows) =>
  rowIndex < rows.length ? rows.slice(0, rowIndex).filter(({ isGroup }) => !isGroup).length : rowIndex;

/** Skips the groups before the first step only. */
const countsGroupsBetween: Reading = (rowIndex, rows) => {
  const start = rows.findIndex(({ isGroup }) => !isGroup);
  return countsGroups(rowIndex, rows.slice(start));
};

function commentsStored(change: (comment: string) => string) {
  return changeRequests('addStepComment', (body) => ({ ...body, comment: change(body.comment) }));
}

/** A tracker that sets a cell and changes cells too. `change` is told which step and column the call names. */
function cellsBecome(change: (cells: StepRow['cells'], isNamed: boolean, column: number, text: string) => string[]) {
  return stepsBecome('setStepCell', (step, { isNamed }, { body: { columnIndex, cellValue } }) => {
    return { ...step, cells: change(step.cells, isNamed, Number(columnIndex), cellValue) };
  });
}

function cellsStored(change: (text: string) => string) {
  return changeRequests('setStepCell', (body) => ({ ...body, cellValue: change(body.cellValue) }));
}

function uploadsRead(change: (uploads: readonly Upload[]) => readonly Upload[]) {
  return changeCalls('addStepAttachments', ({ uploads }) => ({ uploads: change(uploads) }));
}

function attachmentsOf({ attachments = [] }: StepRow): readonly number[] {
  return attachments;
}

function keptAsText(upload: Upload): Upload {
  const chunks = [Buffer.from(Buffer.concat(upload.chunks).toString('utf8'))];
  return { ...upload, chunks, size: Buffer.concat(chunks).length };
}

export const stepDefects: DefectTable = {
  'TM-01-default-never-again': changeNothing(
    'setStepStatus',
    (call) => settingsFor(call, call.body.issueId)?.defaultStatus === call.body.status,
  ),
  'TM-01-steps-before-set-too': stepsBecome('setStepStatus', (step, { index }, { body: { rowIndex, status } }) =>
    index < Number(rowIndex) ? { ...step, status } : step,
  ),
  'TM-01-other-cases-set-too': changeMore('setStepStatus', (call) => {
    const { issueId, rowIndex, status } = call.body;
    const plan = call.state.tables.issues.get(findIssue(call.state, String(issueId))?.parentId ?? 0);
    for (const { id } of plan === undefined ? [] : casesOf(call.state, plan)) {
      rewriteStep(call.state, { issueId: id, rowIndex }, (step) => ({ ...step, status }));
    }
  }),
  'TM-01-comments-and-files-lost': stepLoses('setStepStatus', ({ isGroup, cells }) => ({ isGroup, cells })),
  'TM-03-any-projects-status-taken': changeHandlers('setStepStatus', (call, answer) => {
    const { issueId, status } = call.body;
    if (isConfigured(call, issueId, status) || !isAnywhere(call, status)) return answer(call);
    const known = settingsFor(call, issueId)?.defaultStatus ?? status;
    const right = answer({ ...call, body: { ...call.body, status: known } });
    rewriteStep(call.state, call.body, (step) => ({ ...step, status }));
    return right;
  }),
  'TM-03-only-common-statuses': changeSome(
    'setStepStatus',
    ({ assumptions, body }) => !assumptions['TM-N04'].statuses.some(({ name }) => name === body.status),
    ({ body }) => {
      throw new TrackerError(400, `There is no step status '${body.status}'.`);
    },
  ),
  'TM-03-refused-and-changed': changeHandlers('setStepStatus', (call, answer) => {
    const refusal = refusalOf(() => answer({ ...call, state: call.state.fork() }));
    if (refusal === undefined) return answer(call);
    const status = settingsFor(call, call.body.issueId)?.statuses.at(-1)?.name;
    if (status !== undefined) rewriteStep(call.state, call.body, (step) => ({ ...step, status }));
    return asAnswer(refusal);
  }),
  'TM-03-unknown-among-several-means-the-last': statusesRead((rows, call) => {
    const last = settingsFor(call, call.body.issueId)?.statuses.at(-1)?.name;
    return rows.map((row) =>
      isConfigured(call, call.body.issueId, row.status) ? row : { ...row, status: last ?? row.status },
    );
  }),
  'TM-04-first-row-only': statusesRead((rows) => rows.slice(0, 1)),
  'TM-04-comments-and-files-lost': stepLoses('setStepStatuses', ({ isGroup, cells }) => ({ isGroup, cells })),
  'TM-04-steps-not-named-reset': stepsBecome('setStepStatuses', (step, { isNamed }, call) => {
    const status = settingsFor(call, call.body.issueId)?.defaultStatus;
    return isNamed || status === undefined ? step : { ...step, status };
  }),
  'TM-04-steps-in-ascending-order': statusesRead((rows) => {
    const indexes = rows.map(({ rowIndex }) => Number(rowIndex)).sort((left, right) => left - right);
    return rows.map((row, position) => ({ ...row, rowIndex: indexes[position] ?? row.rowIndex }));
  }),
  'TM-04-no-step-means-all': stepsBecome('setStepStatuses', (step, _place, call) => {
    const status = settingsFor(call, call.body.issueId)?.statuses.at(-1)?.name;
    return call.body.rows.length > 0 || status === undefined ? step : { ...step, status };
  }),
  ...defectsFor(calls, ([title, reads]) => ({
    [`TM-02-${title}-counts-groups`]: [`Groups are counted in the rowIndex of steps/${title}.`, reads(countsGroups)],
    [`TM-02-${title}-counts-from-1`]: [
      `The rowIndex of steps/${title} counts from 1.`,
      reads((rowIndex) => rowIndex - 1),
    ],
  })),
  'TM-02-groups-between-counted': readsInBody('setStepStatus')(countsGroupsBetween),
  'TM-05-comment-not-stored': changeNothing('addStepComment'),
  'TM-05-comment-on-every-step': stepsBecome(
    'addStepComment',
    (step, { isNamed }, { state, caller, body: { comment: body } }) => {
      const comment = { id: state.nextId('comment'), author: caller?.key ?? '', body, created: 0 };
      return isNamed ? step : { ...step, comments: [...(step.comments ?? []), comment] };
    },
  ),
  'TM-05-earlier-comment-lost': stepLoses('addStepComment', ({ comments: _, ...step }) => step),
  'TM-05-line-breaks-lost': commentsStored((comment) => comment.replaceAll('\n', ' ')),
  'TM-05-markup-stripped': commentsStored((comment) => comment.replace(/<[^>]*>/g, '')),
  'TM-05-files-lost': stepLoses('addStepComment', ({ attachments: _, ...step }) => step),
  'TM-05-status-reset': stepLoses('addStepComment', ({ status: _, ...step }) => step),
  'TM-05-spaces-around-lost': commentsStored((comment) => comment.trim()),
  'TM-06-counts-from-1': changeHandlers('setStepCell', (call, answer) => {
    const columnIndex = Number(call.body.columnIndex) - 1;
    if (columnIndex >= 0) return answer({ ...call, body: { ...call.body, columnIndex } });
    throw new TrackerError(400, 'The first column has the index 1.');
  }),
  'TM-06-last-column-refused': changeHandlers('setStepCell', (call, answer) => {
    const step = storedStepsOf(call.state, call.body.issueId).find(({ isGroup }) => !isGroup);
    if (Number(call.body.columnIndex) + 1 !== step?.cells.length) return answer(call);
    throw new TrackerError(400, `There is no column ${call.body.columnIndex}.`);
  }),
  'TM-06-next-cell-cleared': cellsBecome((cells, isNamed, column) =>
    cells.map((cell, index) => (isNamed && index === column + 1 ? '' : cell)),
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
  'TM-07-one-file-of-a-name': uploadsRead((uploads) => [
    ...new Map(uploads.map((upload) => [upload.filename, upload])).values(),
  ]),
  'TM-07-empty-files-dropped': uploadsRead((uploads) => uploads.filter(({ size }) => size > 0)),
  'TM-07-earlier-file-of-the-name-replaced': stepLoses('addStepAttachments', (step, { state, uploads }) => {
    const sent = new Set(uploads.map(({ filename }) => filename));
    const nameOf = (id: number) => state.tables.attachments.get(id)?.filename ?? '';
    return { ...step, attachments: attachmentsOf(step).filter((id) => !sent.has(nameOf(id))) };
  }),
  'TM-07-status-and-comments-lost': stepLoses('addStepAttachments', ({ isGroup, cells, attachments = [] }) => ({
    isGroup,
    cells,
    attachments,
  })),
  'TM-07-next-step-too': stepsBecome('addStepAttachments', (step, { index, isNext }, { state, query }) => {
    const named = storedStepsOf(state, query.issueId).filter((row): row is StepRow => !row.isGroup)[index - 1];
    if (!isNext || named === undefined) return step;
    return { ...step, attachments: [...attachmentsOf(step), ...attachmentsOf(named)] };
  }),
  'TM-07-bytes-kept-as-text': uploadsRead((uploads) => uploads.map(keptAsText)),
  'TM-07-names-kept-as-ascii': uploadsRead((uploads) =>
    uploads.map((upload) => ({ ...upload, filename: upload.filename.replace(/[^\x20-\x7e]/gu, '_') })),
  ),
};
