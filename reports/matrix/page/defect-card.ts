import { defectStates } from '../../../contracts/report/defect-matrix.js';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { formatStart } from '../format.js';
import { countCard } from './count-card.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** How many defects were caught, and in which run; nothing if the reporter has no defects. */
export function defectCard({ rules, defectRun }: JudgedMatrix): Html | undefined {
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

/** A sentence in which what stands between backticks is code. */
function withCode(sentence: string): Html {
  return html`${sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
