import type { ReportedExchange } from '../contracts/report/exchange.js';

/** How many of the last calls of a test are shown. */
const SHOWN = 5;

/** The last calls of a test as text, each with what was sent and answered; undefined if there are none. */
export function renderExchanges(kept: readonly ReportedExchange[]): string | undefined {
  const last = kept.slice(-SHOWN).map(renderExchange);
  return last.length === 0 ? undefined : last.join('\n\n');
}

function renderExchange({ method, path, status, caller, durationMs, details }: ReportedExchange): string {
  const { requestBody, responseBody, curl } = details ?? {};
  return [
    `${method} ${path} as ${caller} answered ${status} in ${Math.round(durationMs)} ms`,
    ...(requestBody === undefined || requestBody === '' ? [] : [`sent: ${requestBody}`]),
    ...(responseBody === undefined ? [] : [`answered: ${responseBody}`]),
    ...(curl === undefined ? [] : [`again: ${curl}`]),
  ].join('\n');
}
