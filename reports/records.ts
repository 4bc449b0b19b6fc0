import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { TestCase, FullResult } from '@playwright/test/reporter';
import { parseJson } from '../contracts/reading.js';
import type { FinishedTest } from '../contracts/report/finished-test.js';
import { unfinishedReason } from './finish-test.js';
import { replaceFile } from './replace.js';

/** The name of a test in records, which stays the same if lines or other tests change. */
export function testKey(test: Pick<TestCase, 'titlePath'>): string {
  const [, project = '', ...titles] = test.titlePath();
  return [...(project === '' ? [] : [`[${project}]`]), ...titles].join(' › ');
}

const durationsSchema = z.record(z.string(), z.number().min(0));
const callsSchema = z.record(z.string(), z.array(z.string()));

/** The records of the tests of a suite, by the key of each test (`testKey`). */
export interface Records {
  /** The duration of each test, in milliseconds: `durations.json`. */
  readonly durations: Readonly<Record<string, number>>;
  /** The titles of the endpoints that each test called: `calls.json`. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
}

/** Reads the records in a folder. A file that is missing or unusable counts as empty. */
export function readRecords(folder: string): Records {
  return {
    durations: readRecord(join(folder, 'durations.json'), durationsSchema),
    calls: readRecord(join(folder, 'calls.json'), callsSchema),
  };
}

function readRecord<Value>(file: string, schema: z.ZodType<Readonly<Record<string, Value>>>): Record<string, Value> {
  try {
    return { ...schema.safeParse(parseJson(readFileSync(file, 'utf8'))).data };
  } catch {
    return {};
  }
}

/** Adds the records of a run to a folder. Records of tests that it did not run stay. @throws Error of the system */
export function addRecords(folder: string, { durations, calls }: Records): void {
  const before = readRecords(folder);
  writeRecord(join(folder, 'durations.json'), { ...before.durations, ...durations });
  writeRecord(join(folder, 'calls.json'), { ...before.calls, ...calls });
}

function writeRecord(file: string, record: object): void {
  replaceFile(file, `${JSON.stringify(record, null, 2)}\n`);
}

/** The records of the tests that came to their end. Only a test that passed has made all its calls. */
export function recordsOf(readings: readonly { readonly testCase: TestCase; readonly test: FinishedTest }[]): Records {
  const ended = readings.filter(
    ({ testCase: { results } }) => results.length > 0 && results.every(({ status }) => status !== 'interrupted'),
  );
  const passed = ended.filter(({ test: { status } }) => status === 'passed');
  return {
    durations: Object.fromEntries(ended.map(({ testCase, test }) => [testKey(testCase), Math.round(test.durationMs)])),
    calls: Object.fromEntries(passed.map(({ testCase, test }) => [testKey(testCase), test.exchanges.endpoints])),
  };
}

/** Writes which tests have no good result, for `--last-failed`: Playwright's own file lacks interrupted tests. */
export function writeLastRun(folder: string, { status }: Pick<FullResult, 'status'>, tests: readonly TestCase[]): void {
  const failedTests = tests.filter((test) => !test.ok() || unfinishedReason(test) !== undefined).map(({ id }) => id);
  writeRecord(join(folder, 'last-run.json'), { status, failedTests });
}
