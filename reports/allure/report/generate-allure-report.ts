import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { startAllureProcess, AllureReportError } from './allure-process.js';
import type { AllureProcess } from './allure-process.js';
import { categories } from '../allure-options.js';
import { packPage } from './pack-page.js';
import { qualityGateOf } from './quality-gate.js';
import { replaceFile, replaceFolder } from '../../replace.js';
import { writeRuleStates } from '../results/write-rule-states.js';

/** Where Allure results lie and their report goes. */
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

/** How many runs the history remembers. */
const RUNS = 10;

/**
 * Generates the Allure report from the results of a run, offline, as one page that opens without a server and fetches
 * nothing.
 */
export async function generateAllureReport(
  { resultsDir, reportDir, historyFile }: AllureDirectories,
  judged?: () => Promise<JudgedMatrix>,
): Promise<string> {
  const workDir = await mkdtemp(join(tmpdir(), 'tracker-e2e-allure-'));
  const made = join(workDir, 'report');
  const beside = `${reportDir}-of-${basename(workDir)}`;
  const history = join(workDir, 'history.jsonl');
  let allure: AllureProcess | undefined;
  try {
    allure = startAllureProcess();
    const matrix = await judged?.();
    const results = [resultsDir].flat().map((directory) => resolve(directory));
    await refuseNothing(results);
    if (matrix !== undefined) await writeRuleStates(results, matrix);
    if (historyFile !== undefined) await copyIfExists(historyFile, history);
    const kept = historyFile === undefined ? {} : { historyPath: history, historyLimit: RUNS };
    await allure.make({
      results,
      gate: matrix === undefined ? [] : qualityGateOf(matrix),
      config: { name: 'tracker-e2e', output: made, categories, ...kept },
      page,
    });
    await cleanPage(join(made, 'index.html'));
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

async function refuseNothing(results: readonly string[]): Promise<void> {
  const there = await Promise.all(results.map((folder) => stat(folder).catch(() => undefined)));
  if (there.some((one) => one?.isDirectory())) return;
  throw new AllureReportError(`There is no Allure report, as there are no results in ${results.join(', ')}.`);
}

async function copyIfExists(from: string, to: string): Promise<void> {
  await cp(from, to).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
}

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

/** Long lines of messages, bodies and commands wrap, which Allure lets run out of the page. */
const wrapping = `<style>
pre, pre *, [class*="paragraphs-code"] { white-space: pre-wrap !important; overflow-wrap: anywhere !important; }
</style>`;

async function cleanPage(path: string): Promise<void> {
  const page = await packPage(await readFile(path, 'utf8'));
  const cleaned = removeAnalytics(page.replace('</head>', () => `${wrapping}</head>`));
  if (hasAnalytics(cleaned)) {
    throw new AllureReportError(
      'There is no Allure report, as it would report to Google Analytics in a way this version of tracker-e2e does not know: install allure@3.18.0.',
    );
  }
  await writeFile(path, cleaned);
}

const analyticsScript = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const analyticsAddress = /googletagmanager\.com|google-analytics\.com|\bgtag\(/;

/** Takes the Google Analytics scripts out of a page Allure generated: a report is read offline, and in private. */
function removeAnalytics(page: string): string {
  return page.replaceAll(analyticsScript, (script) => (analyticsAddress.test(script) ? '' : script));
}

function hasAnalytics(page: string): boolean {
  return analyticsAddress.test(page);
}
