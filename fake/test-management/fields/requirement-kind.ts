import { FieldFault } from '../../tracker/fields/value-kind.js';
import type { ValueKind } from '../../tracker/fields/value-kind.js';
import { findIssue } from '../../tracker/issues/find-issue.js';

/** Requirements: issues, written and answered as TM-N03 has it, kept by id. */
export const requirementKind: ValueKind = {
  schema: { type: 'array', items: 'string' },
  unset: null,
  list: false,
  read: (value) => {
    if (!Array.isArray(value)) throw new FieldFault('Requirements are an array of issues.');
    return value.length === 0 ? null : value;
  },
  fit: (value, { state }) =>
    (value as unknown[]).map((sent) => {
      const text = typeof sent === 'string' || typeof sent === 'number' ? String(sent) : '';
      const issue = findIssue(state, text);
      if (issue === undefined) throw new FieldFault(`There is no issue '${text}' that could be required.`);
      return issue.id;
    }),
  render: (value, { state, assumptions }) =>
    (value as unknown[]).flatMap((id) => {
      const issue = findIssue(state, String(id));
      if (issue === undefined) return [];
      return [assumptions['TM-N03'] === 'issue keys' ? issue.key : String(issue.id)];
    }),
};
