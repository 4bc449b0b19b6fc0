import { isObject } from '../../contracts/index.js';
import { createHash } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { parseJson } from '../../contracts/find-in-json.js';
import { cut } from '../matrix/format.js';
import { readDifference } from './fact-of.js';
import { Normalizer, countedOnce, keyOf, unique } from './normalize.js';

const SHOWN = 300;

/** Playwright's message for a test or a hook that took too long. It does not say what the test waited for. */
export const TIMED_OUT = /^(?:Error: )?[^\n]*\btimeout of \d+ms exceeded/i;

/**
 * The differences in all failures of a test, of all its attempts. Undefined if there is no failure, or if a failure has
 * nothing that tells it from others. A time-out has that only if it waited for a call or another step.
 */
export function failureOf({ results }: Pick<TestCase, 'results'>): FinishedTest['failure'] {
  const failures = results.flatMap((result) => result.errors.map((error) => failureIn(result, error)));
  const told = failures.filter((failure) => failure !== undefined && failure !== '');
  if (failures.length === 0 || told.length < failures.length) return undefined;
  const all = [...new Set(told)].sort().join('\n\n');
  return {
    fingerprint: createHash('sha256').update(all).digest('hex').slice(0, 12),
    shows: inALine(all),
    cause: inALine(told[0] ?? ''),
  };
}

function inALine(text: string): string {
  return cut(text.replaceAll(/\s*\n\s*/g, '; '), SHOWN);
}

function failureIn(
  { steps }: Pick<TestResult, 'steps'>,
  { message, value }: TestResult['errors'][number],
): string | undefined {
  const text = message ?? value ?? '';
  if (!TIMED_OUT.test(stripVTControlCharacters(text))) return readFailure(text).join('\n');
  const normalizer = new Normalizer();
  const open = openSteps(steps).map((title) => normalizer.title(title));
  return open.length === 0 ? undefined : `A time-out while it waited for ${open.join(' › ')}`;
}

export function openSteps(steps: readonly TestStep[]): string[] {
  const open = steps.find(({ duration }) => duration < 0);
  return open === undefined ? [] : [open.title, ...openSteps(open.steps)];
}

/** The first line of a failed matcher of this package: the call, its status, and what it was to do. */
const CALL = /^(?:\w*Error: )?([A-Z]+) (\S+) answered (\d+)(.*)$/;
/** A line of a difference between rows: `not changed: {…}`, `differs: entry 7: projectId: expected 1, received 2`. */
const ROW = /^ *(missing|unexpected|repeated|differs|not \w+|\w+ too|\w+ otherwise): +(.*)$/;
/** A line of a difference between Steps tables, as `toHaveSteps` tells it. */
const STEP = /^ *(?:step \d+|row \d+ \(a group\)): (?:(missing, expected|unexpected, received) )?(.*)$/;
/** The value that differs in a row: its path and both values as JSON. */
const VALUE = /^(?:.*?: )?([\w$.[\]-]+): expected (.*)$/;
const BETWEEN = ', received ';
const MATCHER = /expect\(.*\)\.([\w.]+)\(/;
/** The lines after the difference, which are for people. */
const AFTER = /^(Call|Answer|Body|Repeat it): |^Call [Ll]og:|^The shortest such sequence found/;

function readFailure(message: string): string[] {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  const end = lines.findIndex((line) => AFTER.test(line));
  const told = end === -1 ? lines : lines.slice(0, end);
  const normalizer = new Normalizer();
  const [first = '', ...rest] = told;
  const call = CALL.exec(first);
  if (call !== null) return callFailure(call, rest, normalizer);
  const [, table, step = ''] = /^((?:Error: )?The Steps table differs): (.*)$/.exec(first) ?? [];
  if (table !== undefined) return [table, ...rowLines(rest.length === 0 ? [step] : rest, normalizer)];
  return expectationFailure(told, normalizer);
}

function callFailure(
  [, method = '', path = '', status = '', claim = '']: RegExpExecArray,
  rest: readonly string[],
  normalizer: Normalizer,
): string[] {
  const [, what = claim, only = ''] = /^(.*?and was to [^:]*): (.*)$/.exec(claim) ?? [];
  const call = `${method} ${normalizer.path(path)} answered ${status}`;
  const lines = ROW.test(only) ? [only] : rest;
  return lines.length === 0
    ? [`${call}${normalizer.text(claim)}`]
    : [`${call}${normalizer.text(what)}`, ...rowLines(lines, normalizer)];
}

function rowLines(lines: readonly string[], normalizer: Normalizer): string[] {
  return countedOnce(
    lines.flatMap((line) => {
      if (/^ *and \d+ more$/.test(line)) return [];
      const [, way, text = ''] = ROW.exec(line) ?? stepAsRow(line) ?? [];
      if (way === undefined) return [problemLine(line.trim(), normalizer)];
      if (!/^differs|otherwise$|^changed too$/.test(way)) return [`${way} ${normalizer.value(parseJson(text))}`];
      const value = readValue(text);
      if (value === undefined) return [`${way} row`];
      const { path, key, expected, received } = value;
      return compareValues(expected, received, normalizer, path, key).map((difference) => `${way} ${difference}`);
    }),
  );
}

function stepAsRow(line: string): readonly string[] | undefined {
  const [, way = 'differs', text] = STEP.exec(line) ?? [];
  return text === undefined ? undefined : ['', way.replace(/,.*/, ''), text];
}

/** Reads `values.mail: expected "a", received "b"`, with the name of a row before it. */
function readValue(text: string) {
  const [, place = '', values] = VALUE.exec(text) ?? [];
  if (values === undefined) return undefined;
  const parts = place.split(/[.[\]]+/).filter((part) => part !== '');
  const path = parts.map((part) => (/^\d+$/.test(part) ? '[]' : `.${keyOf(part)}`)).join('');
  const key = parts.findLast((part) => !/^\d+$/.test(part));
  for (let at = values.indexOf(BETWEEN); at !== -1; at = values.indexOf(BETWEEN, at + 1)) {
    const [expected, received] = [values.slice(0, at), values.slice(at + BETWEEN.length)].map(parseShown);
    if (expected !== undefined && received !== undefined)
      return { path, key, expected: expected.value, received: received.value };
  }
  return undefined;
}

/** A value as a matcher shows it; undefined if it is cut in the middle. */
function parseShown(text: string): { readonly value: unknown } | undefined {
  if (text === 'nothing') return { value: undefined };
  const value = parseJson(text);
  return value === undefined ? undefined : { value };
}

/** A problem of a contract: `defaults.0.id: Invalid input`. Keys that are data and positions are replaced. */
function problemLine(line: string, normalizer: Normalizer): string {
  const [, path, what = ''] = /^(?:- )?(.+?): ((?:Invalid|Unrecognized|Too|Expected).*)$/.exec(line) ?? [];
  if (path === undefined) return normalizer.text(line);
  const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? '[]' : keyOf(part)));
  return `${parts.filter((part, index) => part !== '*' || parts[index - 1] !== '*').join('.')}: ${what}`;
}

const FIRST_LINES = 5;

function expectationFailure(lines: readonly string[], normalizer: Normalizer): string[] {
  const matcher = lines.map((line) => MATCHER.exec(line)?.[1]).find((name) => name !== undefined);
  if (matcher === undefined) {
    const told = lines.slice(0, FIRST_LINES).filter((line) => line.trim() !== '');
    return unique(told.map((line) => normalizer.text(line.trim())));
  }
  const said = lines[0] !== undefined && !MATCHER.test(lines[0]) ? [normalizer.text(lines[0])] : [];
  const start = lines.findIndex((line) => line.startsWith('+ Received '));
  const differences = start === -1 ? valueLines(lines, normalizer) : diffLines(lines.slice(start + 1), normalizer);
  return [
    `${matcher}${lines.some((line) => /expect\(.*\)\.not\./.test(line)) ? ' (not)' : ''}`,
    ...said,
    ...differences,
  ];
}

function valueLines(lines: readonly string[], normalizer: Normalizer): string[] {
  const told = lines.flatMap((line) => {
    const [, what, kind, value] = /^ *(Expected|Received)((?: \w+)*): +(.*)$/.exec(line) ?? [];
    return what === undefined || kind === ' array' ? [] : [{ what, kind, value: value ?? '' }];
  });
  const [expected, received] = ['Expected', 'Received'].map((name) => told.find(({ what }) => what === name)?.value);
  const [wanted, found] = [parseJson(expected ?? ''), parseJson(received ?? '')];
  if (typeof wanted === 'string' && typeof found === 'string') return compareValues(wanted, found, normalizer);
  return told.map(({ what, kind, value }) => `${what}${kind}: ${normalizer.text(value)}`);
}

function diffLines(lines: readonly string[], normalizer: Normalizer): string[] {
  return countedOnce(
    readDifference(lines).map(({ side, path, text }) => {
      const place = path.map((part) => (typeof part === 'number' ? '[]' : `.${keyOf(part)}`)).join('');
      return `${side === 'expected' ? '-' : '+'} ${place}: ${normalizer.text(text)}`;
    }),
  );
}

function compareValues(
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

/** Texts and lists are random data, so only the kind of their difference is named. */
function differenceOf(expected: unknown, received: unknown, normalizer: Normalizer, key: string | undefined): string {
  if (typeof expected === 'string' && typeof received === 'string')
    return `${normalizer.string(expected)} became ${normalizer.string(received)}, ${relationOf(expected, received)}`;
  if (Array.isArray(expected) && Array.isArray(received)) return listDifference(expected, received);
  return `${normalizer.value(expected, key)} became ${normalizer.value(received, key)}`;
}

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
  // A date or a time. The form of random words says nothing.
  const isTime = /\d[/:]\d|\d\/[A-Z]/.test(expected);
  return isTime && shapeOf(expected) !== shapeOf(received) ? 'of another form' : 'another text';
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

function shapeOf(text: string): string {
  return text.replaceAll(/[A-Za-z]+/g, 'a').replaceAll(/\d+/g, '0');
}
