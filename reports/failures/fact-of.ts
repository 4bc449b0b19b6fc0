import { readDifference } from './read-difference.js';
import type { DifferenceLine } from './read-difference.js';

/** The number of characters of a value, and of all differences, that a line shows. */
const [VALUE, ALL] = [60, 180];

/** A first line of Playwright's that names a matcher and nothing that was seen. */
const MATCHER = /^expect\(.*\)\.[\w.]+\(.*\)(?: \/\/.*)?$/;

/**
 * An error in one line: its first line, with what was expected and received if Playwright prints that further down.
 * The class of an error is named unless it is `Error`.
 */
export function factOf(error: string): string {
  const [line = ''] = error.replace(/^(?:Error: )+/, '').split('\n', 1);
  const [, subject = ''] = /^expect\((?!received\))(.+)\)(?:\.not)?\.to\w+\(/.exec(line) ?? [];
  const values = valuesOf(error);
  const fact = values === undefined ? differenceOf(error, subject) : at(subject, values);
  if (fact === undefined) return line;
  return MATCHER.test(line) ? fact : `${line} (${fact})`;
}

/** What was expected and what was received, if a line names each; after `not` there is no second line. */
function valuesOf(error: string): string | undefined {
  const [expected, received] = [valueOf('Expected', error), valueOf('Received', error)];
  if (expected !== undefined && received !== undefined) return `expected ${expected}, received ${received}`;
  if (expected?.startsWith('not ') === true) return `expected ${expected}`;
  const [, unfit] = /^Received has value: (.*)$/m.exec(error) ?? [];
  return unfit === undefined ? undefined : `received ${cut(unfit, VALUE)}`;
}

/** The value in a line such as `Expected string: "a"`. The value of `Expected: not 1` includes `not`. */
function valueOf(what: 'Expected' | 'Received', error: string): string | undefined {
  const [, value] = new RegExp(`^ *${what}(?: \\w+)*: +(\\S.*)$`, 'm').exec(error) ?? [];
  return value === undefined ? undefined : cut(value, VALUE);
}

/** Where two values differ that Playwright shows as one text: `fields.mail: expected "a", received "b"`. */
function differenceOf(error: string, subject: string): string | undefined {
  const [, text] = /^- Expected .*\n\+ Received .*\n([^]*)$/m.exec(error) ?? [];
  const places = new Map<string, Place>();
  for (const { side, path, text: value } of readDifference(text?.split('\n') ?? [])) {
    const outer = path.map((_, length) => places.get(pathText(path.slice(0, length))));
    const whole = outer.find((place) => place?.[side] !== undefined);
    if (whole !== undefined) {
      const part = path.at(-1);
      whole[side] += typeof part === 'string' ? ` ${part}: ${value}` : ` ${value}`;
      continue;
    }
    const name = pathText(path);
    places.set(name, { [side]: value, ...places.get(name) });
  }
  const shown = (value = 'nothing') => cut(value, VALUE);
  const told = [...places].map(([name, { expected, received }]) =>
    at(
      `${subject}${subject === '' || /^\[|^$/.test(name) ? '' : '.'}${name}`,
      `expected ${shown(expected)}, received ${shown(received)}`,
    ),
  );
  return told.length === 0 ? undefined : cut(told.join('; '), ALL);
}

/** What is told of a value, after the name of the value if there is one. */
function at(place: string, told: string): string {
  return place === '' ? told : `${place}: ${told}`;
}

type Place = Partial<Record<DifferenceLine['side'], string>>;

function pathText(path: DifferenceLine['path']): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
