import { counted } from '../../../contracts/counted.js';
import type { JudgedMatrix, RuleRow } from '../../../contracts/report/matrix.js';
import type { Totals } from '../../../contracts/report/rule-state.js';
import { defectStates } from '../../../contracts/report/defect-matrix.js';
import type { Comparison, RuleChange } from '../../../contracts/report/rule-state.js';
import { isAsked } from '../../gate.js';
import { assumedRows, countStates, documentedRows } from '../count-states.js';
import { formatDuration, formatRuleIds, formatSelected, formatStart, formatTotals, formatTracker } from '../format.js';
import { toneOf, badge } from './badge.js';
import type { BadgeText } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** The head of the page: the tracker, the verdict with its reasons, the numbers, and the changes of the run. */
export function pageHeader(matrix: JudgedMatrix): Html {
  const { name, seed } = matrix.target;
  const asked = (rows: readonly RuleRow[]) => [...countStates(rows.filter((row) => isAsked(row, matrix.verdict)))];
  return html`<h1>${name}</h1>
    <p class="quiet">
      ${formatStart(matrix)}, took
      ${formatDuration(matrix.durationMs)}${!name.includes(`seed ${seed}`) && `, seed ${seed}`}, rule catalogue
      ${matrix.catalogueVersion}, tracker-e2e ${matrix.about.harnessVersion}
    </p>
    ${formatTracker(matrix.about) !== undefined && html`<p class="quiet">${formatTracker(matrix.about)}</p>`}
    ${
      matrix.about.command !== undefined &&
      html`<details class="quiet">
        <summary>Repeat it</summary>
        <code>${matrix.about.command}</code>
      </details>`
    }
    ${verdict(matrix)} ${(matrix.knownNotes ?? []).map((note) => html`<p class="quiet">Known failures: ${note}</p>`)}
    <dl class="cards">
      ${countCard('Tests', testCounts(matrix.totals))} ${countCard('Documented rules', asked(documentedRows(matrix)))}
      ${countCard('Open questions', asked(assumedRows(matrix)))} ${defectCard(matrix)}
    </dl>
    ${trendSection(matrix)}`;
}

function testCounts({ notRun, known = 0, ...counts }: Totals): Counts {
  return [
    ...(Object.entries(counts) as [keyof typeof counts, number][]),
    ['not run', notRun],
    ['known failure', known],
  ];
}

function verdict({ run: { selected }, verdict: { verdict, reasons, demands } }: JudgedMatrix): Html {
  return html`<div class="verdict ${toneOf(verdict)}">
    <strong>${verdict}</strong>
    ${selected !== undefined && html`<span>${formatSelected(selected)}</span>`}
    ${demands === 'selected' && html`<span>a run of selected tests, judged by the rules these cover</span>`}
    ${
      reasons.length > 0 &&
      html`<ul>
        ${reasons.map((reason) => html`<li>${reason}</li>`)}
      </ul>`
    }
  </div>`;
}

/** The number of rules in each state. */
type Counts = readonly (readonly [state: BadgeText, count: number])[];

/** One failed test of a thousand is to be seen. */
const leastShare = 0.02;

/** A card that counts: a bar of the shares, and each number with its state. */
function countCard(label: string, counts: Counts, note?: Html): Html {
  const shown = counts.filter(([, count]) => count > 0);
  return html`<div class="card">
    <dt>${label}</dt>
    <dd>
      ${shown.length > 0 && bar(shown)}
      <div class="counts">${shown.map(([state, count]) => html`<span><b>${count}</b> ${badge(state)}</span> `)}</div>
      ${note}
    </dd>
  </div>`;
}

/** Widths are attributes of a drawing, as the page's policy allows no style of an element. */
function bar(counts: Counts): Html {
  const sum = counts.reduce((all, [, count]) => all + count, 0);
  const widths = counts.map(([, count]) => Math.max(count, Math.ceil(sum * leastShare)));
  const startOf = (index: number) => widths.slice(0, index).reduce((all, width) => all + width, 0);
  const total = startOf(counts.length);
  const parts = counts.map(
    ([state], index) =>
      html`<rect class="${toneOf(state)}" x="${startOf(index)}" width="${widths[index]}" height="1" />`,
  );
  return html`<svg class="bar" viewBox="0 0 ${total} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** How many defects were caught, and in which run; nothing if the reporter has no defects. */
function defectCard({ rules, defectRun }: JudgedMatrix): Html | undefined {
  if (defectRun === undefined) return undefined;
  const defects = rules.flatMap((row) => row.defects);
  const count = (state: (typeof defects)[number]['state']) => defects.filter((one) => one.state === state).length;
  const counts = [
    ...defectStates.map((state) => [state, count(state)] as const),
    ['not run', count(undefined)] as const,
  ];
  return countCard('Defects the tests have to catch', counts, html`<p class="quiet">${source(defectRun)}</p>`);
}

function source(defectRun: NonNullable<JudgedMatrix['defectRun']>): Html {
  if ('missing' in defectRun) return withCode(defectRun.missing);
  const mode = defectRun.mode === 'shared' ? 'a shared tracker' : 'a tracker for each test';
  return html`The tests ran against them on ${formatStart(defectRun)}, with ${mode}.`;
}

/** A sentence, with the text between backticks as code. */
function withCode(sentence: string): Html {
  return html`${sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** The changes since the previous run, or the reason why they are unknown. */
function trendSection({ trend, totals }: JudgedMatrix): Html {
  return html`<section class="trend card">
    <h2>Since the previous run</h2>
    ${'missing' in trend ? html`<p class="quiet">${trend.missing}</p>` : comparison(trend, totals)}
  </section>`;
}

function comparison(trend: Comparison, totals: JudgedMatrix['totals']): Html {
  const { previous, worse, better, rulesAdded, rulesRemoved, testsAdded, testsRemoved } = trend;
  const changes = [worse, better, rulesAdded, rulesRemoved, testsAdded, testsRemoved];
  return html`<p>
      <span class="quiet">${formatStart(previous)}:</span> ${formatTotals(previous.totals)} <span class="arrow">→</span>
      <span class="quiet">now:</span> ${formatTotals(totals)}
    </p>
    ${
      trend.selected &&
      html`<p class="quiet">One of the two runs was of selected tests, so only rules that both tested are compared.</p>`
    }
    ${changes.every(({ length }) => length === 0) && html`<p>No rule is better or worse${!trend.selected && ', and no test was added or removed'}.</p>`}
    <ul class="plain">
      ${changeItems('worse', worse)} ${changeItems('better', better)}
      ${rulesAdded.length > 0 && html`<li>${badge('new')} ${ruleLinks(rulesAdded)}</li>`}
      ${rulesRemoved.length > 0 && html`<li>No longer here: ${formatRuleIds(rulesRemoved)}</li>`}
    </ul>
    ${testNames('added', testsAdded)} ${testNames('removed', testsRemoved)}`;
}

/** A line for all rules that changed in the same way. */
function changeItems(direction: 'worse' | 'better', changes: readonly RuleChange[]): Html[] {
  const ways = new Map<string, string[]>();
  for (const { rule, from, to } of changes) {
    const [one, several] = [`was ${from}, is ${to}`, `were ${from}, are ${to}`];
    const before = ways.get(several) ?? ways.get(one);
    ways.delete(one);
    ways.set(before === undefined ? one : several, [...(before ?? []), rule]);
  }
  return [...ways].map(
    ([way, ids]) =>
      html`<li>
        ${badge(direction)} ${ruleLinks(ids)} ${way}${ids.length > 1 && ` (${counted(ids.length, 'rule')})`}
      </li>`,
  );
}

/** Rules, several in a row as a range; each leads to the first of its rules. */
function ruleLinks(ids: readonly string[]): Html[] {
  return formatRuleIds(ids)
    .split(', ')
    .map((range, index) => html`${index > 0 && ', '}<a href="#${range.split(' ')[0]}">${range}</a>`);
}

function testNames(what: 'added' | 'removed', tests: Comparison['testsAdded']): Html | undefined {
  if (tests.length === 0) return undefined;
  return html`<details>
    <summary>${counted(tests.length, 'test')} ${what}</summary>
    <ul>
      ${tests.map(({ title, file }) => html`<li>${title} <code class="quiet">${file}</code></li>`)}
    </ul>
  </details>`;
}
