import { apply, call, name } from '../../support/sequences/code.js';
import type { Code } from '../../support/sequences/code.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Operation } from '../../support/sequences/sequence-model.js';
import { caseAt, inPlan, rowsOf, write, written } from './plans-state.js';
import type { Api, Row, State } from './plans-state.js';

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
function statusAt(which: number): Code {
  if (which === -1) return name('project.defaultStatus');
  return apply('at', apply('newStatuses', name('project')), which);
}

export function stepOperations(api: Api) {
  const setStepStatus = operation(
    'setStepStatus',
    { ...stepPlaces, status: [0, 1, -1] },
    (state: State, { testCase, step, status }) => {
      const one = caseAt(state, testCase);
      const rowIndex = stepAt(one.rows, step);
      one.rows = changeSteps(one.rows, [rowIndex], () => ({ status: statusAt(status) }));
      const body = { issueId: name(`${one.issue}.id`), rowIndex, status: statusAt(status) };
      return write(state, 'TM-01', call(`${api}.setStepStatus`, { body }));
    },
  );

  const setStepStatuses = operation(
    'setStepStatuses',
    { testCase: [0, 1, 2], steps: [[0], [-1, 0], [0, 1, -1]], statuses: [[0], [1, 0], [-1, 1]] },
    (state: State, { testCase, steps, statuses }) => {
      const one = caseAt(state, testCase);
      const indices = [...new Set(steps.map((at) => stepAt(one.rows, at)))];
      const statusOf = (index: number) => statusAt(statuses[index % statuses.length] ?? 0);
      one.rows = changeSteps(one.rows, indices, (_row, at) => ({ status: statusOf(at) }));
      const rows = indices.map((rowIndex, index) => ({ rowIndex, status: statusOf(index) }));
      const body = { issueId: name(`${one.issue}.id`), rows };
      return write(state, 'TM-04', call(`${api}.setStepStatuses`, { body }));
    },
  );

  const addStepComment = operation(
    'addStepComment',
    { ...stepPlaces, comment: texts },
    (state: State, { testCase, step, comment }) => {
      const one = caseAt(state, testCase);
      const rowIndex = stepAt(one.rows, step);
      state.texts.add(comment);
      one.rows = changeSteps(one.rows, [rowIndex], ({ comments, mayKeep }) => ({
        comments: [comment],
        mayKeep: [...mayKeep, ...comments],
      }));
      const body = { issueId: name(`${one.issue}.id`), rowIndex, comment };
      return write(state, 'TM-05', call(`${api}.addStepComment`, { body }));
    },
  );

  const addStepAttachments = operation(
    'addStepAttachments',
    { ...stepPlaces, file: files, more: ['none', 'another', 'the same name'] },
    (state: State, { testCase, step, file, more }) => {
      const one = caseAt(state, testCase);
      const rowIndex = stepAt(one.rows, step);
      const other = more === 'another' ? [files[(files.indexOf(file) + 1) % files.length] ?? file] : [file];
      const names = more === 'none' ? [file] : [file, ...other];
      for (const each of names) state.texts.add(each);
      one.rows = changeSteps(one.rows, [rowIndex], ({ attachments }) => ({ attachments: [...attachments, ...names] }));
      const query = { issueId: apply('String', name(`${one.issue}.id`)), rowIndex: String(rowIndex) };
      const sent = names.map((each) => apply('fileOf', each));
      return write(state, 'TM-07', call(`${api}.addStepAttachments`, { query, files: sent }));
    },
  );

  return { setStepStatus, setStepStatuses, addStepComment, addStepAttachments, setStepCell: setStepCell(api) };
}

export function setStepCell(api: Api): Operation<State> {
  return operation(
    'setStepCell',
    { of: [0, 1, 2, 'first', 'second'], step: [0, 1, -1], column: [0, 1, -1], value: cells, hasStatus: [false, true] },
    (state: State, { of, step, column, value, hasStatus }) => {
      const one = typeof of === 'number' ? caseAt(state, of) : state.templates[of];
      const rowIndex = stepAt(one.rows, step);
      const columnIndex = column === -1 ? state.columns - 1 : Math.min(column, state.columns - 1);
      const issueId = name(typeof of === 'number' ? `${caseAt(state, of).issue}.id` : `${of}.id`);
      // Templates have no statuses (TM-N23).
      const status = typeof of === 'number' && hasStatus ? { status: statusAt(0) } : {};
      const before =
        'status' in status ? [call(`${api}.setStepStatus`, { body: { issueId, rowIndex, ...status } })] : [];
      one.rows = changeSteps(one.rows, [rowIndex], (row) => ({ ...status, cells: row.cells.with(columnIndex, value) }));
      const body = { issueId, rowIndex, columnIndex, cellValue: value };
      const { lines, ...others } = write(state, 'TM-06', call(`${api}.setStepCell`, { body }));
      return { ...others, lines: [...before.map((code) => ({ code })), ...lines] };
    },
  );
}

/** An edit. What becomes of the statuses, comments and files of the rows is open. */
export const editIssue = operation(
  'editIssue',
  { of: [1, 2, 'first', 'second'], rows: [0, 1, 2] },
  (state: State, { of, rows: which }) => {
    const rows = rowsOf(editedRows[which], state.columns);
    const one = typeof of === 'number' ? caseAt(state, of) : state.templates[of];
    one.rows = rows.map((row) => ({ ...row, isComplete: typeof of !== 'number' }));
    const key = name(typeof of === 'number' ? `${caseAt(state, of).issue}.key` : `${of}.key`);
    const fields = apply('stepsField', name('project'), written(rows));
    return write(state, 'TM-13', call('issues.editIssue', { issueIdOrKey: key, body: { fields } }));
  },
);

export const listTestCaseTemplateIds = operation(
  'listTestCaseTemplateIds',
  { onlyActive: [undefined, 'true', 'false'] },
  (_state: State, { onlyActive }) => {
    const request = { testPlanKey: name('plan.key'), ...(onlyActive !== undefined && { query: { onlyActive } }) };
    const seen = call('testManagement.listTestCaseTemplateIds', request).at('data');
    const expected = [...new Set(inPlan)].map((template) => name(`${template}.id`));
    const rule = onlyActive === 'true' ? 'TM-28' : 'TM-27';
    return { rule, lines: [], isRead: true, checks: () => [{ rule, seen, matcher: 'toEqual', expected }] };
  },
);
