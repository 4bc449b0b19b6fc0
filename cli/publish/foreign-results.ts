import { createHash } from 'node:crypto';
import { testCaseAnnotation } from '../../contracts/report/results.js';
import type { Results, TestResultRow } from '../../contracts/report/results.js';

/** What a report of another test runner says of its run. */
export interface ForeignRun {
  readonly name: string | undefined;
  /** When it began, in any form that a date can be read from. */
  readonly startedAt: string | number | undefined;
  readonly url?: string | undefined;
}

/** A test of such a report. A report says nothing of rules and of calls. */
export type ForeignTest = Pick<TestResultRow, 'name' | 'title' | 'status' | 'cases'> & {
  /** The message of a test that failed, or why it was skipped. */
  readonly message: string | undefined;
  readonly steps?: TestResultRow['steps'];
};

/**
 * The report of another test runner as results. The run has an id that its text decides, so that the same file is the
 * same run.
 *
 * @param written when the file was written, for a report that says nothing of its time
 */
export function foreignResults(text: string, written: Date, run: ForeignRun, tests: readonly ForeignTest[]): Results {
  const told = new Date(run.startedAt ?? Number.NaN);
  const startedAt = (Number.isNaN(told.getTime()) ? written : told).toISOString();
  return {
    schemaVersion: 1,
    run: {
      id: createHash('sha256').update(text).digest('hex').slice(0, 12),
      name: [run.name, startedAt].filter((part) => part !== undefined && part !== '').join(', '),
      startedAt,
      ...(run.url !== undefined && { url: run.url }),
    },
    errors: [],
    tests: tests.map(({ message, steps = [], ...test }) => {
      const words = message?.trim().split('\n').slice(0, MESSAGE_LINES).join('\n') ?? '';
      const said = words === '' ? {} : test.status === 'failed' ? { error: words } : { reason: words };
      const shown = steps.map((step) => (step.status === 'failed' && words !== '' ? { ...step, error: words } : step));
      return { ...test, ...(test.status === 'passed' ? {} : said), rules: [], steps: shown };
    }),
  };
}

/** How many lines of a message are kept. */
const MESSAGE_LINES = 12;

/** Names of a property with the keys of test cases: that of our annotation in its usual spellings, and that of Xray. */
const CASE_PROPERTY = /^(test[ _.-]?case|test_key)$/i;

/** The keys of test cases in properties of a test; several stand in one value with commas or spaces between them. */
export function casesIn(properties: readonly (readonly [name: string, value: unknown])[]): string[] {
  const named = properties.filter(([name]) => name === testCaseAnnotation || CASE_PROPERTY.test(name));
  const keys = named.flatMap(([, value]) => [value].flat().flatMap((one) => String(one).split(/[\s,;]+/)));
  return [...new Set(keys.filter((key) => key !== ''))];
}
