import { keyOf, unique } from './normalize.js';
import type { Normalizer } from './normalize.js';

/** How what was received differs from what was expected: a line for each place, with its path and values replaced. */
export function compareValues(
  expected: unknown,
  received: unknown,
  normalizer: Normalizer,
  path = '',
  key?: string,
): string[] {
  if (JSON.stringify(expected) === JSON.stringify(received)) return [];
  if (isObject(expected) && isObject(received)) {
    const keys = unique([...Object.keys(expected), ...Object.keys(received)]);
    return keys.flatMap((key) => compareValues(expected[key], received[key], normalizer, `${path}.${keyOf(key)}`, key));
  }
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    return unique(expected.flatMap((one, index) => compareValues(one, received[index], normalizer, `${path}[]`, key)));
  }
  return [`${path}: ${differenceOf(expected, received, normalizer, key)}`];
}

/**
 * How a value differs from the expected one. Texts and lists are random data, so only the kind of their difference is named.
 */
function differenceOf(expected: unknown, received: unknown, normalizer: Normalizer, key: string | undefined): string {
  if (typeof expected === 'string' && typeof received === 'string')
    return textDifference(expected, received, normalizer);
  if (Array.isArray(expected) && Array.isArray(received)) return listDifference(expected, received);
  return `${normalizer.value(expected, key)} became ${normalizer.value(received, key)}`;
}

function textDifference(expected: string, received: string, normalizer: Normalizer): string {
  return `${normalizer.string(expected)} became ${normalizer.string(received)}, ${relationOf(expected, received)}`;
}

/** How two texts are related, whatever they say. */
function relationOf(expected: string, received: string): string {
  const [less, more] = [expected.toLowerCase(), received.toLowerCase()];
  if (less === more) return 'in other case';
  if (expected.trim() === received.trim()) return 'with other blanks';
  if (expected === '' || received === '') return 'one empty';
  if (expected.startsWith(received)) return 'cut at its end';
  if (received.startsWith(expected)) return 'with an addition';
  if (expected.includes(received)) return 'a part';
  if (received.includes(expected)) return 'with more around it';
  if (sorted(expected) === sorted(received)) return 'in other order';
  return isTime(expected) && shapeOf(expected) !== shapeOf(received) ? 'of another form' : 'another text';
}

function listDifference(expected: readonly unknown[], received: readonly unknown[]): string {
  const [wanted, found] = [expected, received].map((list) => list.map((one) => JSON.stringify(one))) as [
    string[],
    string[],
  ];
  const missing = wanted.filter((one) => !found.includes(one)).length;
  const unexpected = found.filter((one) => !wanted.includes(one)).length;
  const other = missing + unexpected === 0 ? [wanted.length === found.length ? 'in other order' : 'repeated'] : [];
  return [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(unexpected > 0 ? [`${unexpected} unexpected`] : []),
    ...other,
  ].join(', ');
}

function sorted(text: string): string {
  return Array.from(text).sort().join('');
}

/** Whether a text looks like a date or a time: of random words the form says nothing. */
function isTime(text: string): boolean {
  return /\d[/:]\d|\d\/[A-Z]/.test(text);
}

function shapeOf(text: string): string {
  return text.replaceAll(/[A-Za-z]+/g, 'a').replaceAll(/\d+/g, '0');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
