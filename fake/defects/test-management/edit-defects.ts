import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import { allOf } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import { rowsOf } from '../../test-management/steps-table.js';
import type { TableRow } from '../../test-management/steps-table.js';
import { isTestIssue, templateOf } from '../../test-management/test-issues.js';
import type { TestIssueKind } from '../../test-management/test-issues.js';
import { editsBecome, stepsOf, valueOf, withSteps, withValue, withoutValue } from './test-issues.js';
import type { TestField } from './test-issues.js';
import type { DefectTable } from '../defect.js';

/** Whether an edit changed a field. */
function changed(state: State, before: IssueRow, after: IssueRow, field: TestField): boolean {
  return valueOf(state, before, field) !== valueOf(state, after, field);
}

/** A tracker that replaces rows wrongly. `change` makes the new rows of the rows before and the rows sent. */
function replacedRowsBecome(change: (before: readonly TableRow[], after: readonly TableRow[]) => readonly TableRow[]) {
  return editsBecome('editIssue', ({ before, after }, { state }) => {
    if (!changed(state, before, after, 'steps')) return after;
    return withSteps(state, after, change(rowsOf(valueOf(state, before, 'steps')), stepsOf(state, after.id)));
  });
}

/** A tracker on which issues of a kind become something else when they are edited, or moved. */
function testIssuesBecome(
  name: 'editIssue' | 'transitionIssue',
  kind: TestIssueKind,
  change: (before: IssueRow, after: IssueRow, state: State) => IssueRow,
): Override {
  return editsBecome(name, ({ before, after }, { state }) =>
    isTestIssue(state, after, kind) ? change(before, after, state) : after,
  );
}

/** A tracker that moves an issue of a kind once and never again. */
const movesOnce =
  (kind: TestIssueKind): Override =>
  (implementation) => {
    const moved = new Set<number>();
    const override = testIssuesBecome('transitionIssue', kind, (before, after) => {
      if (moved.has(after.id)) return before;
      moved.add(after.id);
      return after;
    });
    return override(implementation);
  };

/** Defects of what the tracker's own API changes of test cases, test case templates and test plans. */
export const editDefects: DefectTable = {
  'TM-13-rows-appended': replacedRowsBecome((before, after) => [...before, ...after]),
  'TM-13-longer-table-keeps-its-end': replacedRowsBecome((before, after) => [...after, ...before.slice(after.length)]),
  'TM-13-groups-kept': replacedRowsBecome((before, after) => [...before.filter(({ isGroup }) => isGroup), ...after]),
  'TM-13-not-by-id': editsBecome('editIssue', ({ before, after }, { parameters, state }) =>
    /^\d+$/.test(parameters.issueIdOrKey) ? withValue(state, after, 'steps', valueOf(state, before, 'steps')) : after,
  ),
  'TM-13-cases-changed-too': testIssuesBecome('editIssue', 'testCaseTemplate', (before, after, state) => {
    if (!changed(state, before, after, 'steps')) return after;
    for (const issue of state.tables.issues.where('project', after.projectId)) {
      if (templateOf(state, issue)?.id !== after.id) continue;
      state.tables.issues.set(withValue(state, issue, 'steps', valueOf(state, after, 'steps')));
    }
    return after;
  }),
  'TM-13-preconditions-cleared': editsBecome('editIssue', ({ before, after }, { state }) =>
    changed(state, before, after, 'steps') ? withoutValue(state, after, 'preconditions') : after,
  ),
  'TM-13-requirement-of-cases-cleared': testIssuesBecome('editIssue', 'testCase', (before, after, state) =>
    changed(state, before, after, 'steps') ? withoutValue(state, after, 'requirement') : after,
  ),
  'TM-13-empty-steps-dropped': editsBecome('editIssue', ({ after }, { state }) => {
    const rows = stepsOf(state, after.id);
    const kept = rows.filter((row) => row.isGroup || row.cells.some((cell) => cell !== ''));
    return kept.length === rows.length ? after : withSteps(state, after, kept);
  }),
  'TM-14-cases-not-edited': testIssuesBecome('editIssue', 'testCase', (before, after, state) =>
    withValue(state, after, 'preconditions', valueOf(state, before, 'preconditions')),
  ),
  'TM-14-not-replaced': editsBecome('editIssue', ({ before, after }, { state }) => {
    const kept = valueOf(state, before, 'preconditions');
    return kept === undefined ? after : withValue(state, after, 'preconditions', kept);
  }),
  'TM-14-appended': editsBecome('editIssue', ({ before, after }, { state }) => {
    const [kept, sent] = [valueOf(state, before, 'preconditions'), valueOf(state, after, 'preconditions')];
    const both = typeof kept === 'string' && typeof sent === 'string' && kept !== sent;
    return both ? withValue(state, after, 'preconditions', `${kept}\n${sent}`) : after;
  }),
  'TM-14-steps-cleared': editsBecome('editIssue', ({ before, after }, { state }) =>
    changed(state, before, after, 'preconditions') ? withoutValue(state, after, 'steps') : after,
  ),
  'TM-35-plan-not-moved': testIssuesBecome('transitionIssue', 'testPlan', (before) => before),
  'TM-35-case-not-moved': testIssuesBecome('transitionIssue', 'testCase', (before) => before),
  'TM-35-moved-once': allOf(movesOnce('testCase'), movesOnce('testPlan')),
  'TM-35-moved-case-loses-steps': testIssuesBecome('transitionIssue', 'testCase', (_before, after, state) =>
    withoutValue(state, after, 'steps'),
  ),
  'TM-35-moved-case-loses-template': testIssuesBecome('transitionIssue', 'testCase', (_before, after, state) =>
    withoutValue(state, after, 'test case template'),
  ),
  'TM-35-plan-not-updated': testIssuesBecome('editIssue', 'testPlan', (before) => before),
  'TM-35-case-description-lost': testIssuesBecome('editIssue', 'testCase', ({ fields }, after) => {
    const { description: _sent, ...rest } = after.fields;
    const kept = fields['description'];
    return { ...after, fields: kept === undefined ? rest : { ...rest, description: kept } };
  }),
};
