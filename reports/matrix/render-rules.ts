import { styleText } from 'node:util';
import type { RuleRow } from '../documents/matrix.js';
import { cutLine } from './format.js';

export interface RulesView {
  readonly width: number;
  readonly colours: boolean;
}

type Colour = 'green' | 'red' | 'yellow' | 'gray';

export const marks: Record<RuleRow['state'], readonly [mark: string, colour: Colour]> = {
  verified: ['✓', 'green'],
  'verified in part': ['~', 'green'],
  'as assumed': ['=', 'green'],
  failing: ['✗', 'red'],
  unverified: ['?', 'yellow'],
  deviates: ['≉', 'yellow'],
  differs: ['≠', 'yellow'],
  'not available': ['-', 'gray'],
};

const idWidth = 7;
const stateWidth = 16;
const indent = 2;

/** The rules as text: reasons stand below a rule that is not in order, unless no test covers it. */
export function renderRules(rows: readonly RuleRow[], view: RulesView): string[] {
  return rows.flatMap((row, index) => {
    const heading = headingOf(row);
    const before = rows[index - 1];
    const isNew = before === undefined || headingOf(before) !== heading;
    return [...(isNew ? [...(index === 0 ? [] : ['']), heading] : []), ...linesOf(row, view)];
  });
}

function headingOf({ api, kind }: RuleRow): string {
  return `${api}, ${kind === 'documented' ? 'documented rules' : 'open questions'}`;
}

function linesOf(row: RuleRow, { width, colours }: RulesView): string[] {
  const { id, state, text, reasons, tests } = row;
  const [mark, colour] = marks[state];
  const paint = (part: string) => (colours ? styleText(colour, part) : part);
  const before = indent + mark.length + 1 + idWidth + stateWidth + 2;
  const room = Math.max(width - before, 20);
  return [
    `${' '.repeat(indent)}${paint(mark)} ${id.padEnd(idWidth)} ${paint(state.padEnd(stateWidth))} ${cutLine(text, room)}`,
    ...(tests.length === 0 ? [] : reasons).map((reason) => `${' '.repeat(before)}${paint(cutLine(reason, room))}`),
  ];
}
