import type { IssueRow } from '../../state/state.js';
import type { JqlValue } from './fields/jql-field.js';
import type { OrderTerm } from './jql-query.js';
import { fieldNamed } from './read-clause.js';
import type { Check } from './read-clause.js';

/** Puts issues in the order a query asks for; where it says nothing, or two are equal, the newest comes first. */
export function orderIssues(check: Check, issues: readonly IssueRow[], order: readonly OrderTerm[]): IssueRow[] {
  const terms = order.map(({ field: name, descending }) => {
    const field = fieldNamed(check, name);
    const keyOf = field.sortKey ?? ((issue: IssueRow) => field.valuesOf(issue)[0]);
    return { keyOf, direction: descending ? -1 : 1 };
  });
  const rows = issues.map((issue) => ({ issue, keys: terms.map(({ keyOf }) => keyOf(issue)) }));
  rows.sort((left, right) => {
    for (const [index, { direction }] of terms.entries()) {
      const difference = compare(left.keys[index], right.keys[index]);
      if (difference !== 0) return difference * direction;
    }
    return right.issue.id - left.issue.id;
  });
  return rows.map(({ issue }) => issue);
}

/** An empty field stands after every value. */
function compare(left: JqlValue | undefined, right: JqlValue | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  return left < right ? -1 : 1;
}
