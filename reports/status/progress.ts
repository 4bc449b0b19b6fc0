import { dirname } from 'node:path';
import type { FullConfig, Suite, TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { coveredApis } from '../../contracts/rules/rules.js';
import { collectCustom, readAnnotations } from '../read-annotations.js';
import type { CustomDefinitions } from '../read-annotations.js';
import { finishTest } from '../finish-test.js';
import { isVerified } from '../gate.js';
import { allRuleRows } from '../matrix/build-matrix.js';

export class Progress {
  readonly #directory: string;
  readonly #own: CustomDefinitions;
  /** The rules of the tests that have not come to their end, by the id of the test. */
  readonly #pending = new Map<string, readonly string[]>();
  readonly #finished: FinishedTest[] = [];
  readonly #documented: ReadonlySet<string>;
  readonly total: number;

  constructor(config: FullConfig, suite: Suite) {
    this.#directory = config.configFile === undefined ? process.cwd() : dirname(config.configFile);
    const tests = suite.allTests();
    this.#own = collectCustom(tests);
    for (const test of tests) this.#pending.set(test.id, readAnnotations(test, this.#own).rules);
    this.total = tests.length;
    const named = new Set([...this.#pending.values()].flat());
    this.#documented = new Set(
      this.#rows().flatMap(({ id, kind }) => (kind === 'documented' && named.has(id) ? [id] : [])),
    );
  }

  end(test: TestCase): void {
    this.#pending.delete(test.id);
    this.#finished.push(finishTest(test, this.#directory, this.#own).test);
  }

  get done(): number {
    return this.#finished.length;
  }

  get failed(): number {
    return this.#finished.filter(({ status }) => status === 'failed').length;
  }

  /** How many documented rules the run is about, and how many are verified by tests that have all ended. */
  get rules(): { readonly verified: number; readonly total: number } {
    const open = new Set([...this.#pending.values()].flat());
    const verified = this.#rows().filter(
      ({ id, state }) => this.#documented.has(id) && !open.has(id) && isVerified(state),
    );
    return { verified: verified.length, total: this.#documented.size };
  }

  #rows() {
    return allRuleRows(coveredApis, this.#finished, { own: this.#own });
  }
}
