import type { Suite } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { coveredApis } from '../../contracts/rules/rules.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import { isVerified } from '../gate.js';
import { allRuleRows } from '../matrix/build-matrix.js';
import { readAnnotations } from '../read-annotations.js';

export class Progress {
  readonly #own: CustomDefinitions;
  /** The rules of the tests that have not come to their end, by the id of the test. */
  readonly #pending = new Map<string, readonly string[]>();
  readonly #finished = new Map<string, FinishedTest>();
  readonly #documented: ReadonlySet<string>;
  readonly total: number;

  constructor(suite: Suite, own: CustomDefinitions) {
    const tests = suite.allTests();
    this.#own = own;
    for (const test of tests) this.#pending.set(test.id, readAnnotations(test, this.#own).rules);
    this.total = tests.length;
    const named = new Set([...this.#pending.values()].flat());
    this.#documented = new Set(
      this.#rows().flatMap(({ id, kind }) => (kind === 'documented' && named.has(id) ? [id] : [])),
    );
  }

  end(test: FinishedTest): void {
    this.#pending.delete(test.id);
    this.#finished.set(test.id, test);
  }

  get done(): number {
    return this.#finished.size;
  }

  get failed(): number {
    return [...this.#finished.values()].filter(({ status }) => status === 'failed').length;
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
    return allRuleRows(coveredApis, [...this.#finished.values()], { own: this.#own });
  }
}
