import type { IssueRow } from '../../../state/state.js';
import { readId } from '../../read-id.js';
import type { JqlField, JqlValue } from './jql-field.js';

interface Named {
  readonly id: number;
  readonly name: string;
}

interface NamedRows<Row extends Named> {
  get(id: number): Row | undefined;
  first(index: 'name', name: string): Row | undefined;
}

/** A field that holds a row with an id and a name, such as an issue type; queries name it by either. */
export function namedField<Row extends Named>(
  rows: NamedRows<Row>,
  idOf: (issue: IssueRow) => number | undefined,
  sortBy: (row: Row) => JqlValue = ({ name }) => name.toLowerCase(),
): JqlField {
  return {
    valuesOf: (issue) => {
      const id = idOf(issue);
      return id === undefined ? [] : [id];
    },
    resolve: (text) => (rows.first('name', text.toLowerCase()) ?? rows.get(readId(text) ?? 0))?.id,
    sortKey: (issue) => {
      const row = rows.get(idOf(issue) ?? 0);
      return row && sortBy(row);
    },
  };
}
