import { cut } from '../matrix/format.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';

/** The number of characters of a value, and of all differences, that a line shows. */
const [VALUE, ALL] = [80, 300];

/** A first line of Playwright's that names a matcher and nothing that was seen. */
const MATCHER = /^expect\(.*\)\.[\w.]+\(.*\)(?: \/\/.*)?$/;

/** An error in one line: its first line, with what was expected and received. `Error` itself is not named. */
export function factOf(error: string): string {
  const [first = '', second = ''] = error
    .replace(/^(?:Error: )*(?:ContractError: )?/, '')
    .replace(/^SetupError: Set-up failed: (.*?)(?<= )https?:\/\/[^/\s]+/, 'Set-up: $1')
    // The fake's name for the tracker of the test.
    .replaceAll(/^((?:Set-up: )?[A-Z]+ )\/tenant-\d+/gm, '$1')
    .split('\n', 2);
  const line = first.endsWith(':') ? `${first} ${second.replace(/^[\s-]+/, '')}`.trimEnd() : first;
  const [, , told = ''] = /^(.* in sequence, .*)\n\n(?!expect\()(.+)$/m.exec(error) ?? [];
  if (told !== '') return `${line}: ${told}`;
  const [, code = ''] = /^expect\((?!received\))(.+)\)(?:\.not)?\.to\w+\(/.exec(line) ?? [];
  // Of code only the name of a value is for readers: `data.skippedProjects`, and no call.
  const subject = /^[\w$]+(?:\.[\w$]+)*$/.test(code) ? code : '';
  const values = valuesOf(error);
  const fact = values === undefined ? differenceOf(error, subject) : at(subject, values);
  if (fact === undefined) return line;
  return MATCHER.test(line) ? fact : `${line} (${fact})`;
}

function valuesOf(error: string): string | undefined {
  const [expected, received] = [valueOf('Expected', error), valueOf('Received', error)];
  if (expected !== undefined && received !== undefined) return compared(expected, received);
  if (expected?.startsWith('not ') === true) return `expected ${cut(expected, VALUE)}`;
  const [, unfit] = /^Received has value: (.*)$/m.exec(error) ?? [];
  return unfit === undefined ? undefined : `received ${cut(unfit, VALUE)}`;
}

/** The value in a line such as `Expected string: "a"`. The value of `Expected: not 1` includes `not`. */
function valueOf(what: 'Expected' | 'Received', error: string): string | undefined {
  const [, value] = new RegExp(`^ *${what}(?: \\w+)*: +(\\S.*)$`, 'm').exec(error) ?? [];
  return value?.replace(/^ArrayContaining (?=\[)/, 'a list with ');
}

/** Two values, each from shortly before their difference on if that stands far behind. */
function compared(expected: string, received: string): string {
  let same = 0;
  while (same < expected.length && expected[same] === received[same]) same += 1;
  const from = Math.min(expected.length, received.length) > VALUE && same > VALUE / 2 ? same - VALUE / 4 : 0;
  const [one, other] = [expected, received].map((value) => cut(`${from > 0 ? '…' : ''}${value.slice(from)}`, VALUE));
  return `expected ${one}, received ${other}`;
}

/** Where two values differ that Playwright shows as one text: `fields.mail: expected "a", received "b"`. */
function differenceOf(error: string, subject: string): string | undefined {
  const [, text] = /^- Expected .*\n\+ Received .*\n([^]*)$/m.exec(error) ?? [];
  const places = new Map<string, Place>();
  // `expect.poll` tells its time-out behind the difference.
  const [lines = ''] = text?.split(/\n\s*Call [Ll]og:/, 1) ?? [];
  for (const { side, path, text: value } of readDifference(lines.split('\n'))) {
    const outer = path.map((_, length) => places.get(pathText(path.slice(0, length))));
    const whole = outer.find((place) => place?.[side] !== undefined);
    if (whole !== undefined) {
      const part = path.at(-1);
      const between = /[[{]$/.test(whole[side] ?? '') ? ' ' : ', ';
      whole[side] += `${between}${typeof part === 'string' ? `${part}: ` : ''}${value}`;
      continue;
    }
    const name = pathText(path);
    places.set(name, { [side]: value, ...places.get(name) });
  }
  const told = [...places].map(([name, { expected, received }]) =>
    at(
      `${subject}${subject === '' || /^\[|^$/.test(name) ? '' : '.'}${name}`,
      compared(withoutNames(expected), withoutNames(received)),
    ),
  );
  return told.length === 0 ? undefined : cut(told.join('; '), ALL);
}

/** A value as JSON has it, without the names that Playwright gives to a list and an object. */
function withoutNames(value = 'nothing'): string {
  const [, opened] = /^(?:Array|Object) ([[{])(?! ?[\]}])/.exec(value) ?? [];
  const end = { '[': ' ]', '{': ' }' }[opened ?? ''] ?? '';
  return value.replaceAll(/\b(?:Array|Object) (?=[[{])/g, '').replace(/,?$/, end);
}

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

/** A line of Playwright's difference of two values: a value that only one side has, and where it stands. */
export interface DifferenceLine {
  readonly side: Side;
  /** The properties and positions that lead to the value. Those in lines that Playwright left out are missing. */
  readonly path: readonly (string | number)[];
  /** The value as Playwright prints it: JSON, or `Object {` or `Array [` if its parts follow in further lines. */
  readonly text: string;
}

type Side = 'expected' | 'received';

/** A value with parts in the lines below it. */
interface Opened {
  readonly depth: number;
  readonly path: readonly (string | number)[];
  /** How many elements without a name each side has had in it so far. */
  readonly elements: Record<Side, number>;
}

const sidesOf: Readonly<Record<string, readonly Side[]>> = {
  '-': ['expected'],
  '+': ['received'],
  ' ': ['expected', 'received'],
};

export function readDifference(lines: readonly string[]): DifferenceLine[] {
  const opened: Opened[] = [];
  return withWholeTexts(lines).flatMap((line) => {
    const [, sign = '', { length: depth } = '', key, text = ''] =
      /^([-+ ]) ( *)(?:"([^"]*)": )?(.*?),?$/.exec(line) ?? [];
    const sides = sidesOf[sign];
    if (sides === undefined) {
      // `@@ -1,7 +1,7 @@`: Playwright left out lines, and with them the names of the values around the next ones.
      opened.length = 0;
      return [];
    }
    while (opened.length > 0 && (opened.at(-1)?.depth ?? 0) >= depth) opened.pop();
    if (/^[\]}]?$/.test(text)) return [];

    const around = opened.at(-1);
    // Of a line that both sides have, the received position counts.
    const part = key ?? (around === undefined ? [] : (sides.map((side) => around.elements[side]++).at(-1) ?? 0));
    const path = [...(around?.path ?? []), part].flat();
    if (/[[{]$/.test(text)) opened.push({ depth, path, elements: { expected: 0, received: 0 } });
    return sides.length > 1 ? [] : sides.map((side) => ({ side, path, text }));
  });
}

/** The same lines, in which a text of several lines is one line. */
function withWholeTexts(lines: readonly string[]): string[] {
  const whole: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const before = whole.at(-1) ?? '';
    if (isOpen && line.startsWith(before.charAt(0)))
      whole[whole.length - 1] = `${before}\\n${line.slice(1).trimStart()}`;
    else whole.push(line);
    isOpen = /^[-+ ] *(?:"[^"]*": )?"(?:[^"\\]|\\.)*$/.test(whole.at(-1) ?? '');
  }
  return whole;
}

export function hasFailed({ status }: FinishedTest): boolean {
  return status === 'failed' || status === 'flaky' || status === 'known failure' || status === 'deviates';
}

/** Whether an error is about the last of several calls that were drawn. */
export function isSequence(error = ''): boolean {
  return error.includes(' in sequence, ');
}

export function easiestFirst<Failure>(failures: readonly Failure[], errorOf: (failure: Failure) => string): Failure[] {
  const effort = (failure: Failure) => {
    const error = errorOf(failure);
    return error.endsWith('…') || isSequence(error) ? Number.MAX_SAFE_INTEGER : error.length;
  };
  return failures.toSorted((one, other) => effort(one) - effort(other));
}
