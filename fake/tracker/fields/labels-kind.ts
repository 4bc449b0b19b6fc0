import { FieldFault } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

const LABEL_LIMIT = 255;

/** Labels: a set of words, shown in alphabetical order. */
export function labelsKind(unset: [] | null): ValueKind {
  return {
    schema: { type: 'array', items: 'string' },
    unset,
    list: true,
    read: (value) => {
      if (!Array.isArray(value)) throw new FieldFault('data was not an array');
      const labels = [...new Set(value.map(readLabel))].sort();
      return labels.length === 0 ? null : labels;
    },
    render: (value) => value,
  };
}

function readLabel(label: unknown, index: number): string {
  if (typeof label !== 'string') throw new FieldFault(`string expected at index ${index}`);
  if (label === '') throw new FieldFault(`The label at index ${index} is empty.`);
  if (/\s/.test(label)) throw new FieldFault(`The label '${label}' contains spaces which is invalid.`);
  if (label.length > LABEL_LIMIT) {
    throw new FieldFault(`The label '${label}' exceeds the maximum length of ${LABEL_LIMIT} characters.`);
  }
  return label;
}
