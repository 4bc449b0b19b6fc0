import { counted } from '../../../contracts/counted.js';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import type { ClauseOutcome } from '../../../contracts/clauses/clause.js';
import { html } from './html.js';
import type { Html } from './html.js';

interface ShownClause {
  readonly id: string;
  readonly section: string;
  readonly position: string;
  readonly hash: string;
  readonly outcome: ClauseOutcome;
}

const documents = Object.entries(clauseDocuments).map(([file, sections]) => ({
  file,
  sections: sections.map(({ section, clauses }, place) => ({
    section,
    clauses: clauses.map(([position, hash, outcome], index): ShownClause => {
      return { id: `clause-${file}-${place + 1}-${index + 1}`, section, position, hash, outcome };
    }),
  })),
}));

const clauses = documents.flatMap(({ sections }) => sections.flatMap((section) => section.clauses));

export function clausesOf(rule: string): Html[] {
  return clauses
    .filter(({ outcome }) => typeof outcome !== 'string' && outcome.includes(rule))
    .map(({ id, section, position }) => html`<a href="#${id}">${section}, ${position}</a>`);
}

export function clauseLedger(shown: ReadonlySet<string>): Html {
  return html`<details class="ledger">
    <summary><h2>Clauses of the documents</h2></summary>
    ${documents.map(
      ({ file, sections }) =>
        html`<h3>${file}</h3>
          ${sections.map(
            (section) =>
              html`<details class="clauses">
                <summary>
                  ${section.section} <span class="quiet">${counted(section.clauses.length, 'clause')}</span>
                </summary>
                <ul class="plain">
                  ${section.clauses.map((clause) => clauseItem(clause, shown))}
                </ul>
              </details>`,
          )}`,
    )}
  </details>`;
}

function clauseItem({ id, position, hash, outcome }: ShownClause, shown: ReadonlySet<string>): Html {
  return html`<li id="${id}">
    ${position} <code class="quiet">${hash}</code>
    ${
      typeof outcome === 'string'
        ? html`<span class="quiet">${outcome}</span>`
        : outcome.map((rule) => (shown.has(rule) ? html`<a href="#${rule}">${rule}</a> ` : html`${rule} `))
    }
  </li>`;
}
