import { createHash } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { Normalizer } from './normalize.js';
import { readFailure } from './read-failure.js';

/** How much of a failure people are shown, in characters. */
const SHOWN = 300;

/** What Playwright says of a test or a hook that took too long: nothing of what it waited for. */
const TIMED_OUT = /^(?:Error: )?[^\n]*\btimeout of \d+ms exceeded/i;

/**
 * What differs in all failures of a test, of all its attempts. Undefined if it has none, or if nothing tells them from others:
 * of a time-out only what was waited for does, as far as it was a call or another step.
 */
export function failureOf({ results }: Pick<TestCase, 'results'>): FinishedTest['failure'] {
  const failures = results.flatMap((result) => result.errors.map((error) => failureIn(result, error)));
  const told = failures.filter((failure) => failure !== undefined && failure !== '');
  if (failures.length === 0 || told.length < failures.length) return undefined;
  const all = [...new Set(told)].sort().join('\n\n');
  const text = all.replaceAll(/\s*\n\s*/g, '; ');
  return {
    fingerprint: createHash('sha256').update(all).digest('hex').slice(0, 12),
    shows: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text,
  };
}

function failureIn(
  { steps }: Pick<TestResult, 'steps'>,
  { message, value }: TestResult['errors'][number],
): string | undefined {
  const text = message ?? value ?? '';
  if (!TIMED_OUT.test(stripVTControlCharacters(text))) return readFailure(text).join('\n');
  const normalizer = new Normalizer();
  const open = openSteps(steps).map((title) => normalizer.title(title));
  return open.length === 0 ? undefined : `A time-out while it waited for ${open.join(' › ')}`;
}

/** The titles of the steps that had not ended, from the outermost to the innermost. */
function openSteps(steps: readonly TestStep[]): string[] {
  const open = steps.find(({ duration }) => duration < 0);
  return open === undefined ? [] : [open.title, ...openSteps(open.steps)];
}
