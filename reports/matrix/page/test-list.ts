import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { formatDuration } from '../format.js';
import { badge } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** Tests with their place, how they ended and why. */
export function testList(tests: readonly FinishedTest[]): Html {
  return html`<ul class="tests">
    ${tests.map(testItem)}
  </ul>`;
}

function testItem({ status, title, file, line, project, durationMs, reason, error }: FinishedTest): Html {
  return html` <li>
    ${badge(status)} ${title}
    <div class="quiet">
      <code>${file}:${line}</code>${project !== '' && html` · ${project}`} · ${formatDuration(durationMs)}
    </div>
    ${reason !== undefined && html`<div>${reason}</div>`} ${error !== undefined && html`<pre>${error}</pre>`}
  </li>`;
}
