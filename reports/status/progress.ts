import { dirname } from 'node:path';
import type { FullConfig, Suite, TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { coveredApis } from '../../contracts/rules/rules.js';
import { collectCustom } from '../custom-definitions.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import { testKey } from '../records.js';
import type { Records } from '../records.js';
import { finishTest } from '../finish-test.js';
import { isVerified } from '../gate.js';
import { allRuleRows } from '../matrix/build-matrix.js';
import { readAnnotations } from '../read-annotations.js';

/** Fewer tests than these say nothing of how long the others take, if no earlier run has said it. */
const TELLING = 5;

export class Progress {
  readonly #directory: string;
  readonly #workers: number;
  readonly #own: CustomDefinitions;
  readonly #earlier: Records['durations'];
  /** The tests that have not come to their end, by id, with their names. */
  readonly #pending = new Map<string, { readonly key: string; readonly rules: readonly string[] }>();
  readonly #finished: FinishedTest[] = [];
  /** How long the finished tests that earlier runs have recorded took, then and now. */
  readonly #known: { readonly earlier: number; readonly now: number }[] = [];
  readonly #documented: ReadonlySet<string>;
  readonly total: number;

  /** @param earlier how long the tests took in earlier runs */
  constructor(config: FullConfig, suite: Suite, earlier: Records['durations']) {
    this.#directory = config.configFile === undefined ? process.cwd() : dirname(config.configFile);
    this.#workers = config.workers;
    this.#earlier = earlier;
    const tests = suite.allTests();
    this.#own = collectCustom(tests);
    for (const test of tests) {
      this.#pending.set(test.id, { key: testKey(test), rules: readAnnotations(test, this.#own).rules });
    }
    this.total = tests.length;
    const named = new Set([...this.#pending.values()].flatMap(({ rules }) => rules));
    this.#documented = new Set(
      this.#rows().flatMap(({ id, kind }) => (kind === 'documented' && named.has(id) ? [id] : [])),
    );
  }

  end(test: TestCase): void {
    this.#pending.delete(test.id);
    const finished = finishTest(test, this.#directory, this.#own).test;
    this.#finished.push(finished);
    const earlier = this.#earlier[testKey(test)];
    if (earlier !== undefined) this.#known.push({ earlier, now: finished.durationMs });
  }

  get done(): number {
    return this.#finished.length;
  }

  get failed(): number {
    return this.#finished.filter(({ status }) => status === 'failed').length;
  }

  /** How many documented rules the run is about, and how many are verified by tests that have all ended. */
  get rules(): { readonly verified: number; readonly total: number } {
    const open = new Set([...this.#pending.values()].flatMap(({ rules }) => rules));
    const verified = this.#rows().filter(
      ({ id, state }) => this.#documented.has(id) && !open.has(id) && isVerified(state),
    );
    return { verified: verified.length, total: this.#documented.size };
  }

  /** How long the tests that are left will take, at the pace of this run; undefined if nothing tells. */
  get timeLeft(): number | undefined {
    const known = this.#known;
    const pending = [...this.#pending.values()].map(({ key }) => this.#earlier[key]);
    const told = pending.filter((duration) => duration !== undefined);
    const [now, before] = [sum(known.map((test) => test.now)), sum(known.map(({ earlier }) => earlier))];
    const pace = known.length < TELLING || before === 0 ? 1 : now / before;
    const ran = this.#finished.map(({ durationMs }) => durationMs);
    const samples = ran.length >= TELLING ? ran : told.map((duration) => duration * pace);
    if (samples.length === 0) return undefined;
    const untold = (pending.length - told.length) * (sum(samples) / samples.length);
    return (sum(told) * pace + untold) / Math.max(1, Math.min(this.#workers, pending.length));
  }

  #rows() {
    return allRuleRows(coveredApis, this.#finished, { own: this.#own });
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
