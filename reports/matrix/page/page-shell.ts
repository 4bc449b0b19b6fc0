import type { RuleRow } from '../../documents/matrix.js';
import { apiNames } from '../../../contracts/rules/rule.js';
import { titleOfApi } from '../count-states.js';
import { matrixSources } from '../page-sources.js';
import { html, trustedHtml } from './html.js';
import type { Html, HtmlValue } from './html.js';

/** A page that needs no network and no other file. Its policy allows only the script that filters its rules. */
export function pageShell(title: string, header: Html, main: Html): string {
  const { script, style, policy } = matrixSources();
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${trustedHtml(style)}
      </head>
      <body>
        <header class="page">
          <p class="kicker">${title}</p>
          ${header}
        </header>
        <main class="page">${main}</main>
        ${trustedHtml(script)}
      </body>
    </html> `;
  return page.toString();
}

type FilteredRow = Pick<RuleRow, 'api' | 'state' | 'kind'>;

/** The filters of a page, which its script shows. @param unasked how many rules the run was not asked for */
export function pageFilters(rows: readonly FilteredRow[], unasked = 0): Html {
  return html` <form class="filters" aria-label="Filter the rules" hidden>
    ${choice('API', 'api', rows, apiNames)} ${choice('Result', 'state', rows)}
    ${choice('Kind', 'kind', rows, kindNames)}
    <label class="search"
      >Search rules, tests and endpoints <input type="search" name="words" autocomplete="off"
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

function choice(
  label: string,
  name: keyof FilteredRow,
  rows: readonly FilteredRow[],
  names: Readonly<Record<string, string>> = {},
): Html {
  const values = rows.map((row) => row[name]);
  const options = [...new Set(values)].map((value) => {
    const count = values.filter((one) => one === value).length;
    return html`<option value="${value}">${names[value] ?? value} (${count})</option>`;
  });
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${options}
    </select></label
  >`;
}

export const kindNames: Readonly<Record<RuleRow['kind'], string>> = {
  documented: 'Documented rules',
  assumed: 'Open questions of the documents',
};

export function ruleSection<Rule>(
  heading: string,
  rules: readonly Rule[],
  apiOf: (rule: Rule) => string,
  show: (rule: Rule) => Html,
): HtmlValue {
  const groups = [...new Set(rules.map(apiOf))].map(
    (api) =>
      html`<section class="rules">
        <h3>${titleOfApi(api)}</h3>
        ${rules.filter((rule) => apiOf(rule) === api).map(show)}
      </section>`,
  );
  return (
    groups.length > 0 &&
    html`<section class="rules">
      <h2>${heading}</h2>
      ${groups}
    </section>`
  );
}

interface RuleParts {
  readonly holds: HtmlValue;
  readonly badges: HtmlValue;
  readonly inside: HtmlValue;
  readonly open: boolean;
  /** Whether the page hides it at first, as the run was not asked for it. */
  readonly unasked?: boolean;
}

export function ruleDetails(rule: Pick<RuleRow, 'id' | 'api' | 'state' | 'kind' | 'text'>, parts: RuleParts): Html {
  const { id, api, state, kind, text } = rule;
  return html` <details
    class="rule row"
    id="${id}"
    data-api="${api}"
    data-state="${state}"
    data-kind="${kind}"
    ${parts.unasked === true && html` data-unasked`}
    ${parts.open && html` open`}
  >
    <summary>
      <b class="id">${id}</b>
      <span class="rule-text">${text}</span>
      <span class="holds">${parts.holds}</span>
      <span class="badges">${parts.badges}</span>
    </summary>
    <div class="inside">${parts.inside}</div>
  </details>`;
}

export type Fact = readonly [name: string, values: readonly (string | Html)[]];

export function facts(pairs: readonly Fact[], look = ''): Html {
  const items = pairs.filter(([, values]) => values.length > 0);
  return html`<dl class="facts ${look}">
    ${items.map(
      ([term, values]) =>
        html`<dt>${term}</dt>
          <dd>${values.map((value) => html`<div>${value}</div>`)}</dd>`,
    )}
  </dl>`;
}
