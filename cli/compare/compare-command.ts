import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../contracts/thrown.js';
import { comparisonPage } from '../../reports/compare/comparison-page.js';
import { compareMatrices } from '../../reports/compare/compare-matrices.js';
import { badgeOf, renderBadge } from '../../reports/compare/make-badge.js';
import { renderComparison } from '../../reports/compare/render-comparison.js';
import { writeOrPrint } from '../support/files.js';
import type { FoundMatrix } from '../support/find-matrix.js';
import { readRun } from '../support/read-run.js';
import { UsageError } from '../support/usage-error.js';

/** The options of `tracker-e2e compare`. */
export interface CompareOptions {
  readonly history?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly html?: string;
  readonly badge?: string;
  readonly shields?: string;
}

/** Compares runs, and writes what is asked for. @throws UsageError if a file can't be used or written */
export function compareRunsOf(paths: readonly string[], options: CompareOptions): void {
  const found = [...historyIn(options.history), ...paths.map((path) => readRun('The run', path))];
  const last = found.at(-1);
  if (last === undefined) {
    throw new UsageError('There is no run to compare: name the rules.json of some, or a folder of them by --history.');
  }
  const compared = compareMatrices(found);
  const { isTTY, columns } = process.stdout;
  const view = { width: isTTY ? columns : 120, colours: isTTY && !process.env['NO_COLOR'], all: options.all === true };
  const text = options.json === true ? [JSON.stringify(compared, null, 2)] : renderComparison(compared, view);
  process.stdout.write(`${text.join('\n')}\n`);
  if (options.html !== undefined) writeOrPrint(comparisonPage(compared), options.html);
  if (options.badge !== undefined) writeOrPrint(renderBadge(badgeOf(last.matrix)), options.badge);
  if (options.shields !== undefined)
    writeOrPrint(`${JSON.stringify(badgeOf(last.matrix), null, 2)}\n`, options.shields);
}

/** Every run below a folder, the oldest first. */
function historyIn(folder: string | undefined): FoundMatrix[] {
  if (folder === undefined) return [];
  const runs = rulesFiles(folder).map((file) => readRun('The run', file));
  if (runs.length === 0) throw new UsageError(`There is no rules.json below ${folder}: keep there those of your runs.`);
  return runs.sort((one, other) => one.matrix.startedAt.localeCompare(other.matrix.startedAt));
}

function rulesFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => /(^|[\\/.-])rules\.json$/.test(name)).map((name) => join(folder, name));
  } catch (cause) {
    throw new UsageError(`The folder ${folder} can't be read: ${messageOf(cause)}.`, undefined, { cause });
  }
}
