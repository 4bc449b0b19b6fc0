import { inspect } from 'node:util';

/** A value for a person, cut if it is long. */
export function formatValue(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Infinity }).slice(0, 300);
}
