import { existsSync, mkdtempSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { JudgedMatrix } from '../../documents/matrix.js';
import { categories } from '../allure-options.js';
import { replaceFile, replaceFolder } from '../../replace.js';
import { execFile } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import { ownFile } from '../../own-file.js';
import { createRequire } from 'node:module';

export interface AllureDirectories {
  /** Where `allure-playwright` wrote its results; of a run in shards, all folders. */
  readonly resultsDir: string | readonly string[];
  /** Where the HTML report goes; what is there is replaced. */
  readonly reportDir: string;
  /** Where the results go when the run is over, in the place of what is there. Default: they stay where they are */
  readonly keptDir?: string;
  /** The file with what the last runs found, to which this run is added. Default: the report has no history */
  readonly historyFile?: string;
}

const RUNS = 10;

/** Generates the Allure report offline, as one page that opens without a server and fetches nothing. */
export async function generateAllureReport(
  { resultsDir, reportDir, historyFile }: AllureDirectories,
  judged?: () => Promise<JudgedMatrix>,
): Promise<string> {
  const workDir = mkdtempSync(join(tmpdir(), 'tracker-e2e-allure-'));
  const made = join(workDir, 'report');
  const beside = `${reportDir}-of-${basename(workDir)}`;
  const history = join(workDir, 'history.jsonl');
  let allure: ReturnType<typeof startAllureProcess> | undefined;
  try {
    allure = startAllureProcess();
    const matrix = await judged?.();
    const results = [resultsDir].flat().map((directory) => resolve(directory));
    if (!results.some((folder) => existsSync(folder)))
      throw new AllureReportError(`There is no Allure report, as there are no results in ${results.join(', ')}.`);
    if (historyFile !== undefined && existsSync(historyFile)) await cp(historyFile, history);
    const kept = historyFile === undefined ? {} : { historyPath: history, historyLimit: RUNS };
    await allure.make({
      results,
      gate: matrix === undefined ? [] : [qualityGateOf(matrix)],
      config: { name: 'tracker-e2e', output: made, categories, ...kept },
      page,
    });
    await stripAnalytics(join(made, 'index.html'));
    // The folder for temporary files may be on another disk, from which nothing can be moved.
    await cp(made, beside, { recursive: true });
    await replaceFolder(beside, reportDir);
    if (historyFile !== undefined) await keepHistory(history, historyFile);
  } catch (error) {
    // A report of an earlier run would pass for this one's.
    await rm(reportDir, { recursive: true, force: true });
    throw error;
  } finally {
    allure?.end();
    await Promise.all([workDir, beside].map((folder) => rm(folder, { recursive: true, force: true })));
  }
  return join(reportDir, 'index.html');
}

const page = {
  singleFile: true,
  reportName: 'tracker-e2e',
  reportLanguage: 'en',
  groupBy: ['epic', 'feature'],
};

/** Puts a history in the place of another at once, so that a run that ends in between leaves one or the other. */
async function keepHistory(from: string, to: string): Promise<void> {
  const lines = (await readFile(from, 'utf8')).split('\n').filter((line) => line !== '');
  replaceFile(to, lines.map((line) => `${shortRun(line)}\n`).join(''));
}

/** A run in a history, without what the page shows of no run but the last: most of it, and it would be in each page again. */
function shortRun(line: string): string {
  // As it was written here before.
  if (!line.includes('"labels":')) return line;
  const unused = (key: string) => key === 'labels' || key === 'fullName' || key === 'trace';
  return JSON.stringify(JSON.parse(line, (key, value: unknown) => (unused(key) ? undefined : value)));
}

/** Takes the tag of Google Analytics out of a page: a report is read offline, and in private. */
async function stripAnalytics(path: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const cleaned = page.replaceAll(analyticsScript, (script) => (analyticsAddress.test(script) ? '' : script));
  if (analyticsAddress.test(cleaned)) {
    throw new AllureReportError(
      'There is no Allure report, as it would report to Google Analytics in a way this version of tracker-e2e does not know: install allure@3.18.0.',
    );
  }
  await writeFile(path, cleaned);
}

const analyticsScript = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const analyticsAddress = /googletagmanager\.com|google-analytics\.com|\bgtag\(/;

const run = promisify(execFile);

/** Starts the process that makes a report. It loads Allure while the run is still judged. @throws AllureReportError */
function startAllureProcess() {
  const running = run(process.execPath, [ownFile('allure/report/make-report.js'), findAllure()], {
    timeout: 300_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  const problem = running.then(() => undefined, problemOf);
  const input = running.child.stdin;
  // A process that ended early does not read its job. The problem is what it wrote.
  input?.on('error', () => undefined);
  return {
    async make(job: { results: readonly string[]; gate: readonly GateResult[]; config: object; page: object }) {
      input?.end(JSON.stringify(job));
      const error = await problem;
      if (error !== undefined) throw error;
    },
    end: () => void input?.end(),
  };
}

function problemOf(cause: unknown): AllureReportError {
  const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
  const said = stripVTControlCharacters(stderr || stdout)
    .split('\n')
    .find((line) => /^\w*Error\b/.test(line));
  return new AllureReportError(`allure could not make its report: ${said ?? String(cause)}`, { cause });
}

export class AllureReportError extends Error {
  override readonly name = 'AllureReportError';
}

/** A file of the installed package `allure`, from which its own packages are found. @throws AllureReportError */
export function findAllure(resolve: (name: string) => string = createRequire(import.meta.url).resolve): string {
  try {
    return resolve('allure');
  } catch (cause) {
    throw new AllureReportError('The package allure is not installed: npm install --save-dev allure@3', { cause });
  }
}

type GateResult = ReturnType<typeof qualityGateOf>;

function qualityGateOf(matrix: JudgedMatrix) {
  const { verdict, reasons, demands } = matrix.verdict;
  const asked = typeof demands === 'string' ? demands : demands.join(', ');
  const unverified = matrix.rules.filter(({ state }) => state === 'unverified' || state === 'failing');
  const notPassed = verdict === 'passed' ? [] : unverified.map(({ id }) => id);
  return {
    rule: `the gate (TRACKER_GATE=${asked})`,
    success: verdict === 'passed',
    message: [`The verdict is: ${verdict}.`, ...reasons].join('\n'),
    actual: verdict,
    expected: 'passed',
    /** The ids of rules whose tests it is about, or `failed` for the tests that failed. */
    tags: verdict === 'tests failed' ? 'failed' : notPassed,
  };
}
