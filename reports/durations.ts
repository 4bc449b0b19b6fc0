import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../contracts/parse-json.js';
import type { FinishedTest } from '../contracts/report/finished-test.js';

/** How long tests took when they ran last, in milliseconds, by their file and title. */
export type Durations = Readonly<Record<string, number>>;

const FILE = 'durations.json';
const durationsSchema = z.record(z.string(), z.number().min(0));

/** Under what the duration of a test is written down. */
export function durationKey({ file, title }: Pick<FinishedTest, 'file' | 'title'>): string {
  return `${file}:${title}`;
}

/** How long the tests took in earlier runs with this folder for their reports; nothing if none has said so. */
export function readDurations(folder: string): Durations {
  try {
    return durationsSchema.safeParse(parseJson(readFileSync(join(folder, FILE), 'utf8'))).data ?? {};
  } catch {
    return {};
  }
}

/**
 * Adds how long the tests of a run took to what earlier runs have said. Those that told nothing of it stay as they were, and
 * so does the file if it can't be written: a later run then guesses.
 */
export function writeDurations(folder: string, tests: readonly FinishedTest[]): void {
  const ran = tests.filter(({ status }) => status !== 'skipped' && status !== 'not run');
  if (ran.length === 0) return;
  const durations = {
    ...readDurations(folder),
    ...Object.fromEntries(ran.map((test) => [durationKey(test), Math.round(test.durationMs)])),
  };
  const file = join(folder, FILE);
  // Another run may be reading it.
  const whole = `${file}.${String(process.pid)}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(whole, `${JSON.stringify(durations, null, 1)}\n`);
    renameSync(whole, file);
  } catch {
    rmSync(whole, { force: true });
  }
}
