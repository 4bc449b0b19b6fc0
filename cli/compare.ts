import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags, SubCommand, Texts } from './support/sub-command.js';
import type { RunsCompared } from '../reports/documents/runs-compared.js';
import { compareMatrices, renderComparison } from '../reports/compare/compare-matrices.js';
import { refuseOverwriting, writeText, printDocument, terminalView } from './support/files.js';
import { readRun, readRunOrReason } from './support/find-matrix.js';
import type { FoundMatrix } from './support/find-matrix.js';
import { orUsageError, UsageError } from './support/usage-error.js';

export function addCompareCommand(command: SubCommand): void {
  command
    .description('compare runs of several trackers or versions: which rules changed, and which answers differ')
    .argument('[runs...]', 'the rules.json of each run, or its folder, the oldest first')
    .option('--history <folder>', 'also every rules.json below this folder, by the time of its run')
    .option('--all', 'also rules that are the same in all runs and do not fail')
    .option('--json', 'as JSON, for machines')
    .option('--html <file>', 'write a page that shows each rule through all runs')
    .notes([
      'It reads files only. It refuses a run that does not name its tracker.',
      'Exit codes: 0 compared, with or without differences; 2 a file can’t be used or written. For a verdict use `tracker-e2e gate`.',
      'Examples:',
      '  tracker-e2e compare jira-9/rules.json jira-10/rules.json',
      '  tracker-e2e compare --history runs --html history.html',
    ])
    .action(compareRuns);
}

type CompareOptions = Texts<'history' | 'html'> & Flags<'all' | 'json'>;

async function compareRuns(paths: readonly string[], options: CompareOptions): Promise<void> {
  const { html } = options;
  const history = historyIn(options.history);
  const found = [...history.found, ...paths.map((path) => readRun('The run', path))];
  if (found.length === 0) {
    throw new UsageError('There is no run to compare: name the rules.json of some, or a folder of them by --history.');
  }
  refuseOverwriting(
    html,
    [...found, ...history.skipped].map(({ file }) => file),
  );
  const compared = compareMatrices(found, history.skipped);
  const view = { ...terminalView(), all: options.all === true };
  printDocument(options.json, compared, renderComparison(compared, view), true);
  if (html !== undefined) {
    const { comparisonPage } = await import('../reports/compare/comparison-page.js');
    writeText(html, comparisonPage(compared));
  }
}

/** Every run below a folder, the oldest first. A run that an older version wrote is left out: the line goes on without it. */
function historyIn(folder: string | undefined): {
  readonly found: readonly FoundMatrix[];
  readonly skipped: RunsCompared['skipped'];
} {
  if (folder === undefined) return { found: [], skipped: [] };
  const read = rulesFiles(folder).map((file) => readRunOrReason('The run', file));
  const skipped = read.flatMap((one) => ('reason' in one ? [{ file: one.file, reason: one.reason }] : []));
  const found = read.flatMap((one) => ('matrix' in one ? [one] : []));
  if (read.length === 0) throw new UsageError(`There is no rules.json below ${folder}: keep there those of your runs.`);
  return {
    found: found.sort((one, other) => one.matrix.startedAt.localeCompare(other.matrix.startedAt)),
    skipped,
  };
}

function rulesFiles(folder: string): string[] {
  const read = () => readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const names = orUsageError(read, `The folder ${folder} can't be read`);
  return names.filter((name) => /(^|[\\/.-])rules\.json$/.test(name)).map((name) => join(folder, name));
}
