import { stepsField } from '../../../builders/index.js';
import { at } from '../../support/values.js';
import { operationsOn, same, succeeded } from '../../support/sequences/sequence-model.js';
import type { Operation } from '../../support/sequences/sequence-model.js';
import { rowsFor } from './copies.js';
import { fileOf, named, readIssue, waysOn } from './issues.js';
import { fresh } from './plans-state.js';
import type { Of, PlansState as State } from './plans-state.js';

const operation = operationsOn<State>();

/** Texts: digits, some of them the beginning of others, spaces around, every kind of letter, long. */
const texts = [
  '70017001',
  '700170017',
  ' spaces  around ',
  'Ä/日本 \\n \\" &#65; "quoted" \'',
  'x'.repeat(256),
] as const;

const cells = ['7', '70', '', ' x ', 'Ä/日本 \\n \\" &#65; "quoted" \'', 'x'.repeat(256)] as const;

/** Names of files, without a dot, with one at its end, with spaces and other letters. */
const files = ['evidence-7001', 'evidence-70010', 'evidence.tar.gz', '日本 ä, 7 & 8.png', 'EVIDENCE.TAR.GZ'] as const;

/** Rows that an edit gives: shorter, with a step of empty cells, with a group at the end. */
const editedRows = [
  [['Again'], ['Once', 'more']],
  [['', ''], ['Group'], ['Look', 'twice'], ['', '']],
  [['Look', '70'], ['Look', '7'], ['Group'], ['Last', ' 7 '], ['The end']],
] as const;

const ofSteps = { testCase: [0, 1, 2], step: [0, 1, -1] } as const;

export const setStepStatus = (testCases: readonly Of[]): Operation<State> =>
  operation(
    { ...ofSteps, testCase: testCases, status: [0, 1, -1] },
    'TM-01',
    (state, { testCase, step, status: which }) => {
      const status = state.statusAt(which);
      const place = state.change(testCase, step, () => ({ status }));
      return state.api.setStepStatus({ body: { ...place, status } });
    },
  );

const setStepStatuses = operation(
  { testCase: [0, 1, 2], steps: [[0], [0, 0], [-1, 0], [0, 1, -1]], statuses: [[0], [1, 0], [-1, 1]] },
  'TM-04',
  (state, { testCase, steps, statuses }) => {
    const indices = steps.map((step) => state.rowIndex(testCase, step));
    const rows = indices.map((rowIndex) => {
      // A step that is named twice gets one status.
      const status = state.statusAt(at(statuses, indices.indexOf(rowIndex) % statuses.length));
      return { rowIndex: state.change(testCase, rowIndex, () => ({ status })).rowIndex, status };
    });
    return state.api.setStepStatuses({ body: { issueId: state.tableAt(testCase).issue.id, rows } });
  },
);

const addStepComment = operation({ ...ofSteps, comment: texts }, 'TM-05', (state, { testCase, step, comment }) => {
  state.texts.add(comment);
  const place = state.change(testCase, step, ({ comments }) => ({ comments: [...comments, comment] }));
  return state.api.addStepComment({ body: { ...place, comment } });
});

const addStepAttachments = operation(
  { ...ofSteps, file: files, more: ['none', 'another', 'the same name'] },
  'TM-07',
  (state, { testCase, step, file, more }) => {
    const other = more === 'another' ? at(files, (files.indexOf(file) + 1) % files.length) : file;
    const names = more === 'none' ? [file] : [file, other];
    for (const name of names) state.texts.add(name);
    const place = state.change(testCase, step, ({ attachments }) => ({ attachments: [...attachments, ...names] }));
    const query = { issueId: String(place.issueId), rowIndex: String(place.rowIndex) };
    return state.api.addStepAttachments({ query, files: names.map((name) => fileOf(name)) });
  },
);

export const setStepCell = (issues: readonly Of[]): Operation<State> =>
  operation(
    { of: issues, step: [0, 1, -1], column: [0, 1, -1], value: cells },
    'TM-06',
    async (state, { of, step, column, value }) => {
      const last = state.data.project.columns.length - 1;
      const columnIndex = column === -1 ? last : Math.min(column, last);
      // One case keeps the status that its step has. Templates have none (TM-N23).
      const status = of === 0 || of === 2 ? { status: state.statusAt(0) } : undefined;
      const place = state.change(of, step, (row) => ({ ...status, cells: row.cells.with(columnIndex, value) }));
      if (status !== undefined) await state.api.setStepStatus({ body: { ...place, ...status } });
      return state.api.setStepCell({ body: { ...place, columnIndex, cellValue: value } });
    },
  );

/** An edit. What becomes of the statuses, comments and files of the rows is open. */
export const editIssue = operation(
  { of: [1, 2, 'first', 'second'], rows: [0, 1, 2] },
  'TM-13',
  (state, { of, rows: which }) => {
    const { project } = state.data;
    const rows = rowsFor(project.columns.length, editedRows[which]);
    const table = state.tableAt(of);
    table.rows = fresh(rows, undefined, typeof of !== 'number');
    const body = { fields: stepsField(project, rows) };
    return state.fixtures.trackerApi.editIssue({ issueIdOrKey: table.issue.key, body });
  },
);

export const listTestCaseTemplateIds = operation(
  { onlyActive: [undefined, 'true', 'false'] },
  ({ onlyActive }) => (onlyActive === 'true' ? 'TM-28' : 'TM-27'),
  ({ data, api, plan, left }, { onlyActive }, rule) => {
    const request = { testPlanKey: data.plan.key, ...(onlyActive !== undefined && { query: { onlyActive } }) };
    const used = [...new Set(plan.cases.map(({ template }) => data[template]))];
    const listed = used.filter(({ key }) => onlyActive !== 'true' || !left.has(key));
    const ids = listed.map(({ id }) => id);
    return [same(rule, async () => (await api.listTestCaseTemplateIds(request)).data, ids)];
  },
);

/** A move to another status, or back. Templates are inactive in all but their first. */
export function transitionIssue(issues: readonly (Of | 'plan')[]): Operation<State> {
  return operation({ of: issues, way: [0, -1] }, 'TM-35', async (state, { of, way: which }) => {
    const { fixtures, left, plan } = state;
    const { key } = (of === 'plan' ? plan : state.tableAt(of)).issue;
    const { from, ways } = await waysOn(fixtures.trackerApi, key);
    const way = ways.at(which);
    if (way === undefined) return [];
    if (left.get(key) === way.to.name) left.delete(key);
    else left.set(key, left.get(key) ?? from);
    const body = { transition: { id: way.id } };
    const answer = await fixtures.trackerApi.transitionIssue({ issueIdOrKey: key, body });
    const status = async () => named(await readIssue(fixtures.trackerApi, key), 'status', 'name');
    return [succeeded('TM-35', answer), same('TM-35', status, way.to.name, 'status')];
  });
}

/** The deletion of a case of the plan. Another of its template is added before, so that there is always one. */
export const deleteIssue = operation({ testCase: [0, 1, 2] }, 'TM-26', async (state, { testCase }) => {
  const { data, fixtures, plan } = state;
  const { issue, template } = at(plan.cases, testCase);
  const { rows } = state.templates[template];
  const body = fixtures.build.testCase.in(data.project).of(plan.issue).fromTemplate(data[template]);
  const { data: made } = await fixtures.trackerApi.createIssue({ body: body.withSteps(rows).build() });
  const added = { template, rows: fresh(rows, data.project.defaultStatus) };
  const others = plan.cases.filter((one) => one.issue !== issue);
  plan.cases = [...others, { ...added, issue: { id: Number(made.id), key: made.key } }];
  return fixtures.trackerApi.deleteIssue({ issueIdOrKey: issue.key });
});

export const stepOperations = {
  setStepStatus: setStepStatus(ofSteps.testCase),
  setStepStatuses,
  addStepComment,
  addStepAttachments,
  setStepCell: setStepCell([...ofSteps.testCase, 'first', 'second']),
  editIssue,
};
