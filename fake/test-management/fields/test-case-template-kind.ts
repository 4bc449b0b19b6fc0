import { FieldFault } from '../../tracker/fields/value-kind.js';
import type { ValueKind } from '../../tracker/fields/value-kind.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { isTestIssue } from '../test-settings.js';

/** The test case template a case was made from, by its issue key. */
export const testCaseTemplateKind: ValueKind = {
  schema: { type: 'string' },
  unset: null,
  list: false,
  read: (value, state) => {
    if (value === '') return null;
    const template = typeof value === 'string' ? findIssue(state, value) : undefined;
    if (template !== undefined && isTestIssue(state, template, 'testCaseTemplate')) return template.key;
    throw new FieldFault(`There is no test case template '${String(value)}'.`);
  },
  render: (value) => value,
};
