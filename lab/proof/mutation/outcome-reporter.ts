import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { nameOf, OUTCOMES_FILE } from './plan.js';
import type { OutcomeLine } from './plan.js';

/** Writes down how each test ends as soon as it does, so that it is known if the run is killed. */
export default class OutcomeReporter implements Reporter {
  onTestBegin(test: TestCase): void {
    write({ begun: testName(test), mutant: mutantOf(test) });
  }

  onTestEnd(test: TestCase, { status, error }: TestResult): void {
    const [message = ''] = stripVTControlCharacters(error?.message ?? '').split('\n', 1);
    write({
      ended: testName(test),
      mutant: mutantOf(test),
      id: test.id,
      status: status === 'passed' || status === 'skipped' ? status : 'failed',
      message,
    });
  }

  onError({ message, value }: TestError): void {
    write({ error: message ?? value ?? 'an error without a message' });
  }

  onEnd(): void {
    write({ done: true });
  }
}

function write(line: OutcomeLine): void {
  appendFileSync(process.env[OUTCOMES_FILE] ?? '', `${JSON.stringify(line)}\n`);
}

function testName(test: TestCase): string {
  return nameOf(test.location.file, test.titlePath().slice(3));
}

function mutantOf(test: TestCase): string {
  return basename(test.titlePath()[2] ?? '', '.spec.ts');
}
