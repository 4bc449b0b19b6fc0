import { counted } from '../../contracts/counted.js';
import type { RuleRow } from '../documents/matrix.js';
import type { ComparedRule, ComparedRun, ComparedState, RunsCompared } from '../documents/runs-compared.js';
import { formatStart, formatTotals, formatTracker } from '../matrix/format.js';
import { stateBadge, toneOf, html } from '../matrix/page/html.js';
import type { Html } from '../matrix/page/html.js';
import { pageFilters, pageShell, facts, kindNames, ruleDetails, ruleSection } from '../matrix/page/page-shell.js';
import { marks } from '../matrix/render-rules.js';
import { groupOf, ABSENT } from './compare-matrices.js';

/** Runs side by side as one HTML page that needs no other file. All text from tests or a tracker is escaped. */
export function comparisonPage(compared: RunsCompared): string {
  const { runs, rules, skipped } = compared;
  const changed = rules.filter((rule) => groupOf(rule) !== undefined);
  const others = rules.filter((rule) => !changed.includes(rule));
  const show = (rule: ComparedRule) => shownRule(rule, runs);
  const header = html`<h1>${counted(runs.length, 'run')} compared</h1>`;
  const heading = changed.length === 0 ? 'All ' : 'The other ';
  const main = html`${changes(changed, show)} ${runTable(runs)}
    <ul class="quiet">
      ${skipped.map(({ file, reason }) => html`<li>Left out: ${file}, as ${reason}</li>`)}
    </ul>
    <details class="everything">
      <summary class="button">
        ${heading}${counted(others.length, 'rule')}${changed.length > 0 && ', without a change'}
      </summary>
      ${pageFilters(others.flatMap(asRow))}
      <p class="nothing" hidden>No rule fits these filters.</p>
      ${(['documented', 'assumed'] as const).map((kind) =>
        ruleSection(
          kindNames[kind],
          others.filter((rule) => rule.kind === kind),
          ({ api }) => api,
          show,
        ),
      )}
    </details>`;
  return pageShell('Rule matrices side by side', header, main);
}

function runTable(runs: readonly ComparedRun[]): Html {
  const cellsOf = (run: ComparedRun) => [
    stateBadge(run.verdict),
    formatTotals(run.totals),
    html`${formatTracker(run.about) ?? ''}
      <div class="quiet">${run.target}</div>
      ${run.selected !== undefined && html`<div class="quiet">selected: ${run.selected}</div>`}`,
    formatStart(run),
    run.catalogueVersion,
    run.about.harnessVersion,
  ];
  const names = ['Run', 'Verdict', 'Tests', 'Tracker', 'When', 'Catalogue', 'Harness'];
  const rows = runs.map((run, index) => {
    const cells = cellsOf(run).map((cell) => html`<td>${cell}</td>`);
    return html`<tr>
      <th scope="row">${index + 1}</th>
      ${cells}
    </tr>`;
  });
  return html`<div class="scroll card" tabindex="0" role="region" aria-label="The runs">
    <table>
      <tr>
        ${names.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
      ${rows}
    </table>
  </div>`;
}

const UNTOLD = 'nothing said';

function changes(rules: readonly ComparedRule[], show: (rule: ComparedRule) => Html): Html {
  const groups = (['Broken', 'Answered differently', 'Changed'] as const).map((name) => {
    const some = rules.filter((rule) => groupOf(rule) === name);
    return (
      some.length > 0 &&
      html`<h3>${name} (${some.length})</h3>
        ${some.map(show)}`
    );
  });
  return html`<section class="trend">
    <h2>What changed</h2>
    ${rules.length === 0 && html`<p>All rules are the same in all runs, and none fails.</p>`} ${groups}
  </section>`;
}

function shownRule(rule: ComparedRule, runs: readonly ComparedRun[]): Html {
  const { id, section, states } = rule;
  const state = lastOf(rule)?.state ?? 'unverified';
  const note = noteOf(rule);
  const inside = html`${note !== '' && html`<p>It is ${note}.</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label="${id} in each run">
      <table>
        <tbody>
          ${states.map((one, index) => stateRow(one, index, runs[index]))}
        </tbody>
      </table>
    </div>
    ${facts([
      ['Document', [section]],
      ['Link', [html`<a href="#${id}">#${id}</a>`]],
    ])}`;
  const open = groupOf(rule) !== undefined;
  return ruleDetails({ ...rule, state }, { holds: lineOf(states), badges: stateBadge(state), inside, open });
}

function lineOf(states: readonly (ComparedState | null)[]): Html {
  const told = states.map((one) => one?.state ?? UNTOLD);
  const signs = states.map((one, index) => {
    const [tone, mark] = one === null ? ['idle', ABSENT] : [toneOf(one.state), marks[one.state][0]];
    return html`<b class="${tone}" title="run ${index + 1}: ${told[index]}">${mark}</b>`;
  });
  return html`<span class="line" role="img" aria-label="${told.join(', ')}">${signs}</span>`;
}

function noteOf({ brokenSince, changedIn, answeredDifferently }: ComparedRule): string {
  const changes = changedIn.filter((index) => index !== brokenSince).map((index) => index + 1);
  const notes = [
    brokenSince === 0 && 'broken in the first run already',
    brokenSince !== undefined && brokenSince > 0 && `first broken in run ${brokenSince + 1}`,
    changes.length > 0 && `changed in run ${changes.join(', ')}`,
    answeredDifferently && 'answered differently',
  ];
  return notes.filter((note) => note !== false).join('; ');
}

function stateRow(one: ComparedState | null, index: number, run: ComparedRun | undefined): Html {
  const { state, reasons = [], knownBy, answers = [] } = one ?? {};
  return html`<tr>
    <th scope="row">${index + 1}</th>
    <td>
      ${state === undefined ? UNTOLD : stateBadge(state)}
      ${knownBy !== undefined && html`${stateBadge('known')} ${knownBy.join(', ')}`}
    </td>
    <td>
      ${answers.map((answer) => html`<div><code>${JSON.stringify(answer)}</code></div>`)}
      ${reasons.map((reason) => html`<div>${reason}</div>`)}
    </td>
    <td class="quiet which">
      ${run === undefined ? '' : (formatTracker(run.about) ?? run.target)}
      <div>${run !== undefined && formatStart(run)}</div>
    </td>
  </tr>`;
}

function lastOf({ states }: ComparedRule): ComparedState | undefined {
  return states.findLast((one) => one !== null) ?? undefined;
}

function asRow(rule: ComparedRule): Pick<RuleRow, 'api' | 'state' | 'kind'>[] {
  const last = lastOf(rule);
  return last === undefined ? [] : [{ api: rule.api, kind: rule.kind, state: last.state }];
}
