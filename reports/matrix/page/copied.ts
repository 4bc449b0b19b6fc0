import { html } from './html.js';
import type { Html } from './html.js';

/** A command with a button that copies it. The script of the page shows the button, because it does not work without it. */
export function copied(command: string): Html {
  return html`<div class="copied">
    <pre tabindex="0">${command}</pre>
    <button type="button" hidden>Copy</button>
  </div>`;
}
