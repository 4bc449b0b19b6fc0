import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

/** Prints how many checks the tests of a run made: calls of `expect`. */
export default class ChecksReporter implements Reporter {
  #checks = 0;

  onStepEnd(_test: TestCase, _result: TestResult, { category }: TestStep): void {
    if (category === 'expect') this.#checks += 1;
  }

  onEnd(): void {
    console.log(this.#checks);
  }
}
