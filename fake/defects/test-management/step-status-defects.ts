import type { Endpoints } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import type { TableRow } from '../../test-management/steps-table.js';
import { casesOf, testSettingsOf } from '../../test-management/test-issues.js';
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
import { rewriteStep, stepLoses, stepsBecome, stepsOf } from './test-issues.js';

type StatusesCall = CallOf<Endpoints['setStepStatuses']>;
type WishedStatus = StatusesCall['body']['rows'][number];

/** How tests are managed in the project of an issue. */
function settingsFor({ state, assumptions }: Pick<Call, 'state' | 'assumptions'>, issueId: number | string) {
  const issue = findIssue(state, String(issueId));
  const project = issue && state.tables.projects.get(issue.projectId);
  return project && testSettingsOf(project, assumptions);
}

/** Whether a status has a name in the project of an issue. */
function isConfigured(call: Pick<Call, 'state' | 'assumptions'>, issueId: number | string, name: string): boolean {
  return settingsFor(call, issueId)?.statuses.some((status) => status.name === name) === true;
}

/** Whether a status has a name in any project. */
function isAnywhere({ state, assumptions }: Pick<Call, 'state' | 'assumptions'>, name: string): boolean {
  const has = (project: ProjectRow) =>
    testSettingsOf(project, assumptions).statuses.some((status) => status.name === name);
  return state.tables.projects.all().some(has);
}

/** A tracker that changes the requested statuses. */
function statusesRead(change: (rows: readonly WishedStatus[], call: StatusesCall) => readonly WishedStatus[]) {
  return changeRequests('setStepStatuses', (body, call) => ({ ...body, rows: [...change(body.rows, call)] }));
}

/** Which step an index is taken for, given the rows of the table. */
type Reading = (rowIndex: number, rows: readonly TableRow[]) => number;

/** The calls that name one step in their body. */
type CallOnOneStep = 'setStepStatus' | 'addStepComment' | 'setStepCell';

function readsInBody(name: CallOnOneStep): (reading: Reading) => Override {
  return (reading) =>
    changeRequests(name, (body, { state }) => ({
      ...body,
      rowIndex: reading(Number(body.rowIndex), stepsOf(state, body.issueId)),
    }));
}

function readsInRows(reading: Reading): Override {
  return statusesRead((rows, { state, body }) => {
    const table = stepsOf(state, body.issueId);
    return rows.map((row) => ({ ...row, rowIndex: reading(Number(row.rowIndex), table) }));
  });
}

function readsInQuery(reading: Reading): Override {
  return changeCalls('addStepAttachments', ({ state, query: { issueId, rowIndex } }) => ({
    query: { issueId, rowIndex: String(reading(Number(rowIndex), stepsOf(state, issueId))) },
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

/** Defects of the statuses of steps, and of how calls find a step by its index. */
export const stepStatusDefects: DefectTable = {
  'TM-01-status-not-stored': changeNothing('setStepStatus'),
  'TM-01-default-never-again': changeNothing(
    'setStepStatus',
    (call) => settingsFor(call, call.body.issueId)?.defaultStatus === call.body.status,
  ),
  'TM-01-steps-before-set-too': stepsBecome('setStepStatus', (step, { index }, { body: { rowIndex, status } }) =>
    index < Number(rowIndex) ? { ...step, status } : step,
  ),
  'TM-01-step-after-set-too': stepsBecome('setStepStatus', (step, { isNext }, { body: { status } }) =>
    isNext ? { ...step, status } : step,
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
    ({ assumptions, body }) => {
      throw new TrackerError(assumptions['TM-N07'], `There is no step status '${body.status}'.`);
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
  'TM-04-last-row-dropped': statusesRead((rows) => (rows.length > 1 ? rows.slice(0, -1) : rows)),
  'TM-04-comments-and-files-lost': stepLoses('setStepStatuses', ({ isGroup, cells }) => ({ isGroup, cells })),
  'TM-04-one-status-for-all': statusesRead((rows) =>
    rows.map((row) => ({ ...row, status: rows[0]?.status ?? row.status })),
  ),
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
};
