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
  'TM-13-rows-appended': [
    'Steps that are sent are added behind the rows that are there.',
    replacedRowsBecome((before, after) => [...before, ...after]),
  ],
  'TM-13-longer-table-keeps-its-end': [
    'Steps that are sent replace as many rows as they are; the rows behind those stay.',
    replacedRowsBecome((before, after) => [...after, ...before.slice(after.length)]),
  ],
  'TM-13-groups-kept': [
    'Steps that are sent replace the steps; the groups that are there stay before them.',
    replacedRowsBecome((before, after) => [...before.filter(({ isGroup }) => isGroup), ...after]),
  ],
  'TM-13-not-by-id': [
    'The Steps of an issue that is named by its id are not replaced.',
    editsBecome('editIssue', ({ before, after }, { parameters, state }) =>
      /^\d+$/.test(parameters.issueIdOrKey) ? withValue(state, after, 'steps', valueOf(state, before, 'steps')) : after,
    ),
  ],
  'TM-13-cases-changed-too': [
    'The Steps of a template are replaced in the cases that were made from it too.',
    testIssuesBecome('editIssue', 'testCaseTemplate', (before, after, state) => {
      if (!changed(state, before, after, 'steps')) return after;
      for (const issue of state.tables.issues.where('project', after.projectId)) {
        if (templateOf(state, issue)?.id !== after.id) continue;
        state.tables.issues.set(withValue(state, issue, 'steps', valueOf(state, after, 'steps')));
      }
      return after;
    }),
  ],
  'TM-13-preconditions-cleared': [
    'An edit of the Steps clears the Preconditions.',
    editsBecome('editIssue', ({ before, after }, { state }) =>
      changed(state, before, after, 'steps') ? withoutValue(state, after, 'preconditions') : after,
    ),
  ],
  'TM-13-requirement-of-cases-cleared': [
    'An edit of the Steps of a case clears its Requirement.',
    testIssuesBecome('editIssue', 'testCase', (before, after, state) =>
      changed(state, before, after, 'steps') ? withoutValue(state, after, 'requirement') : after,
    ),
  ],
  'TM-13-empty-steps-dropped': [
    'An edit leaves out steps all of whose cells are empty.',
    editsBecome('editIssue', ({ after }, { state }) => {
      const rows = stepsOf(state, after.id);
      const kept = rows.filter((row) => row.isGroup || row.cells.some((cell) => cell !== ''));
      return kept.length === rows.length ? after : withSteps(state, after, kept);
    }),
  ],
  'TM-14-cases-not-edited': [
    'Preconditions of a case stay as they are, whatever is sent.',
    testIssuesBecome('editIssue', 'testCase', (before, after, state) =>
      withValue(state, after, 'preconditions', valueOf(state, before, 'preconditions')),
    ),
  ],
  'TM-14-not-replaced': [
    'Preconditions that are there stay, whatever is sent.',
    editsBecome('editIssue', ({ before, after }, { state }) => {
      const kept = valueOf(state, before, 'preconditions');
      return kept === undefined ? after : withValue(state, after, 'preconditions', kept);
    }),
  ],
  'TM-14-appended': [
    'Preconditions that are sent are added to those that are there.',
    editsBecome('editIssue', ({ before, after }, { state }) => {
      const [kept, sent] = [valueOf(state, before, 'preconditions'), valueOf(state, after, 'preconditions')];
      const both = typeof kept === 'string' && typeof sent === 'string' && kept !== sent;
      return both ? withValue(state, after, 'preconditions', `${kept}\n${sent}`) : after;
    }),
  ],
  'TM-14-steps-cleared': [
    'An edit of the Preconditions clears the Steps.',
    editsBecome('editIssue', ({ before, after }, { state }) =>
      changed(state, before, after, 'preconditions') ? withoutValue(state, after, 'steps') : after,
    ),
  ],
  'TM-35-plan-not-moved': [
    'A transition of a test plan is answered as done and leaves its status as it is.',
    testIssuesBecome('transitionIssue', 'testPlan', (before) => before),
  ],
  'TM-35-case-not-moved': [
    'A transition of a test case is answered as done and leaves its status as it is.',
    testIssuesBecome('transitionIssue', 'testCase', (before) => before),
  ],
  'TM-35-moved-once': [
    'Test cases and test plans change their status once and never again.',
    allOf(movesOnce('testCase'), movesOnce('testPlan')),
  ],
  'TM-35-moved-case-loses-steps': [
    'A test case that moves to another status loses its Steps.',
    testIssuesBecome('transitionIssue', 'testCase', (_before, after, state) => withoutValue(state, after, 'steps')),
  ],
  'TM-35-moved-case-loses-template': [
    'A test case that moves to another status no longer names its template.',
    testIssuesBecome('transitionIssue', 'testCase', (_before, after, state) =>
      withoutValue(state, after, 'test case template'),
    ),
  ],
  'TM-35-plan-not-updated': [
    'An update of the fields of a test plan is answered as done and changes nothing.',
    testIssuesBecome('editIssue', 'testPlan', (before) => before),
  ],
  'TM-35-case-description-lost': [
    'An update of a test case changes its summary and not its description.',
    testIssuesBecome('editIssue', 'testCase', ({ fields }, after) => {
      const { description: _sent, ...rest } = after.fields;
      const kept = fields['description'];
      return { ...after, fields: kept === undefined ? rest : { ...rest, description: kept } };
    }),
  ],
};
