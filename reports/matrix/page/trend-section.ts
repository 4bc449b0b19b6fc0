import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import type { Comparison, RuleChange } from '../../../contracts/report/rule-state.js';
import { formatRuleIds, formatStart, formatTotals } from '../format.js';
import { badge } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** What the run has changed against the one before it, or why that is not known. */
export function trendSection({ trend, totals }: JudgedMatrix): Html {
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
      html`<li>${badge(direction)} ${ruleLinks(ids)} ${way}${ids.length > 1 && ` (${ids.length} rules)`}</li>`,
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
    <summary>${tests.length === 1 ? '1 test' : `${tests.length} tests`} ${what}</summary>
    <ul>
      ${tests.map(({ title, file }) => html`<li>${title} <code class="quiet">${file}</code></li>`)}
    </ul>
  </details>`;
}
