import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { AllureReportError } from './allure-report-error.js';
import { categories } from './categories.js';
import { findAllureCli } from './find-allure-cli.js';
import { hasAnalytics, removeAnalytics } from './remove-analytics.js';
import { replaceFolder } from './replace-folder.js';

/** Where Allure results lie and their report goes. */
export interface AllureDirectories {
  /** Where `allure-playwright` wrote its results; of a run in shards, all folders. */
  readonly resultsDir: string | readonly string[];
  /** Where the HTML report goes; what is there is replaced. */
  readonly reportDir: string;
  /** Where the results go when the run is over, in the place of what is there. Default: they stay where they are */
  readonly keptDir?: string;
}

const run = promisify(execFile);

/**
 * Generates the Allure report from the results of a run, offline, as one page that opens without a server and fetches
 * nothing.
 *
 * @returns the path of the page
 * @throws AllureReportError if `allure` is not installed or can't make the report
 */
export async function generateAllureReport({ resultsDir, reportDir }: AllureDirectories): Promise<string> {
  const cli = await findAllureCli();
  const workDir = await mkdtemp(join(tmpdir(), 'tracker-e2e-allure-'));
  const made = join(workDir, 'report');
  const beside = `${reportDir}-of-${basename(workDir)}`;
  try {
    const config = join(workDir, 'allurerc.json');
    await writeFile(config, JSON.stringify({ categories }));
    await runAllure([
      cli,
      'awesome',
      ...[resultsDir].flat().map((directory) => resolve(directory)),
      '--config',
      config,
      '--output',
      made,
      ...appearance,
    ]);
    await cleanPage(join(made, 'index.html'));
    // The folder for temporary files may be on another disk, from which nothing can be moved.
    await cp(made, beside, { recursive: true });
    await replaceFolder(beside, reportDir);
  } catch (error) {
    // A report of an earlier run would pass for this one's.
    await rm(reportDir, { recursive: true, force: true });
    throw error;
  } finally {
    await Promise.all([workDir, beside].map((folder) => rm(folder, { recursive: true, force: true })));
  }
  return join(reportDir, 'index.html');
}

const appearance = ['--single-file', '--name', 'tracker-e2e', '--lang', 'en', '--group-by', 'epic,feature,story'];

async function runAllure(args: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, args, { timeout: 300_000, maxBuffer: 16 * 1024 * 1024 });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    const said = stripVTControlCharacters(stderr || stdout)
      .trim()
      .split('\n', 1)[0];
    throw new AllureReportError(
      `allure could not make its report: ${said === undefined || said === '' ? String(cause) : said}`,
      { cause },
    );
  }
}

async function cleanPage(path: string): Promise<void> {
  const page = removeAnalytics(await readFile(path, 'utf8'));
  if (hasAnalytics(page)) {
    throw new AllureReportError(
      'There is no Allure report, as it would report to Google Analytics in a way this version of tracker-e2e does not know: install allure@3.18.0.',
    );
  }
  await writeFile(path, page);
}
