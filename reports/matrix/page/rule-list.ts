import type { RuleRow } from '../../../contracts/report/matrix.js';
import { apiNames } from '../../../contracts/rules/rule.js';
import { html } from './html.js';
import type { Html, HtmlValue } from './html.js';

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
  const names: Readonly<Record<string, string>> = apiNames;
  const groups = [...new Set(rules.map(apiOf))].map(
    (api) =>
      html`<section class="rules">
        <h3>${names[api] ?? api}</h3>
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
    class="rule"
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

/** Names and their values; a name without a value is left out. */
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
