import { counted } from '../../../contracts/counted.js';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { html } from './html.js';
import type { Html } from './html.js';

const sections = Object.entries(clauseDocuments).flatMap(([file, all]) =>
  all.map(({ section, clauses }, place) => ({
    title: `${file}, ${section}`,
    clauses: clauses.map(([position, hash, outcome], index) => {
      return { id: `clause-${file}-${place + 1}-${index + 1}`, section, position, hash, outcome };
    }),
  })),
);

export function clausesOf(rule: string): Html[] {
  return sections
    .flatMap(({ clauses }) => clauses)
    .filter(({ outcome }) => typeof outcome !== 'string' && outcome.includes(rule))
    .map(({ id, section, position }) => html`<a href="#${id}">${section}, ${position}</a>`);
}

export function clauseLedger(shown: ReadonlySet<string>): Html {
  const rule = (id: string) => (shown.has(id) ? html`<a href="#${id}">${id}</a> ` : html`${id} `);
  const lists = sections.map(({ title, clauses }) => {
    const items = clauses.map(
      ({ id, position, hash, outcome }) =>
        html`<li id="${id}">
          ${position} <code class="quiet">${hash}</code>
          ${typeof outcome === 'string' ? html`<span class="quiet">${outcome}</span>` : outcome.map(rule)}
        </li>`,
    );
    return html`<details class="clauses">
      <summary>${title} <span class="quiet">${counted(clauses.length, 'clause')}</span></summary>
      <ul class="plain">
        ${items}
      </ul>
    </details>`;
  });
  return html`<details class="ledger">
    <summary><h2>Clauses of the documents</h2></summary>
    ${lists}
  </details>`;
}
