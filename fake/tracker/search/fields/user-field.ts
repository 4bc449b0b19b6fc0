import type { IssueRow } from '../../../state/state.js';
import { userByName } from '../../users/find-user.js';
import type { JqlField, JqlScope } from './jql-field.js';

/** A field that holds a user; queries name one by user name or key. */
export function userField({ state }: JqlScope, keyOf: (issue: IssueRow) => string | undefined): JqlField {
  return {
    valuesOf: (issue) => {
      const key = keyOf(issue);
      return key === undefined ? [] : [key];
    },
    resolve: (text) => (userByName(state, text) ?? state.tables.users.get(text))?.key,
    sortKey: (issue) => state.tables.users.get(keyOf(issue) ?? '')?.displayName.toLowerCase(),
  };
}
