import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { formatCosts, formatRatio, interleave, ratioOf } from './interleave.js';

const run = promisify(execFile);
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const FOLDER = join('tracker-output', 'lab', 'bench-empty');

const ROUNDS = 5;

/** How long `npm start` takes, with all its reports, against as many empty tests in bare Playwright. */
export async function suite(): Promise<void> {
  const count = await countTests(['test']);
  const checks = Number((await node([PLAYWRIGHT, 'test', '--reporter=./lab/bench/suite.ts'])).stdout);
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

interface SuiteReport {
  readonly specs?: readonly unknown[];
  readonly suites?: readonly SuiteReport[];
}

async function countTests(args: readonly string[]): Promise<number> {
  const { stdout } = await node([PLAYWRIGHT, ...args, '--list', '--reporter=json']);
  const count = ({ specs = [], suites = [] }: SuiteReport): number =>
    specs.length + suites.reduce((sum, suite) => sum + count(suite), 0);
  return count(JSON.parse(stdout) as SuiteReport);
}

function writeEmptyTests(count: number): void {
  mkdirSync(FOLDER, { recursive: true });
  const perFile = Math.ceil(count / 10);
  for (let file = 0; file < 10; file += 1) {
    const titles = Array.from({ length: Math.max(0, Math.min(perFile, count - file * perFile)) }, (_, index) => index);
    const tests = titles.map((title) => `test('empty ${title}', () => {});`).join('\n');
    writeFileSync(join(FOLDER, `empty-${file}.spec.ts`), `import { test } from '@playwright/test';\n${tests}\n`);
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
