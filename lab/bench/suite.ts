import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { formatCosts, formatRatio, interleave, ratioOf } from './interleave.js';

const run = promisify(execFile);
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const FOLDER = join('tracker-output', 'lab', 'bench-empty');

const ROUNDS = 5;

/** How long `npm start` takes, with all its reports, against as many empty tests in bare Playwright. */
export async function suite(): Promise<void> {
  const { stdout } = await node([PLAYWRIGHT, 'test', '--add-reporter=./lab/bench/suite.ts']);
  const line = stdout.split('\n').find((text) => text.startsWith('{"count"')) ?? '';
  const { count, checks } = JSON.parse(line) as Counts;
  writeEmptyTests(count);
  const empty = [PLAYWRIGHT, 'test', '-c', FOLDER, '--reporter=dot'];
  const costs = await interleave(
    { suite: () => wallTime(['lab/tools/start.js', 'run']), empty: () => wallTime(empty) },
    ROUNDS,
  );
  rmSync(FOLDER, { recursive: true });
  const each = (median: number) => `${(median / count).toFixed(1)} ms a test`;
  const perChecks = `${(costs.suite.median / checks).toFixed(2)} s per 1,000 checks`;
  console.log(`The suite, ${count} tests with ${checks} checks, 2 workers, ${ROUNDS} rounds in turns`);
  console.log(`  npm start    ${formatCosts(costs.suite, 0)}, ${each(costs.suite.median)}, ${perChecks}`);
  console.log(`  empty tests  ${formatCosts(costs.empty, 0)}, ${each(costs.empty.median)}`);
  console.log(`  ratio ${formatRatio(ratioOf(costs.suite, costs.empty))}`);
}

/** How many tests a run has, and how many checks they made: calls of `expect`. */
interface Counts {
  readonly count: number;
  readonly checks: number;
}

function writeEmptyTests(count: number): void {
  mkdirSync(FOLDER, { recursive: true });
  const perFile = Math.ceil(count / 10);
  for (let from = 0; from < count; from += perFile) {
    const tests = `for (let at = ${from}; at < ${Math.min(count, from + perFile)}; at += 1) test(String(at), () => {});`;
    writeFileSync(join(FOLDER, `empty-${from}.spec.ts`), `import { test } from '@playwright/test';\n${tests}\n`);
  }
  writeFileSync(
    join(FOLDER, 'playwright.config.ts'),
    "import { defineConfig } from '@playwright/test';\nexport default defineConfig({ workers: 2, fullyParallel: true, respectGitIgnore: false, outputDir: 'out' });\n",
  );
}

async function wallTime(args: readonly string[]): Promise<number> {
  const started = performance.now();
  await node(args);
  return performance.now() - started;
}

function node(args: readonly string[]): Promise<{ stdout: string }> {
  return run(process.execPath, [...args], { maxBuffer: 256 * 1024 * 1024 });
}

/** Prints the counts of a run, as JSON. */
export default class CountsReporter implements Reporter {
  #count = 0;
  #checks = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#count = suite.allTests().length;
  }

  onStepEnd(_test: TestCase, _result: TestResult, { category }: TestStep): void {
    if (category === 'expect') this.#checks += 1;
  }

  onEnd(): void {
    console.log(JSON.stringify({ count: this.#count, checks: this.#checks } satisfies Counts));
  }
}
