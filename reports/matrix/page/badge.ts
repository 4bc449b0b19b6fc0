import type { DefectRow } from '../../../contracts/report/defect-matrix.js';
import type { TestStatus } from '../../../contracts/report/finished-test.js';
import type { Verdict } from '../../../contracts/report/matrix.js';
import type { RuleState } from '../../../contracts/report/rule-state.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** The text of a badge. */
export type BadgeText =
  | RuleState
  | TestStatus
  | Verdict['verdict']
  | DefectRow['state']
  | 'worse'
  | 'better'
  | 'new'
  | 'known';

/** How good something is, as a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'idle';

const tones: Record<BadgeText, Tone> = {
  verified: 'good',
  'verified in part': 'good',
  'as assumed': 'good',
  passed: 'good',
  caught: 'good',
  better: 'good',
  failing: 'bad',
  failed: 'bad',
  'expected failure': 'bad',
  'known failure': 'warn',
  known: 'warn',
  'known failures outdated': 'bad',
  'tests failed': 'bad',
  'no tests': 'bad',
  'tracker unreachable': 'bad',
  interrupted: 'bad',
  survived: 'bad',
  worse: 'bad',
  'rules unverified': 'warn',
  'assumptions differ': 'warn',
  unverified: 'warn',
  differs: 'warn',
  flaky: 'warn',
  broke: 'warn',
  untested: 'warn',
  'not available': 'idle',
  skipped: 'idle',
  new: 'idle',
  'not run': 'idle',
};

/** The colour of a state or verdict. */
export function toneOf(text: BadgeText): Tone {
  return tones[text];
}

/** A state or verdict, written out and coloured. */
export function badge(text: BadgeText): Html {
  return html`<span class="badge ${tones[text]}">${text}</span>`;
}
