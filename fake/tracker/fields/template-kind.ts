import { readId } from '../read-id.js';
import { FieldFault } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

/** An issue template, by its id; kept and answered as text. */
export const templateKind: ValueKind = {
  schema: { type: 'string' },
  unset: null,
  list: false,
  read: (value, { tables }) => {
    if (value === '') return null;
    const id = readId(value);
    if (id === undefined) throw new FieldFault('Operation value must be the id of a template, as text or number');
    if (tables.templates.get(id) === undefined) throw new FieldFault(`There is no template with id '${id}'.`);
    return String(id);
  },
  render: (value) => value,
};
