import { counted } from '../../../contracts/counted.js';
import type { JudgedMatrix, RuleRow } from '../../documents/matrix.js';
import type { Totals, Comparison, RuleChange } from '../../documents/rule-state.js';
import { isAsked } from '../../gate.js';
import { likeliestFirst } from '../../failures/fact-of.js';
import { countStates, rowsOfKind } from '../count-states.js';
import { formatDuration, formatRuleIds, formatSelected, formatStart, formatTotals, formatTracker } from '../format.js';
import { toneOf, stateBadge, copied, html } from './html.js';
import type { BadgeText, Html } from './html.js';

export function pageHeader(matrix: JudgedMatrix): Html {
  const { verdict, trend, totals } = matrix;
  const { notRun, known = 0, ...counts } = totals;
  const asked = (rows: readonly RuleRow[]) => [...countStates(rows.filter((row) => isAsked(row, verdict)))];
  const tests = Object.entries(counts) as [keyof typeof counts, number][];
  return html`${verdictCard(matrix)}
    <dl class="cards">
      ${countCard('Tests', [...tests, ['not run', notRun], ['known failure', known]])}
      ${countCard('Documented rules', asked(rowsOfKind(matrix, 'documented')))}
      ${countCard('Open questions', asked(rowsOfKind(matrix, 'assumed')))}
    </dl>
    ${
      !('missing' in trend) &&
      html`<section class="trend card">
        <h2>Since the previous run</h2>
        ${comparison(trend, totals)}
      </section>`
    }
    ${about(matrix)}`;
}

function verdictCard({ rules, tests, run, verdict: { verdict, reasons, demands } }: JudgedMatrix): Html {
  const failing = likeliestFirst(rules, tests).map(({ id }) => id);
  return html`<div class="verdict ${toneOf(verdict)}">
    <h1>${verdict}</h1>
    ${reasons.map((reason) => html`<p>${reason}</p>`)}
    ${failing.length > 0 && html`<p>${failing.length === 1 ? 'Failing rule' : 'Failing rules'}: ${ruleLinks(failing)}</p>`}
    <p class="scope">
      ${run.selected !== undefined && `The run was of ${formatSelected(run.selected)}.`}
      ${demands === 'selected' && 'It is judged by the rules that its tests cover.'}
    </p>
  </div>`;
}

function about(matrix: JudgedMatrix): Html {
  const { target, about, durationMs, catalogueVersion, knownNotes = [], trend } = matrix;
  const tracker = formatTracker(about);
  return html`<section class="about quiet">
    ${knownNotes.map((note) => html`<p>Known failures: ${note}</p>`)}
    <details>
      <summary>
        ${formatStart(matrix)}, took ${formatDuration(durationMs)}${tracker !== undefined && `, ${tracker}`}
      </summary>
      <p>Seed ${target.seed}, rule catalogue ${catalogueVersion}, tracker-e2e ${about.harnessVersion}.</p>
      ${'missing' in trend && html`<p>${trend.missing}</p>`} ${about.command !== undefined && copied(about.command)}
    </details>
  </section>`;
}

type Counts = readonly (readonly [state: BadgeText, count: number])[];

function countCard(label: string, counts: Counts): Html | undefined {
  const shown = counts.filter(([, count]) => count > 0);
  if (shown.length === 0) return undefined;
  return html`<div class="card">
    <dt>${label}</dt>
    <dd>
      <div class="counts">
        ${shown.map(([state, count]) => html`<span><b>${count}</b> ${stateBadge(state)}</span> `)}
      </div>
    </dd>
  </div>`;
}

function comparison(trend: Comparison, totals: Totals): Html {
  const { previous, worse, better, rulesAdded, rulesRemoved, testsAdded, testsRemoved } = trend;
  return html`<p>
      <span class="quiet">${formatStart(previous)}:</span> ${formatTotals(previous.totals)} <span class="arrow">→</span>
      <span class="quiet">now:</span> ${formatTotals(totals)}
    </p>
    ${
      trend.selected
        ? html`<p class="quiet">
            One of the two runs was of selected tests, so only rules that both tested are compared.
          </p>`
        : html`<p>${counted(testsAdded.length, 'test')} added, ${testsRemoved.length} removed.</p>`
    }
    ${worse.length + better.length === 0 && html`<p>No rule is better or worse.</p>`}
    <ul class="plain">
      ${changeItems('worse', worse)} ${changeItems('better', better)}
      ${rulesAdded.length > 0 && html`<li>${stateBadge('new')} ${ruleLinks(rulesAdded)}</li>`}
      ${rulesRemoved.length > 0 && html`<li>No longer here: ${formatRuleIds(rulesRemoved)}</li>`}
    </ul>`;
}

function changeItems(direction: 'worse' | 'better', changes: readonly RuleChange[]): Html[] {
  const ways = [...new Set(changes.map(({ from, to }) => `${from} → ${to}`))];
  return ways.map((way) => {
    const ids = changes.filter(({ from, to }) => way === `${from} → ${to}`).map(({ rule }) => rule);
    return html`<li>${stateBadge(direction)} ${counted(ids.length, 'rule')} ${way}: ${ruleLinks(ids)}</li>`;
  });
}

function ruleLinks(ids: readonly string[]): Html[] {
  return formatRuleIds(ids)
    .split(', ')
    .map((range, index) => html`${index > 0 && ', '}<a href="#${range.split(' ')[0]}">${range}</a>`);
}
