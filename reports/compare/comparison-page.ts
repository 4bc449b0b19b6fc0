import { counted } from '../../contracts/counted.js';
import type { RuleRow } from '../../contracts/report/matrix.js';
import type { ComparedRule, ComparedRun, ComparedState, RunsCompared } from '../../contracts/report/runs-compared.js';
import { apiNames } from '../../contracts/rules/rule.js';
import { formatStart, formatTotals, formatTracker } from '../matrix/format.js';
import { badge, toneOf } from '../matrix/page/badge.js';
import { html } from '../matrix/page/html.js';
import type { Html } from '../matrix/page/html.js';
import { kindNames, pageFilters, pageShell } from '../matrix/page/page-shell.js';
import { marks } from '../matrix/render-rules.js';
import { groupOf } from './compare-matrices.js';
import { ABSENT } from './render-comparison.js';

/**
 * Runs side by side as one HTML page that needs no other file. Each rule has a line through the runs, which opens to
 * the result of each run. All text from tests or a tracker is escaped.
 */
export function comparisonPage(compared: RunsCompared): string {
  const { runs, rules } = compared;
  const changed = rules.filter((rule) => groupOf(rule) !== undefined);
  const header = html`<h1>${counted(runs.length, 'run')} compared</h1>`;
  const main = html`${changes(changed, runs)} ${runTable(runs)} ${skippedList(compared.skipped)}
    <details class="everything">
      <summary>${everything(rules.length, changed.length)}</summary>
      ${pageFilters(rules.filter((rule) => !changed.includes(rule)).flatMap(asRow))}
      <p class="nothing" hidden>No rule fits these filters.</p>
      ${(['documented', 'assumed'] as const).map((kind) =>
        section(
          kind,
          rules.filter((rule) => rule.kind === kind && !changed.includes(rule)),
          runs,
        ),
      )}
    </details>`;
  return pageShell('Rule matrices side by side', header, main);
}

function everything(all: number, changed: number): string {
  return changed === 0
    ? `All ${counted(all, 'rule')}`
    : `The other ${counted(all - changed, 'rule')}, without a change`;
}

function skippedList(skipped: RunsCompared['skipped']): Html | false {
  return (
    skipped.length > 0 &&
    html`<ul class="quiet">
      ${skipped.map(({ file, reason }) => html`<li>Left out: ${file}, as ${reason}</li>`)}
    </ul>`
  );
}

function runTable(runs: readonly ComparedRun[]): Html {
  return html`<div class="wide card" tabindex="0" role="region" aria-label="The runs">
    <table>
      <thead>
        <tr>
          ${['Run', 'Verdict', 'Tests', 'Tracker', 'When', 'Catalogue', 'Harness'].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${runs.map(
          (run, index) =>
            html`<tr>
              <th scope="row">${index + 1}</th>
              <td>${badge(run.verdict)}</td>
              <td>${formatTotals(run.totals)}</td>
              <td>
                ${formatTracker(run.about) ?? ''}
                <div class="quiet">${run.target}</div>
                ${run.selected !== undefined && html`<div class="quiet">selected: ${run.selected}</div>`}
              </td>
              <td>${formatStart(run)}</td>
              <td>${run.catalogueVersion}</td>
              <td>${run.about.harnessVersion}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The text for a rule that a run does not have, or was not asked for. */
const UNTOLD = 'nothing said';

/** The rules that a reader wants to see first, each open. */
function changes(rules: readonly ComparedRule[], runs: readonly ComparedRun[]): Html {
  const groups = (['Broken', 'Answered differently', 'Changed'] as const).map(
    (name) => [name, rules.filter((rule) => groupOf(rule) === name)] as const,
  );
  return html`<section class="trend">
    <h2>What changed</h2>
    ${rules.length === 0 && html`<p>All rules are the same in all runs, and none fails.</p>`}
    ${groups.map(
      ([name, some]) =>
        some.length > 0 &&
        html`<h3>${name} (${some.length})</h3>
          ${some.map((rule) => ruleDetails(rule, runs))}`,
    )}
  </section>`;
}

function section(kind: RuleRow['kind'], rules: readonly ComparedRule[], runs: readonly ComparedRun[]): Html {
  return html`<section class="rules">
    <h2>${kindNames[kind]}</h2>
    ${[...new Set(rules.map(({ api }) => api))].map(
      (api) =>
        html`<section class="rules">
          <h3>${(apiNames as Readonly<Record<string, string>>)[api] ?? api}</h3>
          ${rules.filter((rule) => rule.api === api).map((rule) => ruleDetails(rule, runs))}
        </section>`,
    )}
  </section>`;
}

function ruleDetails(rule: ComparedRule, runs: readonly ComparedRun[]): Html {
  const { id, api, kind, text, section: source, states } = rule;
  const state = lastOf(rule)?.state ?? 'unverified';
  return html`<details
    class="rule"
    id="${id}"
    data-api="${api}"
    data-state="${state}"
    data-kind="${kind}"
    ${groupOf(rule) !== undefined && html` open`}
  >
    <summary>
      <b class="id">${id}</b>
      <span class="rule-text">${text}</span>
      <span class="holds">${lineOf(states)}</span>
      <span class="badges">${badge(state)}</span>
    </summary>
    <div class="inside">
      ${noteOf(rule) !== undefined && html`<p>It is ${noteOf(rule)}.</p>`}
      <div class="wide" tabindex="0" role="region" aria-label="${id} in each run">
        <table>
          <tbody>
            ${states.map((one, index) => stateRow(one, index, runs[index]))}
          </tbody>
        </table>
      </div>
      <dl class="facts">
        <dt>Document</dt>
        <dd>${source}</dd>
        <dt>Link</dt>
        <dd><a href="#${id}">#${id}</a></dd>
      </dl>
    </div>
  </details>`;
}

/** The rule through all runs: a mark for each, as the terminal shows it. */
function lineOf(states: readonly (ComparedState | null)[]): Html {
  const told = states.map((one) => one?.state ?? UNTOLD).join(', ');
  return html`<svg
    class="line"
    viewBox="0 0 ${states.length * 14} 12"
    width="${states.length * 14}"
    role="img"
    aria-label="${told}"
  >
    ${states.map(
      (one, index) =>
        html`<text
          class="${one === null ? 'idle' : toneOf(one.state)}"
          x="${index * 14 + 7}"
          y="11"
          text-anchor="middle"
          >${one === null ? ABSENT : marks[one.state][0]}<title>run ${index + 1}: ${one?.state ?? UNTOLD}</title></text
        >`,
    )}
  </svg>`;
}

function noteOf({ brokenSince, changedIn, answeredDifferently }: ComparedRule): string | undefined {
  const changes = changedIn.filter((index) => index !== brokenSince);
  const notes = [
    ...(brokenSince === undefined
      ? []
      : [brokenSince === 0 ? 'broken in the first run already' : `first broken in run ${String(brokenSince + 1)}`]),
    ...(changes.length > 0 ? [`changed in run ${changes.map((index) => String(index + 1)).join(', ')}`] : []),
    ...(answeredDifferently ? ['answered differently'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}

function stateRow(one: ComparedState | null, index: number, run: ComparedRun | undefined): Html {
  const { state, reasons = [], knownBy, answers = [] } = one ?? {};
  return html`<tr>
    <th scope="row">${index + 1}</th>
    <td>
      ${state === undefined ? UNTOLD : badge(state)}
      ${knownBy !== undefined && html`${badge('known')} ${knownBy.join(', ')}`}
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

/** The properties of a rule to filter by: its API, its kind and its state in the last run. */
function asRow(rule: ComparedRule): Pick<RuleRow, 'api' | 'state' | 'kind'>[] {
  const last = lastOf(rule);
  return last === undefined ? [] : [{ api: rule.api, kind: rule.kind, state: last.state }];
}
