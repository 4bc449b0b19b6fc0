import { counted } from '../../contracts/counted.js';
import { apiNames } from '../../contracts/rules/rule.js';
import type { JudgedMatrix, RuleRow } from '../documents/matrix.js';
import { causesOf, titleOfCause } from '../failures/causes.js';
import type { FailureCause } from '../failures/causes.js';
import { countStates, rowsOfKind } from './count-states.js';
import { unchecked } from '../../contracts/report/run.js';
import { formatRuleIds, formatTotals } from './format.js';

const names: Readonly<Record<string, string>> = apiNames;

/**
 * A run on one page of Markdown that may be published or attached to a ticket: what the tracker is, which rules it keeps,
 * and how it breaks the others. It has no names of people, hosts, projects or tests, and no data: of a failure it has the
 * call and the kind of the difference.
 */
export function summaryOf(matrix: JudgedMatrix): string {
  const { about, target, startedAt, totals, verdict, catalogueVersion, rules } = matrix;
  const { version = 'of unknown version', extensions } = about.tracker;
  const documented = rowsOfKind(matrix, 'documented');
  const groups = [...new Set(documented.map(({ api }) => api))].filter((api) => names[api] !== undefined);
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
    ...Object.entries(extensions).map(([api, build]) => `${names[api] ?? api}: ${build}`),
    ...(target.insecure === true ? [`Warning: ${unchecked}.`] : []),
    '',
    '| API | rules |',
    '| --- | --- |',
    ...groups.map((api) => `| ${names[api] ?? ''} | ${statesOf(documented.filter((row) => row.api === api))} |`),
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

function statesOf(rows: readonly RuleRow[]): string {
  return [...countStates(rows)].map(([state, count]) => `${String(count)} ${state}`).join(', ');
}

function listOf(title: string, rows: readonly RuleRow[]): string[] {
  return rows.length === 0 ? [] : ['', `${title}: ${formatRuleIds(rows.map(({ id }) => id))}`];
}
