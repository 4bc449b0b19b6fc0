import { createHash } from 'node:crypto';
import type { RuleRow } from '../../../contracts/report/matrix.js';
import { apiNames } from '../../../contracts/rules/rule.js';
import { pageSources } from '../page-sources.js';
import { html, trustedHtml } from './html.js';
import type { Html } from './html.js';

/**
 * A page that needs no network and no other file. Its policy allows only one script, which filters the rules of the
 * matrix page.
 *
 * @param title stands above the header in small letters too
 */
export function pageShell(title: string, header: Html, main: Html): string {
  const { script, style } = pageSources();
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${trustedHtml(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <p class="kicker">${title}</p>
          ${header}
        </header>
        <main>${main}</main>
        ${trustedHtml(`<script>${script}</script>`)}
      </body>
    </html> `;
  return page.toString();
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

/** The properties of a rule that filters use. */
type FilteredRow = Pick<RuleRow, 'api' | 'state' | 'kind'>;

type Choices = readonly (readonly [value: string, label: string])[];

/**
 * The filters of a page. The script of the page shows them, because they do not work without it.
 *
 * @param unasked how many rules the run was not asked for, which a box shows
 */
export function pageFilters(rows: readonly FilteredRow[], unasked = 0): Html {
  return html` <form class="filters" aria-label="Filter the rules" hidden>
    ${choice('API', 'api', counted(rows, 'api', apiNames))} ${choice('Result', 'state', counted(rows, 'state'))}
    ${choice('Kind', 'kind', counted(rows, 'kind', kindNames))}
    <label class="words"
      >Search rules, tests and endpoints
      <input type="search" name="words" autocomplete="off" aria-keyshortcuts="/" placeholder="Press / to type here"
    /></label>
    ${
      unasked > 0 &&
      html`<label class="check"
        ><input type="checkbox" name="unasked" value="shown" /> Also ${unasked} that the run was not asked for</label
      >`
    }
    <button type="reset">Reset filters</button>
    <output aria-live="polite"></output>
  </form>`;
}

/** The values rules have, each with how many have it. */
function counted(
  rows: readonly FilteredRow[],
  key: 'api' | 'state' | 'kind',
  names: Readonly<Record<string, string>> = {},
): Choices {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[key], (counts.get(row[key]) ?? 0) + 1);
  return [...counts].map(([value, count]) => [value, `${names[value] ?? value} (${count})`]);
}

function choice(label: string, name: string, choices: Choices): Html {
  const options = choices.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${options}
    </select></label
  >`;
}

/** The names of the two kinds of rules on the page. */
export const kindNames: Readonly<Record<RuleRow['kind'], string>> = {
  documented: 'Documented rules',
  assumed: 'Open questions of the documents',
};
