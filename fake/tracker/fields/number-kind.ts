import { FieldFault } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

/** A number. */
export const numberKind: ValueKind = {
  schema: { type: 'number' },
  unset: null,
  list: false,
  read: (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new FieldFault('Operation value must be a number');
    return value;
  },
  render: (value) => value,
};
