import type { RuleDefect } from '../../../contracts/report/rule-defect.js';
import { badge } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';

const shownCatches = 3;

/** The defects that break a rule, and the tests that caught each. */
export function defectList(defects: readonly RuleDefect[]): Html {
  return html`<h4>Defects</h4>
    <ul class="plain defects">
      ${defects.map(defectItem)}
    </ul>`;
}

function defectItem({ name, breaks, state, reason, caughtBy = [] }: RuleDefect): Html {
  const more = caughtBy.length - shownCatches;
  return html` <li>
    <div class="headline">${badge(state ?? 'not run')} <span>${breaks}</span></div>
    <div class="quiet"><code>${name}</code></div>
    ${reason !== undefined && html`<div class="quiet">${reason}</div>`}
    ${caughtBy.slice(0, shownCatches).map(
      ({ title, file, line, message }) =>
        html`<div class="caught">
          Caught by “${title}” <code class="quiet">${file}:${line}</code>
          <div class="quiet">${message.split('\n', 1)[0]}</div>
        </div>`,
    )}
    ${more > 0 && html`<div class="quiet">and by ${more === 1 ? '1 test' : `${more} tests`} more</div>`}
  </li>`;
}
