import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { formatDuration } from '../format.js';
import { badge } from './badge.js';
import { exchangeList } from './exchange-list.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** Tests with their place, how they ended and why, and their exchanges; those that failed come first. */
export function testList(tests: readonly FinishedTest[]): Html {
  const failed = tests.filter(hasFailed);
  const others = tests.filter((test) => !hasFailed(test));
  return html`<ul class="plain tests">
    ${[...failed, ...others].map(testItem)}
  </ul>`;
}

function hasFailed({ status }: FinishedTest): boolean {
  return status === 'failed' || status === 'flaky';
}

function testItem(test: FinishedTest): Html {
  const { status, title, file, line, project, durationMs, reason, error, notes = [], exchanges } = test;
  return html` <li>
    <div class="headline">${badge(status)} <span>${title}</span></div>
    <div class="quiet">
      <code>${file}:${line}</code>${project !== '' && html` · ${project}`} · ${formatDuration(durationMs)}
    </div>
    ${reason !== undefined && html`<div>${reason}</div>`} ${error !== undefined && html`<pre>${error}</pre>`}
    ${notes.map((note) => html`<div class="quiet">${note}</div>`)} ${exchangeList(exchanges, hasFailed(test))}
  </li>`;
}
