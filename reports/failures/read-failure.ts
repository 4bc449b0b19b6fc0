import { stripVTControlCharacters } from 'node:util';
import { parseJson } from '../../contracts/parse-json.js';
import { compareValues } from './compare-values.js';
import { counted, keyOf, Normalizer, unique } from './normalize.js';

/** The first line of a failed matcher of this package: the call, its status, and what it was to do. */
const CALL = /^(?:\w*Error: )?([A-Z]+) (\S+) answered (\d+)(.*)$/;
/** A line of a difference between rows: `changed – missing: {…}`. */
const ROW = /^ *(?:(\w+) – )?(missing|unexpected|repeated|differs): +(.*)$/;
const WANTED = /^ *(?:\w+ – )? *expected:? +(.*)$/;
/** A row of a Steps table that differs, as `toHaveSteps` tells it. */
const STEP = /^≠ (?:step \d+|group) +is +(.*)$/;
/** What Playwright says of a matcher in its first line. */
const MATCHER = /expect\(.*\)\.([\w.]+)\(/;
/** What comes after the difference, for people. */
const AFTER = /^(Call|Body|Repeat it): /;

/** What differs in a failure, a line for each difference, without what is another in each run. */
export function readFailure(message: string): string[] {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  const end = lines.findIndex((line) => AFTER.test(line));
  const told = end === -1 ? lines : lines.slice(0, end);
  const normalizer = new Normalizer();
  const [first = '', ...rest] = told;
  const call = CALL.exec(first);
  if (call !== null) return callFailure(call, rest, normalizer);
  if (rest.some((line) => STEP.test(line))) return [normalizer.text(first), ...rowLines(rest, normalizer)];
  return expectationFailure(told, normalizer);
}

function callFailure(
  [, method = '', path = '', status = '', claim = '']: RegExpExecArray,
  rest: readonly string[],
  normalizer: Normalizer,
): string[] {
  const rows = rowLines(rest, normalizer);
  const what = rows.length > 0 ? claim.replace(/(and was to [^:]*|contract): .*$/, '$1') : claim;
  return [`${method} ${normalizer.path(path)} answered ${status}${normalizer.text(what)}`, ...rows];
}

/** Rows that are missing or more, and those that differ compared with what they were to be. */
function rowLines(lines: readonly string[], normalizer: Normalizer): string[] {
  return counted(
    lines.flatMap((line, index) => {
      const [, section = '', way, json = ''] = ROW.exec(line) ?? STEP_AS_ROW(line) ?? [];
      if (way === undefined)
        return WANTED.test(line) || /^ {2}(?:step \d|group)|^ +expected/.test(line)
          ? []
          : [problemLine(line.trim(), normalizer)];
      const name = [section, way].filter(Boolean).join(' ');
      const [, wanted] = WANTED.exec(lines[index + 1] ?? '') ?? [];
      const [found, expected] = [parseJson(json), parseJson(wanted ?? '')];
      if (way !== 'differs' || found === undefined || expected === undefined)
        return [`${name} ${way === 'differs' ? 'row' : normalizer.value(found)}`];
      return compareValues(expected, found, normalizer).map((difference) => `${name} ${difference}`);
    }),
  );
}

/** A problem of a contract: `defaults.0.id: Invalid input`. Keys that are data and positions are replaced. */
function problemLine(line: string, normalizer: Normalizer): string {
  const [, path, what = ''] = /^(?:- )?(.+?): ((?:Invalid|Unrecognized|Too|Expected).*)$/.exec(line) ?? [];
  if (path === undefined) return normalizer.text(line);
  const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? '[]' : keyOf(part)));
  return `${parts.filter((part, index) => part !== '*' || parts[index - 1] !== '*').join('.')}: ${what}`;
}

function STEP_AS_ROW(line: string): readonly string[] | undefined {
  const [, json] = STEP.exec(line) ?? [];
  return json === undefined ? undefined : ['', '', 'differs', json];
}

/** How many lines of an error that no matcher threw tell it from others. */
const FIRST_LINES = 5;

/** A failed matcher of Playwright: its name, the message that it was given, and what differs. */
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

/** `Expected: 7` and `Received: 25`, and the like. */
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

/** The lines of Playwright's difference of two values, each with the properties around it. */
function diffLines(lines: readonly string[], normalizer: Normalizer): string[] {
  const stack: { readonly depth: number; readonly name: string }[] = [];
  return counted(
    lines.flatMap((line) => {
      if (line.startsWith('@@')) {
        stack.length = 0;
        return [];
      }
      const [, sign = ' ', blanks = '', text = ''] = /^([-+ ]) ( *)(.*)$/.exec(line) ?? [];
      while (stack.length > 0 && (stack.at(-1)?.depth ?? 0) >= blanks.length) stack.pop();
      const path = stack.map(({ name }) => name).join('');
      const [, key, rest = text] = /^"([^"]*)": (.*)$/.exec(text) ?? [];
      const name = key === undefined ? '[]' : `.${keyOf(key)}`;
      if (/[[{]$/.test(text)) stack.push({ depth: blanks.length, name });
      if (sign === ' ' || /^[\]}],?$/.test(text)) return [];
      return [`${sign} ${path}${name}: ${normalizer.text(rest.replace(/,$/, ''))}`];
    }),
  );
}
