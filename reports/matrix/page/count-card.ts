import { badge, toneOf } from './badge.js';
import type { BadgeText } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** The number of rules in each state. */
export type Counts = readonly (readonly [state: BadgeText, count: number])[];

/** One failed test of a thousand is to be seen. */
const leastShare = 0.02;

/** A card that counts: a bar of the shares, and each number with its state. */
export function countCard(label: string, counts: Counts, note?: Html): Html {
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
