import { stepsField } from '../../../builders/index.js';
import { at } from '../../support/values.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Operation } from '../../support/sequences/sequence-model.js';
import { fileOf } from './issues.js';
import { caseAt, inPlan, rowsOf, write, written } from './plans-state.js';
import type { Api, Row, State } from './plans-state.js';
import { newStatuses } from './rows.js';

/** Texts: digits, some of them the beginning of others, spaces around, every kind of letter, long. */
const texts = ['70017001', '700170017', ' spaces  around ', 'Ä/日本 \\ "quoted" \'', 'x'.repeat(256)] as const;

const cells = ['7', '70', '', ' x ', 'Ä/日本 \\ "quoted" \'', 'x'.repeat(256)] as const;

/** Names of files, without a dot, with one at its end, with spaces and other letters. */
const files = ['evidence-7001', 'evidence-70010', 'evidence.tar.gz', 'evidence 日本 ä.png', 'EVIDENCE.TAR.GZ'] as const;

/** Rows that an edit gives: shorter, with a step of empty cells, with a group at the end. */
const editedRows = [
  [['Again'], ['Once', 'more']],
  [['', ''], ['Group'], ['Look', 'twice'], ['', '']],
  [['Look', '70'], ['Look', '7'], ['Group'], ['Last', ' 7 '], ['The end']],
] as const;

/** The rows with the steps at these indices changed; indices count steps only. */
export function changeSteps(
  rows: readonly Row[],
  indices: readonly number[],
  change: (row: Row, at: number) => Partial<Row>,
) {
  let index = -1;
  return rows.map((row) => {
    if (row.isGroup) return row;
    index += 1;
    return indices.includes(index) ? { ...row, ...change(row, indices.indexOf(index)) } : row;
  });
}

/** A step, which is counted from the beginning or from the end. */
function stepAt(rows: readonly Row[], at: number): number {
  const count = rows.filter(({ isGroup }) => !isGroup).length;
  return at < 0 ? count + at : Math.min(at, count - 1);
}

const stepPlaces = { testCase: [0, 1, 2], step: [0, 1, -1] } as const;

/** A status that steps don't start in, or the one in which they do. */
function statusAt({ data: { project } }: State, which: number): string {
  return which === -1 ? project.defaultStatus : at(newStatuses(project), which);
}

export function stepOperations(api: Api) {
  const setStepStatus = operation(
    'setStepStatus',
    { ...stepPlaces, status: [0, 1, -1] },
    (state: State, { testCase, step, status: which }) =>
      write('TM-01', () => {
        const one = caseAt(state, testCase);
        const rowIndex = stepAt(one.rows, step);
        const status = statusAt(state, which);
        one.rows = changeSteps(one.rows, [rowIndex], () => ({ status }));
        return state.fixtures[api].setStepStatus({ body: { issueId: one.issue.id, rowIndex, status } });
      }),
  );

  const setStepStatuses = operation(
    'setStepStatuses',
    { testCase: [0, 1, 2], steps: [[0], [-1, 0], [0, 1, -1]], statuses: [[0], [1, 0], [-1, 1]] },
    (state: State, { testCase, steps, statuses }) =>
      write('TM-04', () => {
        const one = caseAt(state, testCase);
        const indices = [...new Set(steps.map((step) => stepAt(one.rows, step)))];
        const statusOf = (index: number) => statusAt(state, statuses[index % statuses.length] ?? 0);
        one.rows = changeSteps(one.rows, indices, (_row, index) => ({ status: statusOf(index) }));
        const rows = indices.map((rowIndex, index) => ({ rowIndex, status: statusOf(index) }));
        return state.fixtures[api].setStepStatuses({ body: { issueId: one.issue.id, rows } });
      }),
  );

  const addStepComment = operation(
    'addStepComment',
    { ...stepPlaces, comment: texts },
    (state: State, { testCase, step, comment }) =>
      write('TM-05', () => {
        const one = caseAt(state, testCase);
        const rowIndex = stepAt(one.rows, step);
        state.texts.add(comment);
        one.rows = changeSteps(one.rows, [rowIndex], ({ comments, mayKeep }) => ({
          comments: [comment],
          mayKeep: [...mayKeep, ...comments],
        }));
        return state.fixtures[api].addStepComment({ body: { issueId: one.issue.id, rowIndex, comment } });
      }),
  );

  const addStepAttachments = operation(
    'addStepAttachments',
    { ...stepPlaces, file: files, more: ['none', 'another', 'the same name'] },
    (state: State, { testCase, step, file, more }) =>
      write('TM-07', () => {
        const one = caseAt(state, testCase);
        const rowIndex = stepAt(one.rows, step);
        const other = more === 'another' ? [files[(files.indexOf(file) + 1) % files.length] ?? file] : [file];
        const names = more === 'none' ? [file] : [file, ...other];
        for (const each of names) state.texts.add(each);
        one.rows = changeSteps(one.rows, [rowIndex], ({ attachments }) => ({
          attachments: [...attachments, ...names],
        }));
        const query = { issueId: String(one.issue.id), rowIndex: String(rowIndex) };
        return state.fixtures[api].addStepAttachments({ query, files: names.map((each) => fileOf(each)) });
      }),
  );

  return { setStepStatus, setStepStatuses, addStepComment, addStepAttachments, setStepCell: setStepCell(api) };
}

function tableAt(state: State, of: number | keyof State['templates']) {
  if (typeof of === 'number') return { one: caseAt(state, of), issue: caseAt(state, of).issue };
  return { one: state.templates[of], issue: state.data[of] };
}

export function setStepCell(api: Api): Operation<State> {
  return operation(
    'setStepCell',
    { of: [0, 1, 2, 'first', 'second'], step: [0, 1, -1], column: [0, 1, -1], value: cells, hasStatus: [false, true] },
    (state: State, { of, step, column, value, hasStatus }) =>
      write('TM-06', async () => {
        const { one, issue } = tableAt(state, of);
        const rowIndex = stepAt(one.rows, step);
        const columnIndex = column === -1 ? state.columns - 1 : Math.min(column, state.columns - 1);
        const place = { issueId: issue.id, rowIndex };
        const client = state.fixtures[api];
        // Templates have no statuses (TM-N23).
        const status = typeof of === 'number' && hasStatus ? { status: statusAt(state, 0) } : undefined;
        one.rows = changeSteps(one.rows, [rowIndex], (row) => ({
          ...status,
          cells: row.cells.with(columnIndex, value),
        }));
        if (status !== undefined) await client.setStepStatus({ body: { ...place, ...status } });
        return client.setStepCell({ body: { ...place, columnIndex, cellValue: value } });
      }),
  );
}

/** An edit. What becomes of the statuses, comments and files of the rows is open. */
export const editIssue = operation(
  'editIssue',
  { of: [1, 2, 'first', 'second'], rows: [0, 1, 2] },
  (state: State, { of, rows: which }) =>
    write('TM-13', () => {
      const rows = rowsOf(editedRows[which], state.columns);
      const { one, issue } = tableAt(state, of);
      one.rows = rows.map((row) => ({ ...row, isComplete: typeof of !== 'number' }));
      const fields = stepsField(state.data.project, written(rows));
      return state.fixtures.issues.editIssue({ issueIdOrKey: issue.key, body: { fields } });
    }),
);

export const listTestCaseTemplateIds = operation(
  'listTestCaseTemplateIds',
  { onlyActive: [undefined, 'true', 'false'] },
  ({ data, fixtures }: State, { onlyActive }) => {
    const request = { testPlanKey: data.plan.key, ...(onlyActive !== undefined && { query: { onlyActive } }) };
    const seen = async () => (await fixtures.testManagement.listTestCaseTemplateIds(request)).data;
    const expected = [...new Set(inPlan)].map((template) => data[template].id);
    const rule = onlyActive === 'true' ? 'TM-28' : 'TM-27';
    return { rule, isRead: true, make: () => Promise.resolve([{ rule, seen, matcher: 'toEqual', expected }]) };
  },
);
