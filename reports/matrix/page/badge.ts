import { html } from './html.js';
import type { Html } from './html.js';

/** The texts of badges by their tone: how good something is, as a colour. */
const tones = {
  good: ['verified', 'verified in part', 'as assumed', 'passed', 'caught', 'better'],
  bad: [
    ...(['failing', 'failed', 'expected failure', 'known failures outdated', 'tests failed', 'no tests'] as const),
    ...(['tracker unreachable', 'interrupted', 'survived', 'worse'] as const),
  ],
  warn: [
    ...(['known failure', 'known', 'rules unverified', 'assumptions differ', 'unverified'] as const),
    ...(['differs', 'flaky', 'broke', 'untested'] as const),
  ],
  idle: ['not available', 'skipped', 'new', 'not run'],
} as const;

type Tone = keyof typeof tones;

export type BadgeText = (typeof tones)[Tone][number];

export function toneOf(text: BadgeText): Tone {
  const all = Object.entries<readonly string[]>(tones) as [Tone, readonly string[]][];
  return all.find(([, texts]) => texts.includes(text))?.[0] ?? 'idle';
}

export function badge(text: BadgeText): Html {
  return html`<span class="badge ${toneOf(text)}">${text}</span>`;
}
