import { html } from './html.js';
import type { Html } from './html.js';

/** A sentence in which what stands between backticks is code. */
export function withCode(sentence: string): Html {
  return html`${sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
