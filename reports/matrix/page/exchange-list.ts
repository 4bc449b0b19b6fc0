import type { ReportedExchange, ReportedExchanges } from '../../../contracts/report/exchange.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** What a test sent and was answered, folded unless it is wanted open; nothing if there is nothing. */
export function exchangeList({ earlier, kept }: ReportedExchanges, open: boolean): Html | undefined {
  const count = earlier + kept.length;
  if (count === 0) return undefined;
  return html`<details class="exchanges" ${open && html` open`}>
    <summary>${count === 1 ? '1 exchange' : `${count} exchanges`}</summary>
    ${earlier > 0 && html`<p class="quiet">The last ${kept.length} of them:</p>`}
    <ol class="plain">
      ${kept.map(exchangeItem)}
    </ol>
  </details>`;
}

function exchangeItem({ details, ...exchange }: ReportedExchange): Html {
  const line = exchangeLine(exchange);
  if (details === undefined) return html`<li>${line}</li>`;
  const { requestBody, responseBody, curl } = details;
  return html`<li>
    <details>
      <summary>${line}</summary>
      ${text('Sent', pretty(requestBody))}
      ${text('Answered', responseBody === '' ? '(an empty body)' : pretty(responseBody))} ${text('To repeat it', curl)}
    </details>
  </li>`;
}

function exchangeLine({ caller, method, path, status, durationMs }: ReportedExchange): Html {
  const by = html`<span class="quiet">as ${caller}, ${durationMs} ms</span>`;
  return html`<code><b>${method}</b> ${path}</code> <span class="arrow">→</span> <b class="status">${status}</b> ${by}`;
}

function text(label: string, value: string | undefined): Html | undefined {
  if (value === undefined) return undefined;
  return html`<div class="quiet">${label}</div>
    <pre>${value}</pre>`;
}

function pretty(body: string | undefined): string | undefined {
  if (body === undefined) return undefined;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
