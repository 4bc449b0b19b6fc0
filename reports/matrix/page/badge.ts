import type { TestStatus } from '../../../contracts/report/finished-test.js';
import type { RuleRow, Verdict } from '../../../contracts/report/matrix.js';
import { html } from './html.js';
import type { Html } from './html.js';

type Tone = 'good' | 'bad' | 'warn' | 'idle';

const tones: Record<RuleRow['state'] | TestStatus | Verdict['verdict'], Tone> = {
  verified: 'good',
  'as assumed': 'good',
  passed: 'good',
  failing: 'bad',
  failed: 'bad',
  'expected failure': 'bad',
  'tests failed': 'bad',
  'no tests': 'bad',
  'rules unverified': 'warn',
  'assumptions differ': 'warn',
  unverified: 'warn',
  differs: 'warn',
  flaky: 'warn',
  'not available': 'idle',
  skipped: 'idle',
};

/** A state or verdict, written out and coloured. */
export function badge(state: keyof typeof tones): Html {
  return html`<span class="badge ${tones[state]}">${state}</span>`;
}
