import type { TestIssueKind } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import { mergeOverrides } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import { tableRowsOf } from '../../test-management/steps-table.js';
import type { TableRow } from '../../test-management/steps-table.js';
import { isTestIssue, templateOf, testIssueTypeId, testSettingsOf } from '../../test-management/test-issues.js';
import type { Call, Extension } from '../../tracker/call.js';
import type { ValueKind } from '../../tracker/fields/field.js';
import { readObject } from '../../tracker/read-values.js';
import { projectOf } from '../../tracker/rows.js';
import { changeBodies, changeCalls } from '../defect.js';
import type { DefectTable } from '../defect.js';
import {
  createdIssuesBecome,
  createdIssuesLose,
  editsBecome,
  fieldId,
  storedStepsOf,
  valueOf,
  withSteps,
  withValue,
  withoutValue,
} from './test-issues.js';
import type { TestField } from './test-issues.js';

const ROWS_KEPT = 64;

function templateRowsBecome(change: (rows: readonly TableRow[]) => readonly TableRow[]): Override {
  return createdIssuesBecome('testCaseTemplate', (issue, { state }) => {
    const rows = storedStepsOf(state, issue.id);
    return rows.length === 0 ? issue : withSteps(state, issue, change(rows));
  });
}

function mapCells(rows: readonly TableRow[], change: (cell: string) => string): readonly TableRow[] {
  return rows.map((row) =>
    row.isGroup ? { ...row, cells: [change(row.cells[0])] } : { ...row, cells: row.cells.map(change) },
  );
}

/** The rows in the order of their numbers as text: 0, 1, 10, 11, …, 2. */
function inOrderOfText(rows: readonly TableRow[]): readonly TableRow[] {
  const numbers = rows.map((_, index) => String(index)).sort();
  return numbers.flatMap((number) => rows[Number(number)] ?? []);
}

function namesTypeById(fields: Readonly<Record<string, unknown>> | undefined): boolean {
  return readObject(fields?.['issuetype'])?.['id'] !== undefined;
}

/** A row of a Steps table as clients send and get it. */
interface SentRow {
  readonly isGroup: boolean;
  readonly cells: readonly unknown[];
}

/** A value of the Steps field with changed rows (TM-N02). What is no row stays. */
function mapRows(value: unknown, { assumptions }: Pick<Call, 'assumptions'>, change: (row: SentRow) => SentRow) {
  const place = assumptions['TM-N02'];
  const rows = place === null ? value : readObject(value)?.[place];
  if (!Array.isArray(rows)) return value;
  const changed = rows.map((row: unknown) => (isRow(row) ? change(row) : row));
  return place === null ? changed : { ...readObject(value), [place]: changed };
}

function isRow(row: unknown): row is SentRow {
  const { isGroup, cells } = readObject(row) ?? {};
  return typeof isGroup === 'boolean' && Array.isArray(cells);
}

/** A tracker that reads or shows the Steps field otherwise in some calls. */
function stepsKindBecomes(
  name: 'createIssue' | 'editIssue' | 'getIssue',
  change: (right: ValueKind) => Partial<ValueKind>,
): Override {
  return changeCalls(name, ({ extensions }) => {
    const types = extensions.flatMap(({ customFieldTypes }) => customFieldTypes.steps ?? []);
    const changed = types.map(({ kindOf, ...type }): Extension => {
      const kindBecomes = (right: ValueKind): ValueKind => ({ ...right, ...change(right) });
      return { customFieldTypes: { steps: { ...type, kindOf: (field) => kindBecomes(kindOf(field)) } } };
    });
    return { extensions: [...changed, ...extensions] };
  });
}

/** A tracker that misreads the rows of new or edited issues. `change` is told how many columns their project has. */
function rowsRead(name: 'createIssue' | 'editIssue', change: (row: SentRow, columns: number) => SentRow): Override {
  return stepsKindBecomes(name, (right) => ({
    fit: (value, context) => {
      const { columns } = testSettingsOf(context.project, context.assumptions);
      return right.fit?.(
        mapRows(value, context, (row) => change(row, columns.length)),
        context,
      );
    },
  }));
}

/** A tracker that answers other rows of the Steps tables of templates than it stores. */
function rowsAnswered(change: (row: SentRow, columns: number) => SentRow): Override {
  return stepsKindBecomes('getIssue', (right) => ({
    render: (value, view, issue) => {
      const { columns } = testSettingsOf(projectOf(view.state, issue), view.assumptions);
      const shown = right.render(value, view, issue);
      if (!isTestIssue(view.state, issue, 'testCaseTemplate')) return shown;
      return mapRows(shown, view, (row) => change(row, columns.length));
    },
  }));
}

const groupNamed = (row: SentRow): SentRow => (row.isGroup && row.cells.length === 0 ? { ...row, cells: [''] } : row);

const stepFilled = (row: SentRow, columns: number): SentRow =>
  row.isGroup ? row : { ...row, cells: Array.from({ length: Math.max(columns, row.cells.length) }, cellOf(row)) };

const stepCut = (row: SentRow, columns: number): SentRow =>
  row.isGroup ? row : { ...row, cells: row.cells.slice(0, columns) };

function cellOf({ cells }: SentRow): (_: unknown, index: number) => unknown {
  return (_, index) => cells[index] ?? '';
}

function changed(state: State, before: IssueRow, after: IssueRow, field: TestField): boolean {
  return valueOf(state, before, field) !== valueOf(state, after, field);
}

/** A tracker that replaces rows wrongly. `change` makes the new rows of the rows before and the rows sent. */
function replacedRowsBecome(change: (before: readonly TableRow[], after: readonly TableRow[]) => readonly TableRow[]) {
  return editsBecome('editIssue', ({ before, after }, { state }) => {
    if (!changed(state, before, after, 'steps')) return after;
    return withSteps(
      state,
      after,
      change(tableRowsOf(valueOf(state, before, 'steps')), storedStepsOf(state, after.id)),
    );
  });
}

function testIssuesBecome(
  name: 'editIssue' | 'transitionIssue',
  kind: TestIssueKind,
  change: (before: IssueRow, after: IssueRow, state: State) => IssueRow,
): Override {
  return editsBecome(name, ({ before, after }, { state }) =>
    isTestIssue(state, after, kind) ? change(before, after, state) : after,
  );
}

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

export const testIssueDefects: DefectTable = {
  'TM-10-parent-lost': createdIssuesBecome('testCase', (issue) => ({ ...issue, parentId: null })),
  'TM-10-template-lost': createdIssuesLose('testCase', 'test case template'),
  'TM-10-steps-lost': createdIssuesLose('testCase', 'steps'),
  'TM-10-steps-of-the-template': createdIssuesBecome('testCase', (issue, { state }) => {
    const template = templateOf(state, issue);
    return template === undefined ? issue : withSteps(state, issue, storedStepsOf(state, template.id));
  }),
  'TM-11-ungrouped-steps-last': templateRowsBecome((rows) => {
    const start = rows.findIndex(({ isGroup }) => isGroup);
    return start < 0 ? rows : [...rows.slice(start), ...rows.slice(0, start)];
  }),
  'TM-11-rows-in-order-of-text': templateRowsBecome(inOrderOfText),
  'TM-11-long-tables-cut': [
    `A new template keeps ${ROWS_KEPT} rows.`,
    templateRowsBecome((rows) => rows.slice(0, ROWS_KEPT)),
  ],
  'TM-11-cells-trimmed': templateRowsBecome((rows) => mapCells(rows, (cell) => cell.trim())),
  'TM-11-markup-stripped': templateRowsBecome((rows) => mapCells(rows, (cell) => cell.replace(/<[^>]*>/g, ''))),
  'TM-12-type-id-unknown': createdIssuesBecome('testCaseTemplate', (issue, { body }) => {
    if (!namesTypeById(body.fields)) return issue;
    throw TrackerError.ofFields({ issuetype: 'valid issue type is required' });
  }),
  'TM-12-type-id-of-another': createdIssuesBecome('testCaseTemplate', (issue, { body, state }) => {
    const plan = testIssueTypeId(state, 'testPlan') ?? issue.issueTypeId;
    return namesTypeById(body.fields) ? { ...issue, issueTypeId: plan } : issue;
  }),
  'TM-12-preconditions-of-cases-lost': createdIssuesLose('testCase', 'preconditions'),
  'TM-12-first-line-only': createdIssuesBecome('testCaseTemplate', (issue, { state }) => {
    const text = valueOf(state, issue, 'preconditions');
    return typeof text === 'string' ? withValue(state, issue, 'preconditions', text.split('\n')[0]) : issue;
  }),
  'TM-15-first-issue-only': createdIssuesBecome('testCaseTemplate', (issue, { state }) => {
    const required = valueOf(state, issue, 'requirement');
    return Array.isArray(required) ? withValue(state, issue, 'requirement', required.slice(0, 1)) : issue;
  }),
  'TM-15-requirement-of-cases-lost': createdIssuesLose('testCase', 'requirement'),
  'TM-16-third-field-lost': createdIssuesBecome('testCaseTemplate', (issue) => {
    const custom = Object.keys(issue.fields).filter((id) => id.startsWith('customfield_'));
    const lost = new Set(custom.slice(2));
    return { ...issue, fields: Object.fromEntries(Object.entries(issue.fields).filter(([id]) => !lost.has(id))) };
  }),
  'TM-16-field-listed-twice': changeBodies('listFields', (fields, { state }) => {
    const last = state.tables.customFields.all().at(-1);
    const listed = fields.find(({ id }) => id === fieldId(state, 'steps'));
    return listed === undefined ? fields : [...fields, { ...listed, id: `customfield_${(last?.id ?? 0) + 1}` }];
  }),
  'TM-08-extra-cells-kept': stepsKindBecomes('createIssue', (right) => ({
    fit: (value, context) => {
      const sent: SentRow[] = [];
      mapRows(value, context, (row) => {
        sent.push(row);
        return row;
      });
      const assumptions = { ...context.assumptions, 'TM-N18': 'accepted' as const };
      const rows = tableRowsOf(right.fit?.(value, { ...context, assumptions }));
      return rows.length === 0 ? null : { rows: rows.map((row, index) => (row.isGroup ? (sent[index] ?? row) : row)) };
    },
  })),
  'TM-08-nameless-group-created': rowsRead('createIssue', groupNamed),
  'TM-08-edit-takes-nameless-group': rowsRead('editIssue', groupNamed),
  'TM-08-answered-with-all-columns': rowsAnswered((row, columns) =>
    row.isGroup ? { ...row, cells: Array.from({ length: columns }, cellOf(row)) } : row,
  ),
  'TM-09-missing-cells-filled': rowsRead('createIssue', stepFilled),
  'TM-09-extra-cells-dropped': rowsRead('createIssue', stepCut),
  'TM-09-edit-fills-missing-cells': rowsRead('editIssue', stepFilled),
  'TM-09-edit-drops-extra-cells': rowsRead('editIssue', stepCut),
  'TM-09-columns-of-new-projects': stepsKindBecomes('createIssue', (right) => ({
    fit: (value, { project: { tests: _, ...project }, ...context }) => right.fit?.(value, { ...context, project }),
  })),
  'TM-09-empty-cells-left-out': rowsAnswered((row) =>
    row.isGroup ? row : { ...row, cells: row.cells.filter((cell) => cell !== '') },
  ),
  'TM-13-longer-table-keeps-its-end': replacedRowsBecome((before, after) => [...after, ...before.slice(after.length)]),
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
    const rows = storedStepsOf(state, after.id);
    const kept = rows.filter((row) => row.isGroup || row.cells.some((cell) => cell !== ''));
    return kept.length === rows.length ? after : withSteps(state, after, kept);
  }),
  'TM-14-cases-not-edited': testIssuesBecome('editIssue', 'testCase', (before, after, state) =>
    withValue(state, after, 'preconditions', valueOf(state, before, 'preconditions')),
  ),
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
  'TM-35-moved-once': mergeOverrides(movesOnce('testCase'), movesOnce('testPlan')),
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
