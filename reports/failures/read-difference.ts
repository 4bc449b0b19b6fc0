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

/** Reads the lines below `+ Received` in a message of Playwright's. Each part of a value has a line of its own. */
export function readDifference(lines: readonly string[]): DifferenceLine[] {
  const opened: Opened[] = [];
  return lines.flatMap((line) => {
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
    const part = key ?? (around === undefined ? [] : nextElement(around, sides));
    const path = [...(around?.path ?? []), part].flat();
    if (/[[{]$/.test(text)) opened.push({ depth, path, elements: { expected: 0, received: 0 } });
    return sides.length > 1 ? [] : sides.map((side) => ({ side, path, text }));
  });
}

/** The position of the next element of a list; of a line that both sides have, the received one. */
function nextElement({ elements }: Opened, sides: readonly Side[]): number {
  return sides.map((side) => elements[side]++).at(-1) ?? 0;
}
