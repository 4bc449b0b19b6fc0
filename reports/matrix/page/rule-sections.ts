import type { RuleRow } from '../../../contracts/report/matrix.js';
import { apiNames } from '../../../contracts/rules/rule.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { kindNames } from './kind-names.js';
import { ruleDetails } from './rule-details.js';
import type { ShownRule } from './rule-details.js';

/** All rules: those the documents state and those they leave open, by API. */
export function ruleSections(rules: readonly ShownRule[]): Html[] {
  return (['documented', 'assumed'] as const).map((kind) => {
    const ofKind = rules.filter(({ row }) => row.kind === kind);
    return html`<section class="rules">
      <h2>${kindNames[kind]}</h2>
      ${[...new Set(ofKind.map(({ row }) => row.api))].map((api) =>
        group(
          api,
          ofKind.filter(({ row }) => row.api === api),
        ),
      )}
    </section>`;
  });
}

function group(api: RuleRow['api'], rules: readonly ShownRule[]): Html {
  return html`<section class="rules">
    <h3>${(apiNames as Readonly<Record<string, string>>)[api] ?? api}</h3>
    ${rules.map(ruleDetails)}
  </section>`;
}
