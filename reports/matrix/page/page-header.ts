import { counted } from '../../../contracts/counted.js';
import type { TestStatus } from '../../../contracts/report/finished-test.js';
import type { JudgedMatrix, RuleRow, Totals, Comparison, RuleChange } from '../../documents/matrix.js';
import { isAsked } from '../../gate.js';
import { causesOf, firstTestOf, titleOfCause } from '../../failures/causes.js';
import type { FailureCause } from '../../failures/causes.js';
import { countStates, formatStates, rowsOfKind, titleOfApi } from '../count-states.js';
import {
  cut,
  formatDuration,
  formatRuleIds,
  formatSelected,
  formatStart,
  formatTotals,
  formatTracker,
} from '../format.js';
import { toneOf, stateBadge, copied, html } from './html.js';
import type { BadgeText, Html } from './html.js';

export function pageHeader(matrix: JudgedMatrix): Html {
  const { verdict, trend, totals } = matrix;
  const { passed, failed, flaky } = totals;
  const countOf = (status: TestStatus) => matrix.tests.filter((test) => test.status === status).length;
  const others = ['skipped', 'not available', 'does not apply', 'not run', 'known failure', 'deviates'] as const;
  const asked = (rows: readonly RuleRow[]) => [...countStates(rows.filter((row) => isAsked(row, verdict)))];
  return html`${verdictCard(matrix)}
    <dl class="cards">
      ${countCard('Tests', [
        ['passed', passed],
        ['failed', failed],
        ['flaky', flaky],
        ...others.map((status) => [status, countOf(status)] as const),
      ])}
      ${countCard('Documented rules', asked(rowsOfKind(matrix, 'documented')))}
      ${countCard('Open questions', asked(rowsOfKind(matrix, 'assumed')))}
    </dl>
    ${
      !('missing' in trend) &&
      html`<details class="trend card">
        <summary><h2>Since the previous run</h2></summary>
        ${comparison(trend, totals)}
      </details>`
    }
    ${about(matrix)}`;
}

/** One line an API: how many of its rules are in which state. */
function apiLines(rows: readonly RuleRow[]): Html[] {
  const apis = [...new Set(rows.map(({ api }) => api))];
  return apis.map((api) => html`<p>${titleOfApi(api)}: ${formatStates(rows.filter((row) => row.api === api))}</p>`);
}

/** The most causes that the top of the page shows: the failing rules below hold them all. */
const CAUSES = 5;

function causeItem(cause: FailureCause): Html {
  const { rule, fact } = cause;
  const title = titleOfCause(cause);
  return html`<li>
    ${rule === undefined ? title : html`<a href="#${rule}">${title}</a>`}
    <div>${cut(fact, 300)}</div>
    <div class="quiet">${cut(firstTestOf(cause), 300)}</div>
  </li>`;
}

function verdictCard(matrix: JudgedMatrix): Html {
  const { run, verdict } = matrix;
  const { reasons, demands } = verdict;
  const causes = causesOf(matrix);
  const documented = rowsOfKind(matrix, 'documented').filter((row) => isAsked(row, verdict));
  return html`<div class="verdict ${toneOf(verdict.verdict)}">
    <h1>${verdict.verdict}</h1>
    ${reasons.map((reason) => html`<p>${reason}</p>`)}
    ${
      causes.length > 0 &&
      html`<ol class="causes">
        ${causes.slice(0, CAUSES).map(causeItem)}
      </ol>`
    }
    ${apiLines(documented)}
    <p class="scope">
      A rule is one sentence of the API documents, with the tests that show whether the tracker keeps it.
      ${run.selected !== undefined && `The run was of ${formatSelected(run.selected)}.`}
      ${demands === 'selected' && 'It is judged by the rules that its tests cover.'}
    </p>
  </div>`;
}

function about(matrix: JudgedMatrix): Html {
  const { target, about, durationMs, catalogueVersion, knownNotes = [], trend } = matrix;
  const tracker = formatTracker(about);
  return html`<section class="about quiet">
    ${target.insecure === true && html`<p>Warning: ${target.name}.</p>`}
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
        : html`<p>${counted(testsAdded, 'test')} added, ${testsRemoved} removed.</p>`
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
