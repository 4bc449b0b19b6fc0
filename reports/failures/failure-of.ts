import { createHash } from 'node:crypto';
import type { TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { readFailure } from './read-failure.js';

/** How much of a failure people are shown, in characters. */
const SHOWN = 300;

/** What differs in all failures of a test, of all its attempts; undefined if it has none. */
export function failureOf({ results }: Pick<TestCase, 'results'>): FinishedTest['failure'] {
  const errors = results.flatMap((result) => result.errors);
  if (errors.length === 0) return undefined;
  const failures = errors.map(({ message, value }) => readFailure(message ?? value ?? '').join('\n'));
  const all = [...new Set(failures)].sort().join('\n\n');
  const text = all.replaceAll(/\s*\n\s*/g, '; ');
  return {
    fingerprint: createHash('sha256').update(all).digest('hex').slice(0, 12),
    shows: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text,
  };
}
