import type { IssueRow } from '../../../state/state.js';
import type { JqlField, JqlScope } from './jql-field.js';
import { readMoment } from './read-moment.js';

/** A field that holds a moment, in milliseconds since 1970. */
export function momentField({ now }: JqlScope, momentOf: (issue: IssueRow) => number | undefined): JqlField {
  const valuesOf = (issue: IssueRow) => {
    const moment = momentOf(issue);
    return moment === undefined ? [] : [moment];
  };
  return {
    valuesOf,
    resolve: (text) => readMoment(text, now),
    comparison: {
      against: (text) => {
        const operand = readMoment(text, now);
        if (operand === undefined) return undefined;
        return (issue) => {
          const moment = momentOf(issue);
          return moment === undefined ? undefined : moment - operand;
        };
      },
    },
  };
}
