import { stepsRowSchema } from '../../contracts/index.js';
import type { Extension } from '../tracker/call.js';
import { FieldError, notOnScreen } from '../tracker/fields/field.js';
import type { FitContext, ValueKind } from '../tracker/fields/field.js';
import { paragraphKind } from '../tracker/fields/value-kinds.js';
import { readObject } from '../tracker/read-values.js';
import { findIssue, projectOf } from '../tracker/rows.js';
import { renderRows, renderTable, tableRowsOf } from './steps-table.js';
import type { StepsValue, TableRow } from './steps-table.js';
import { fieldIdOf, isTestIssue, testSettingsOf } from './test-issues.js';

/** Preconditions: a text, in projects that have them switched on. */
const preconditionsKind: ValueKind<string> = {
  ...paragraphKind,
  fit: (value, { state, project, assumptions }) => {
    if (testSettingsOf(project, assumptions).preconditions) return value;
    throw new FieldError(notOnScreen(fieldIdOf(state, 'preconditions')));
  },
};

/** Requirements: issues, written and answered as TM-N03 has it, kept by id. */
const requirementKind: ValueKind = {
  schema: { type: 'array', items: 'string' },
  read: (value) => value,
  fit: (value, { state, assumptions }) => {
    const form = assumptions['TM-N03'];
    const sent: unknown = form === 'text' && typeof value === 'string' ? value.split(/\s*,\s*/) : value;
    if (!Array.isArray(sent) || (form === 'text' && sent === value)) {
      throw new FieldError(`Requirements are ${form === 'text' ? 'a text with issues' : 'an array of issues'}.`);
    }
    const ids = (sent as unknown[]).map((one) => {
      const name = form === 'objects' ? readObject(one)?.['key'] : one;
      const text = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
      const issue = findIssue(state, text);
      if (issue === undefined) throw new FieldError(`There is no issue '${text}' that could be required.`);
      return issue.id;
    });
    return ids.length === 0 ? null : ids;
  },
  render: (value, { state, assumptions }) => {
    const issues = (Array.isArray(value) ? (value as unknown[]) : []).flatMap(
      (id) => findIssue(state, String(id)) ?? [],
    );
    const keys = issues.map(({ key }) => key);
    const inForm = {
      'issue keys': keys,
      'issue ids': issues.map(({ id }) => String(id)),
      objects: keys.map((key) => ({ key })),
      text: keys.join(', '),
    };
    return inForm[assumptions['TM-N03']];
  },
};

/**
 * The Steps table of an issue (document: Steps field rows). Writing it replaces every row together with its execution.
 */
const stepsKind: ValueKind = {
  schema: { type: 'any' },
  read: (value) => value,
  fit: (value, context): StepsValue | null => {
    const place = context.assumptions['TM-N02'];
    const sent = place === null ? value : readObject(value)?.[place];
    if (!Array.isArray(sent)) {
      throw new FieldError(`Steps need ${place === null ? '' : `the property ${place}, `}an array of rows.`);
    }
    const rows = sent.map((row, index) => readRow(row, index, context));
    return rows.length === 0 ? null : { rows };
  },
  render: (value, view, issue) => {
    const rows = renderRows(view, issue, tableRowsOf(value));
    const place = view.assumptions['TM-N02'];
    if (place === null) return rows;
    return { [place]: rows, ...renderTable(testSettingsOf(projectOf(view.state, issue), view.assumptions)) };
  },
};

function readRow(sent: unknown, index: number, { project, assumptions }: FitContext): TableRow {
  const parsed = stepsRowSchema.safeParse(sent);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new FieldError(`Row ${index}: ${problems.join(', ')}`);
  }
  const { isGroup, cells } = parsed.data;
  const { columns } = testSettingsOf(project, assumptions);
  const wanted = isGroup ? 1 : columns.length;
  const isNamed = isGroup && cells.length > 0 && assumptions['TM-N18'] === 'accepted';
  if (cells.length !== wanted && !isNamed) {
    const what = isGroup
      ? 'A group has one cell, its name'
      : `A step has a cell for each column (${columns.join(', ')})`;
    throw new FieldError(`Row ${index}: ${what}; ${cells.length} were sent.`);
  }
  const [name = ''] = cells;
  return isGroup ? { isGroup, cells: [name] } : { isGroup, cells };
}

/** The test case template a case was made from, by its issue key. */
const testCaseTemplateKind: ValueKind = {
  schema: { type: 'string' },
  read: (value, state) => {
    if (value === '') return null;
    const template = typeof value === 'string' ? findIssue(state, value) : undefined;
    if (template !== undefined && isTestIssue(state, template, 'testCaseTemplate')) return template.key;
    throw new FieldError(`There is no test case template '${String(value)}'.`);
  },
  render: (value, { assumptions }) => (assumptions['TM-N28'] === 'key' ? value : { key: value }),
};

export const testManagementExtension: Extension = {
  customFieldTypes: {
    steps: {
      key: 'tracker.test-management:steps-field',
      kindOf: () => stepsKind,
    },
    preconditions: {
      key: 'tracker.test-management:preconditions-field',
      kindOf: () => preconditionsKind,
    },
    requirement: { key: 'tracker.test-management:requirement-field', kindOf: () => requirementKind },
    'test case template': {
      key: 'tracker.test-management:tc-template-field',
      kindOf: () => testCaseTemplateKind,
    },
  },
};
