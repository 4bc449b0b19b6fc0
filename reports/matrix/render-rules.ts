import { styleText } from 'node:util';
import type { RuleRow, JudgedMatrix } from '../documents/matrix.js';
import { cutLine, formatRuleIds, formatTotals } from './format.js';
import { counted } from '../../contracts/counted.js';
import { apiNames, apis } from '../../contracts/rules/rule.js';
import { causesOf, titleOfCause } from '../failures/causes.js';
import type { FailureCause } from '../failures/causes.js';
import { formatStates, rowsOfKind, titleOfApi } from './count-states.js';
import { unchecked } from '../../contracts/report/run.js';

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

/**
 * A run on one page of Markdown that may be published or attached to a ticket: what the tracker is, which rules it keeps,
 * and how it breaks the others. It has no names of people, hosts, projects or tests, and no data: of a failure it has the
 * call and the kind of the difference.
 */
export function summaryOf(matrix: JudgedMatrix): string {
  const { about, target, startedAt, totals, verdict, catalogueVersion, rules } = matrix;
  const { version = 'of unknown version', extensions } = about.tracker;
  const documented = rowsOfKind(matrix, 'documented');
  const groups = apis.filter((name) => documented.some(({ api }) => api === name));
  const answered = rules.filter(({ state }) => state === 'differs');
  return [
    `# Tracker ${version}: ${verdict.verdict}`,
    '',
    [
      startedAt.slice(0, 10),
      formatTotals(totals),
      `tracker-e2e ${about.harnessVersion}`,
      `rules of ${catalogueVersion}`,
    ].join(', '),
    ...Object.entries(extensions).map(([api, build]) => `${titleOfApi(api)}: ${build}`),
    ...(target.insecure === true ? [`Warning: ${unchecked}.`] : []),
    '',
    '| API | rules |',
    '| --- | --- |',
    ...groups.map((api) => `| ${apiNames[api]} | ${formatStates(documented.filter((row) => row.api === api))} |`),
    ...causesOf(matrix).flatMap((cause) => [
      '',
      // Else it is titled by its test.
      `## ${cause.rule === undefined && cause.questions === undefined ? cause.kind : titleOfCause(cause)}`,
      '',
      `${inGeneral(cause)} (${counted(cause.tests.length, 'test')})`,
    ]),
    ...listOf(
      'Not verified',
      documented.filter(({ state }) => state === 'unverified' || state === 'not available'),
    ),
    ...listOf(
      'Verified in part',
      documented.filter(({ state }) => state === 'verified in part'),
    ),
    ...listOf('Open questions answered otherwise than assumed', answered),
    '',
  ].join('\n');
}

/** The endpoint as the documents write it, and what our matchers say of an answer; other words may hold data. */
function inGeneral({ tests: [first] }: FailureCause): string {
  const [, answer = ' answered otherwise'] =
    /^[A-Z]+ \S+( answered \d{3}, .*)$/.exec(first?.failure?.cause ?? '') ?? [];
  return `${first?.endpoints[0] ?? 'A call'}${answer}`;
}

function listOf(title: string, rows: readonly RuleRow[]): string[] {
  return rows.length === 0 ? [] : ['', `${title}: ${formatRuleIds(rows.map(({ id }) => id))}`];
}
