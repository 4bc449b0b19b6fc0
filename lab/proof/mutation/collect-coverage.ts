import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import type { MutantCoverage } from '@stryker-mutator/api/core';

/** The global object that StrykerJS's instrumented code reads and writes. */
interface StrykerGlobal {
  currentTestId?: string;
  mutantCoverage?: MutantCoverage;
}

/** Tells instrumented code which test is running, and writes what each test reached to a file when the process ends. */
export function collectCoverage(folder: string): void {
  // Instrumented code that is loaded already holds on to the object it has made.
  const stryker = ((globalThis as { __stryker__?: StrykerGlobal }).__stryker__ ??= {});
  Object.defineProperty(stryker, 'currentTestId', { get: currentTestId });
  process.once('exit', () => {
    if (stryker.mutantCoverage === undefined) return;
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(stryker.mutantCoverage));
  });
}

function currentTestId(): string | undefined {
  try {
    return test.info().testId;
  } catch {
    // Between tests there is no test id.
    return undefined;
  }
}
