import { counted } from '../../../contracts/counted.js';
import type { EndpointRow, RuleRow } from '../../documents/matrix.js';
import type { Surface } from '../../../contracts/report/surface.js';
import { stateBadge, html } from './html.js';
import type { Html } from './html.js';

type Rules = ReadonlyMap<string, RuleRow>;

/** The view by endpoint: its rules, and what was sent and seen or never was. Untested endpoints are folded. */
export function endpointList(endpoints: readonly EndpointRow[], rules: Rules): Html {
  const untested = endpoints.filter(({ tests }) => tests.length === 0);
  return html`<section class="endpoints">
    <h2>Endpoints</h2>
    ${endpoints.filter(({ tests }) => tests.length > 0).map((one) => endpointItem(one, rules))}
    ${
      untested.length > 0 &&
      html`<details class="more">
        <summary>${counted(untested.length, 'endpoint')} without a test</summary>
        ${untested.map((one) => endpointItem(one, rules))}
      </details>`
    }
  </section>`;
}

function endpointItem(row: EndpointRow, rules: Rules): Html {
  const { surface, totals, tests } = row;
  const state = totals.failed > 0 ? 'failed' : totals.passed + totals.flaky > 0 ? 'passed' : 'skipped';
  const parts = surface === undefined ? [] : partsOf(surface);
  return html`<details class="endpoint row" data-api="${row.api}">
    <summary>
      <code class="title">${row.title}</code>
      <span class="holds">${counted(row.rules.length, 'rule')}, ${counted(tests.length, 'test')}</span>
      <span class="badges">${tests.length > 0 && stateBadge(state)}</span>
    </summary>
    <div class="inside sides">
      <div>
        <h4>Rules</h4>
        <ul class="plain">
          ${row.rules.map((id) => ruleItem(id, rules.get(id)))}
        </ul>
      </div>
      <div>
        <h4>What all tests together sent and saw</h4>
        ${surface === undefined ? html`<p class="quiet">No test called it.</p>` : surfaceTable(surface, parts)}
      </div>
    </div>
  </details>`;
}

function ruleItem(id: string, row: RuleRow | undefined): Html {
  if (row === undefined) return html`<li>${id}</li>`;
  return html`<li><a href="#${id}">${id}</a> ${row.text} ${row.state !== 'verified' && stateBadge(row.state)}</li>`;
}

interface Part {
  readonly label: string;
  readonly seen: readonly Html[];
  readonly never: readonly Html[];
}

function partsOf({ query, sent, received }: Surface): Part[] {
  const parts = Object.entries({ Query: query, Body: sent, Answer: received }).map(([label, names]): Part => {
    const all = Object.entries(names).map(([name, values]) => ({ name: nameOf(name), values }));
    return {
      label,
      seen: all.flatMap(({ name, values }) => (values === null ? [] : html`${name}${rangeOf(values)}`)),
      never: [
        ...all.flatMap(({ name, values }) => (values === null ? name : [])),
        // A limit of answers is one of the data, and not of what was tried.
        ...all.flatMap(({ name, values }) =>
          names === received || values?.[1] === undefined ? [] : html`${name} above ${values[1]}`,
        ),
      ],
    };
  });
  return parts.filter(({ seen, never }) => seen.length + never.length > 0);
}

function nameOf(name: string): Html {
  return html`<code>${name.replaceAll('*', '‹any other›')}</code>`;
}

function rangeOf([least, most]: readonly number[]): string {
  if (least === undefined) return '';
  return least === most ? ` ${least}` : ` ${least} to ${String(most)}`;
}

function surfaceTable({ statuses }: Surface, parts: readonly Part[]): Html {
  const answers = Object.entries(statuses);
  const kinds = { 'a success': 2, 'a refusal': 4 };
  const missing = Object.entries(kinds).filter(([, kind]) => !answers.some(([status]) => status.startsWith(`${kind}`)));
  const status: Part = {
    label: 'Status',
    seen: answers.map(([one, count]) => html`<b>${one}</b> in ${counted(count, 'call')}`),
    never: missing.map(([kind]) => html`${kind}`),
  };
  return html`<table class="surface">
    <thead>
      <tr>
        <td></td>
        <th scope="col">Sent or seen</th>
        <th scope="col">Never</th>
      </tr>
    </thead>
    <tbody>
      ${[status, ...parts].map(
        ({ label, seen, never }) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${listed(seen)}</td>
            <td>${listed(never)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function listed(items: readonly Html[]): Html[] {
  return items.map((item) => html`<div>${item}</div>`);
}
