import { dirname } from 'node:path';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';
import { parseJson } from '../contracts/reading.js';
import { trackerIdentitySchema } from '../contracts/report/run.js';
import { finishTest } from './finish-test.js';
import { knownBy } from './known/apply-known.js';
import type { PlacedFailure } from './known/read-known.js';
import { dayOf, knownOfShards, readKnown } from './known/read-known.js';
import { refuseProblems } from './exit-codes.js';
import { readShards } from './shards.js';

/**
 * Writes the ticket of a known failure into the test that fails. It stands first in a list of reporters, so that the
 * others can show the ticket: JUnit as a property, Allure as known, the console in one line.
 */
export default class KnownReporter implements Reporter {
  #entries: readonly PlacedFailure[] = [];
  #directory = process.cwd();
  #version: string | undefined;

  /** @param options the file of known failures. Default: the file of the shards that are merged */
  constructor({ file }: { readonly file?: string }) {
    if (file === undefined) return;
    const known = readKnown(file);
    if ('problems' in known) refuseProblems(known.problems);
    else this.#entries = known.failures;
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin({ configFile, metadata }: FullConfig): void {
    if (this.#entries.length === 0) this.#entries = knownOfShards(readShards(metadata))?.failures ?? [];
    if (configFile !== undefined) this.#directory = dirname(configFile);
  }

  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    const told = annotations.find(({ type }) => type === annotationTypes.tracker)?.description;
    this.#version = trackerIdentitySchema.safeParse(parseJson(told ?? '')).data?.version ?? this.#version;
    if (test.outcome() !== 'unexpected' || test.results.length <= test.retries) return;
    const context = { version: this.#version, today: dayOf(new Date()) };
    const entry = knownBy(finishTest(test, this.#directory).test, this.#entries, context);
    if (entry === undefined) return;
    const description = `${entry.ticket} (${entry.owner}, until ${entry.until})`;
    test.annotations.push({ type: annotationTypes.known, description });
  }
}
