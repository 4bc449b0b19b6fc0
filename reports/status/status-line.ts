import { counted } from '../../contracts/counted.js';
import type { WorkerStatus, LeftItem } from '../../contracts/report/run.js';
import { cut, describeLeft, formatDuration } from '../matrix/format.js';
import { inOneLine, printable } from '../../client/print.js';
import type { Suite } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { apis } from '../../contracts/rules/rule.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import { isVerified } from '../gate.js';
import { allRuleRows } from '../matrix/build-matrix.js';
import { readAnnotations } from '../custom-definitions.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../contracts/find-in-json.js';
import { STOP_NOW, WORKER_STATUS, workerStatusSchema } from '../../contracts/report/run.js';
import { replaceFile } from '../replace.js';

export interface Status {
  readonly elapsed: number;
  /** The time since the last test ended, or since the start of the run, in milliseconds. */
  readonly stillFor: number;
  readonly progress: Pick<Progress, 'done' | 'total' | 'failed' | 'rules'>;
  /** The statuses of the workers; empty if the run has a fake of its own. */
  readonly workers: readonly WorkerStatus[];
}

/** Fewer tests than these say nothing of how long the others take. */
const TELLING = 5;

/** From this time on it is worth saying that no test has ended, in milliseconds. */
const STILL = 60_000;

export function statusLine({ elapsed, progress, stillFor, workers }: Status): string {
  const { done, total, failed, rules } = progress;
  const requests = workers.reduce((sum, worker) => sum + worker.requests, 0);
  const isStill = stillFor > STILL;
  return [
    `${formatWhole(Math.floor(elapsed / 1_000) * 1_000)}: ${String(done)} of ${counted(total, 'test')}`,
    ...(done === 0 && requests === 0 ? ['starting workers'] : []),
    ...(rules.total > 0 ? [`${String(rules.verified)} of ${counted(rules.total, 'rule')} verified`] : []),
    `${String(failed)} failed`,
    ...(workers.length > 0 ? [counted(requests, 'request')] : []),
    // A run that stands still has no end that could be foretold.
    ...(done < TELLING || done === total || isStill
      ? []
      : [`about ${formatWhole((elapsed / done) * (total - done))} left`]),
    ...(isStill ? [`no test ended for ${formatWhole(stillFor)}`] : []),
  ].join(', ');
}

/** How many calls it takes to undo one thing: to look, to change it, and to look again. */
const CALLS = 3;

export function interruptionLine(workers: readonly WorkerStatus[]): string {
  const left = leftOf(workers);
  if (left.length === 0) return 'Interrupted: ending the tests that run; press Ctrl+C again to stop now.';
  const longest = Math.max(...workers.map((worker) => (worker.left.length * CALLS + 1) * worker.pace));
  return `Interrupted: cleaning up ${describeLeft(left)}, about ${formatWhole(Math.max(1_000, longest))}; press Ctrl+C again to stop now.`;
}

export function cleanupLine(workers: readonly WorkerStatus[]): string {
  const left = leftOf(workers);
  return left.length === 0 ? 'Interrupted: writing the reports' : `Interrupted: cleaning up ${describeLeft(left)}`;
}

function formatWhole(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `${String(seconds)} s` : formatDuration(seconds * 1_000);
}

export interface Output {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Shows a status line below everything else: on a terminal rewritten in place, in a log as a line of its own. */
export class Screen {
  readonly #output: Output;
  readonly #rewrites: boolean;
  #shown = '';
  #endsLine = true;

  constructor(output: Output, rewrites: boolean) {
    this.#output = output;
    this.#rewrites = rewrites;
  }

  show(line: string): void {
    if (!this.#rewrites) {
      this.write(`${line}\n`);
      return;
    }
    // On a terminal, text may end in the middle of a line.
    if (!this.#endsLine) return;
    // Some terminals say that they have no columns.
    const { columns = 0 } = this.#output;
    const text = cut(inOneLine(printable(line)), (columns > 0 ? columns : 80) - 1);
    if (text === this.#shown) return;
    this.#output.write(`${this.#shown === '' ? '' : CLEAR}${text}`);
    this.#shown = text;
  }

  /** Writes text above the status line, which comes back when it is shown again. */
  write(text: string): void {
    this.passOn(printable(text, this.#rewrites));
  }

  /** Writes as it is what a test has printed itself. */
  passOn(text: string): void {
    this.clear();
    this.#output.write(text);
    this.#endsLine = text.endsWith('\n');
  }

  clear(): void {
    if (this.#shown !== '') this.#output.write(CLEAR);
    this.#shown = '';
  }
}

/** Goes to the start of the line and empties it. */
const CLEAR = '\r\u001B[2K';

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
    return allRuleRows(apis, [...this.#finished.values()], { own: this.#own });
  }
}

/** The statuses of the workers of a run, also of those that have ended; none on a fake of the run's own. */
export function readWorkerStatuses(folder: string): WorkerStatus[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(WORKER_STATUS)) : [];
  return names.flatMap(
    (name) => workerStatusSchema.safeParse(parseJson(readFileSync(join(folder, name), 'utf8'))).data ?? [],
  );
}

/** The data that workers have not cleaned up, each once: a worker may change what another one left. */
export function leftOf(workers: readonly WorkerStatus[]): LeftItem[] {
  const left = workers.flatMap((worker) => worker.left);
  return [...new Map(left.map((item) => [`${item.kind} ${item.what}`, item])).values()];
}

export function stopWorkers(folder: string): void {
  replaceFile(join(folder, STOP_NOW), '');
}
