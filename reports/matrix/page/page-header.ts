import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import type { Totals } from '../../../contracts/report/totals.js';
import { assumedRows, countStates, documentedRows } from '../count-states.js';
import { formatDuration, formatStart } from '../format.js';
import { badge } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';

type State = Parameters<typeof badge>[0];

/** The head of the page: the tracker, the verdict with its reasons, and the numbers. */
export function pageHeader(matrix: JudgedMatrix): Html {
  const { verdict, reasons } = matrix.verdict;
  return html`<header>
    <h1>Rule matrix of ${matrix.target.name}</h1>
    <p class="quiet">${formatStart(matrix)}, ${formatDuration(matrix.durationMs)}, seed ${matrix.target.seed}</p>
    <p>${badge(verdict)}</p>
    ${
      reasons.length > 0 &&
      html`<ul>
        ${reasons.map((reason) => html`<li>${reason}</li>`)}
      </ul>`
    }
    <dl class="numbers">
      ${numbers('Tests', Object.entries(matrix.totals) as [keyof Totals, number][])}
      ${numbers('Documented rules', [...countStates(documentedRows(matrix))])}
      ${numbers('Open questions', [...countStates(assumedRows(matrix))])}
    </dl>
  </header>`;
}

function numbers(label: string, counts: readonly (readonly [state: State, count: number])[]): Html {
  const shown = counts.filter(([, count]) => count > 0);
  return html`<div>
    <dt>${label}</dt>
    <dd>${shown.map(([state, count]) => html`<span><b>${count}</b> ${badge(state)}</span> `)}</dd>
  </div>`;
}
