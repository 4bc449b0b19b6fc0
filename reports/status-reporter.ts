import { stripVTControlCharacters } from 'node:util';
import { rmdirSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { counted } from '../contracts/counted.js';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { annotationTypes, descriptionsIn } from '../contracts/report/test-event.js';
import type { FinishedTest } from '../contracts/report/finished-test.js';
import { findRule } from '../contracts/rules/rules.js';
import type { CustomRules } from '../contracts/rules/custom-rules.js';
import { runTargetSchema, runNotesFolder } from '../contracts/report/run.js';
import { boundStopping, playwrightMode } from '../fixtures/playwright-internals/for-reporters.js';
import type { PlaywrightMode, PlaywrightOptions } from '../fixtures/playwright-internals/for-reporters.js';
import { describeKind } from './failures/causes.js';
import { finishedTestsOf } from './finished-tests.js';
import type { FinishedTests } from './finished-tests.js';
import { knownOrRefusal } from './known/read-known.js';
import type { KnownList } from './known/read-known.js';
import { onEndingSignal } from './status/ending-signals.js';
import {
  Progress,
  Screen,
  cleanupLine,
  interruptionLine,
  statusLine,
  readWorkerStatuses,
  stopWorkers,
} from './status/status-line.js';
import { passOn, terminal } from '../client/print.js';

export interface StatusReporterOptions {
  readonly outputDir: string;
  /** Custom rules that the run has to verify. */
  readonly rules?: CustomRules | undefined;
  /** The file of known failures, which do not fail the run. Default: the file of the shards that are merged */
  readonly known?: string | undefined;
  readonly shows: boolean;
  /** Whether one line is rewritten in place, as on a terminal; else a line is written every half minute. */
  readonly rewrites: boolean;
}

/** How often a status line is shown, in milliseconds. */
const [ON_TERMINAL, IN_LOG] = [500, 30_000];

/**
 * Says in one line how far a run has come, prints each test as soon as it has failed, and answers Ctrl+C. It writes the
 * ticket of a known failure into the test that fails, and removes what the workers of a run told each other: in UI mode one
 * process has many runs.
 *
 * It stands first in a list of reporters: what is left of a run is known when its tests have ended, and the others show
 * the ticket, JUnit as a property, Allure as known.
 */
export default class StatusReporter implements Reporter {
  readonly #options: StatusReporterOptions;
  readonly #mode: PlaywrightMode | undefined;
  /** Playwright lists tests itself. */
  readonly #isSilent: boolean;
  readonly #screen: Screen;
  readonly #notes: string;
  readonly #listed = {
    failed: [] as string[],
    flaky: [] as string[],
    'failed as known': [] as string[],
    deviating: [] as string[],
  };
  readonly #known: KnownList | undefined;
  #finished: FinishedTests | undefined;
  #started = 0;
  #lastEnd = 0;
  #progress: Progress | undefined;
  #interrupted = false;
  /** Whether a reporter of Playwright that prints failures is listed too. */
  #othersPrint = false;
  #timer: NodeJS.Timeout | undefined;
  #stopWatching = (): void => undefined;

  constructor(options: StatusReporterOptions & PlaywrightOptions) {
    this.#options = options;
    this.#mode = playwrightMode(options);
    this.#isSilent = this.#mode === 'list' || !options.shows;
    this.#known = knownOrRefusal(options.known);
    this.#screen = new Screen({ columns: terminal().columns, write: passOn }, options.rewrites);
    this.#notes = runNotesFolder(options.outputDir, process.pid);
    // Before the global set-up, which takes notes too.
    rmSync(this.#notes, { recursive: true, force: true });
  }

  printsToStdio(): boolean {
    return !this.#isSilent;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#finished = finishedTestsOf(config, suite, { known: this.#known, rules: this.#options.rules });
    this.#othersPrint = config.reporter.some(([name]) => ['list', 'line', 'dot'].includes(name));
    if (this.#isSilent) return;
    this.#started = performance.now();
    this.#lastEnd = this.#started;
    this.#progress = new Progress(suite, this.#finished.own);
    if (this.#mode === 'merge') return;
    const { total } = this.#progress;
    const shard =
      config.shard === null ? '' : `, shard ${String(config.shard.current)} of ${String(config.shard.total)}`;
    const count = `${counted(total, 'test')} using ${counted(config.workers, 'worker')}`;
    this.#screen.write(`\nRunning ${count}${shard}${whereOf(config)}\n`);
    this.#timer = setInterval(() => this.#show(), this.#options.rewrites ? ON_TERMINAL : IN_LOG);
    this.#timer.unref();
    this.#stopWatching = watchInterruption(
      () => this.#interrupt(),
      () => this.#stop(),
    );
  }

  onStdOut(chunk: string | Buffer): void {
    if (!this.#isSilent) this.#screen.passOn(String(chunk));
  }

  onStdErr(chunk: string | Buffer): void {
    if (this.#isSilent) return;
    this.#screen.clear();
    passOn(chunk, 'stderr');
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (test.outcome() === 'unexpected' && test.results.length <= test.retries) return;
    const finished = this.#finished?.read(test).test;
    if (finished === undefined) return;
    const { knownBy, kind } = finished;
    const says = finished.status === 'deviates' ? finished.status : kind;
    if (says !== undefined) test.annotations.push({ type: annotationTypes.kind, description: says });
    const known = knownBy && `${knownBy.ticket} (${knownBy.owner}, until ${knownBy.until})`;
    if (known !== undefined) test.annotations.push({ type: annotationTypes.known, description: known });
    if (this.#isSilent || status === 'interrupted') return;
    this.#progress?.end(finished);
    this.#lastEnd = performance.now();
    const { failed, flaky, 'failed as known': knownToFail, deviating } = this.#listed;
    if (finished.status === 'flaky') flaky.push(titleOf(test));
    if (known !== undefined) knownToFail.push(`${titleOf(test)}: ${known}`);
    if (finished.status !== 'failed' && finished.status !== 'deviates') return;
    const list = finished.status === 'deviates' ? deviating : failed;
    list.push(titleOf(test));
    if (this.#othersPrint) return;
    this.#print(`\n${formatFailure(failed.length + deviating.length, test, finished)}`);
  }

  onError(error: TestError): void {
    if (!this.#isSilent) this.#print(`\n${formatError(error)}\n`);
  }

  onEnd(): void {
    clearInterval(this.#timer);
    this.#stopWatching();
    this.#screen.clear();
    const lists = Object.entries(this.#listed).flatMap(([how, titles]) => listOf(how, titles));
    if (this.#othersPrint) return;
    if (lists.length > 0) this.#screen.write(`\n${lists.join('\n')}\n`);
  }

  onExit(): Promise<void> {
    rmSync(this.#notes, { recursive: true, force: true });
    try {
      rmdirSync(dirname(this.#notes));
    } catch {
      // There is none, or another run has notes there.
    }
    return Promise.resolve();
  }

  /** Playwright colours errors and sources even if they are not printed to a terminal. */
  #print(text: string): void {
    this.#screen.write(this.#options.rewrites ? text : stripVTControlCharacters(text));
  }

  #show(): void {
    if (this.#progress === undefined) return;
    const workers = readWorkerStatuses(this.#notes);
    const now = performance.now();
    const [elapsed, stillFor] = [now - this.#started, now - this.#lastEnd];
    const line = this.#interrupted
      ? cleanupLine(workers)
      : statusLine({ elapsed, stillFor, progress: this.#progress, workers });
    this.#screen.show(line);
  }

  #interrupt(): void {
    this.#interrupted = true;
    boundStopping();
    this.#screen.write(`\n${interruptionLine(readWorkerStatuses(this.#notes))}\n`);
  }

  #stop(): void {
    // From now on nothing is cleaned up.
    clearInterval(this.#timer);
    this.#screen.write('\nStopping now.\n');
    stopWorkers(this.#notes);
  }
}

/** Where a run goes. A variable of CI that is not defined is set to nothing. */
function whereOf({ metadata }: FullConfig): string {
  const { data } = runTargetSchema.safeParse(metadata['target']);
  if (data === undefined) return '';
  const isEmpty = data.kind === 'fake' && process.env['TRACKER_URL'] === '';
  return `, on ${data.name}${isEmpty ? ': TRACKER_URL is set to nothing, so no tracker is tested' : ''}`;
}

function listOf(how: string, titles: readonly string[]): string[] {
  return titles.length === 0 ? [] : [`  ${String(titles.length)} ${how}`, ...titles.map((title) => `    ${title}`)];
}

/** How much of an attachment is shown, in characters. */
const SHOWN = 600;

function formatFailure(number: number, test: TestCase, finished: FinishedTest): string {
  const attempts = test.results.filter(({ errors }) => errors.length > 0);
  return [
    [`  ${String(number)}) ${titleOf(test)}`, ...saidBy(test, finished).map((line) => `    ${line}`)].join('\n'),
    ...attempts.flatMap((result) => [
      ...(result.retry === 0 ? [] : [`    Retry #${String(result.retry)}`]),
      ...result.errors.map((error) => indent(formatError(error))),
      ...textsOf(result),
    ]),
    '',
  ].join('\n\n');
}

/** What a failure says, and of which rules. */
function saidBy(test: TestCase, finished: FinishedTest): string[] {
  const { kind = 'broken rule', status, accuses } = finished;
  const rules = rulesOf(test, finished);
  if (status === 'deviates') return ['deviates from what the documents give an example of', ...rules];
  if (kind !== 'broken rule') return [describeKind(finished), ...rules];
  if (accuses === undefined) return rules;
  return [`${accuses} ${findRule(accuses)?.text ?? ''}`, ...rules.map((rule) => `stopped by that: ${rule}`)];
}

function rulesOf({ annotations }: TestCase, { rules }: FinishedTest): string[] {
  return descriptionsIn(annotations, annotationTypes.rule).filter((text) =>
    rules.includes(text.split(' ', 1)[0] ?? ''),
  );
}

function titleOf(test: TestCase): string {
  const [, project = '', , ...titles] = test.titlePath();
  const { file, line, column } = test.location;
  const place = `${relative(process.cwd(), file)}:${String(line)}:${String(column)}`;
  return [...(project === '' ? [] : [`[${project}]`]), place, ...titles].join(' › ');
}

function formatError({ message, stack, snippet, value }: TestError): string {
  const text = message ?? value ?? 'an error without a message';
  const calls = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [text, ...(snippet === undefined ? [] : ['', snippet]), ...(calls.length === 0 ? [] : ['', ...calls])].join(
    '\n',
  );
}

function textsOf({ attachments }: TestResult): string[] {
  return attachments.flatMap(({ name, contentType, body }) => {
    if (body === undefined || !contentType.startsWith('text/')) return [];
    // Of the calls only the last: the others stand in the pages.
    const [text = ''] = body.toString('utf8').split(/\n\n—+\n\n/);
    return [indent(`${name}:\n${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`)];
  });
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

/** Some terminals and npm send the signal of one Ctrl+C twice. Signals within this many milliseconds count as one. */
const SAME = 500;

/** Listens for Ctrl+C beside Playwright: first it ends the tests, then it cleans up no more, then it exits. */
function watchInterruption(first: () => void, second: () => void): () => void {
  let pressed = 0;
  let last = -Infinity;
  const listen = (): void => {
    const now = performance.now();
    if (now - last < SAME) return;
    last = now;
    pressed += 1;
    if (pressed === 1) first();
    else if (pressed === 2) second();
    else process.exit(130);
  };
  process.on('SIGINT', listen);
  // Playwright knows no other signal.
  const stopListening = onEndingSignal(() => process.emit('SIGINT'));
  return () => {
    process.off('SIGINT', listen);
    stopListening();
  };
}
