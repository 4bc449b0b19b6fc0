import type { JudgedMatrix, RuleRow } from '../../../contracts/report/matrix.js';
import type { Totals } from '../../../contracts/report/rule-state.js';
import { isAsked } from '../../gate.js';
import { assumedRows, countStates, documentedRows } from '../count-states.js';
import { formatDuration, formatSelected, formatStart, formatTracker } from '../format.js';
import { toneOf } from './badge.js';
import { countCard } from './count-card.js';
import type { Counts } from './count-card.js';
import { defectCard } from './defect-card.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { trendSection } from './trend-section.js';

/** The head of the page: the tracker, the verdict with its reasons, the numbers, and what the run has changed. */
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
