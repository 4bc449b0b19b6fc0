import { inPlainText } from '../../../client/print.js';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is HTML already. Only {@link html} and {@link trustedHtml} make it. */
export class Html {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

/** The values in a template of {@link html}: text is escaped, HTML stays, `undefined` and `false` are left out. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[];

/**
 * Makes HTML from a template; every value in it is escaped unless it was made by this function.
 *
 * @example html`<p title="${title}">${lines.map((line) => html`<b>${line}</b>`)}</p>`
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(template.map((part, index) => part + toSource(values[index])).join(''));
}

/** Takes text that this program wrote itself, such as its style sheet, as HTML. Never for anything a test produced. */
export function trustedHtml(source: string): Html {
  return new Html(source);
}

function toSource(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(toSource).join('');
  return inPlainText(String(value)).replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** A command with a button that copies it. The script of the page shows the button, because it does not work without it. */
export function copied(command: string): Html {
  return html`<div class="copied">
    <pre tabindex="0">${command}</pre>
    <button type="button" hidden>Copy</button>
  </div>`;
}

const tones = {
  good: ['verified', 'verified in part', 'as assumed', 'passed', 'better'],
  bad: [
    ...(['failing', 'failed', 'expected failure', 'known failures outdated', 'tests failed', 'no tests'] as const),
    ...(['unexpected answers', 'errors in the test code', 'could not be tested'] as const),
    ...(['tracker unreachable', 'interrupted', 'worse'] as const),
  ],
  warn: [
    ...(['known failure', 'known', 'rules unverified', 'assumptions differ', 'unverified'] as const),
    ...(['differs', 'deviates', 'flaky'] as const),
  ],
  idle: ['not available', 'does not apply', 'skipped', 'new', 'not run'],
} as const;

type Tone = keyof typeof tones;

export type BadgeText = (typeof tones)[Tone][number];

export function toneOf(text: BadgeText): Tone {
  const all = Object.entries<readonly string[]>(tones) as [Tone, readonly string[]][];
  return all.find(([, texts]) => texts.includes(text))?.[0] ?? 'idle';
}

export function stateBadge(text: BadgeText): Html {
  return html`<span class="badge ${toneOf(text)}">${text}</span>`;
}
