import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunsCompared } from '../../contracts/index.js';
import { messageOf } from '../../contracts/thrown.js';
import { comparisonPage } from '../../reports/compare/comparison-page.js';
import { compareMatrices } from '../../reports/compare/compare-matrices.js';
import { badgeOf, renderBadge } from '../../reports/compare/make-badge.js';
import { renderComparison } from '../../reports/compare/render-comparison.js';
import { refuseOverwriting, writeOrPrint, print } from '../support/files.js';
import type { FoundMatrix } from '../support/find-matrix.js';
import { readRun, readRunOrReason } from '../support/find-matrix.js';
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
  const { html, badge, shields } = options;
  const history = historyIn(options.history);
  const found = [...history.found, ...paths.map((path) => readRun('The run', path))];
  const last = found.at(-1);
  if (last === undefined) {
    throw new UsageError('There is no run to compare: name the rules.json of some, or a folder of them by --history.');
  }
  refuseOverwriting(
    [html, badge, shields],
    [...found, ...history.skipped].map(({ file }) => file),
  );
  const compared = compareMatrices(found, history.skipped);
  const { isTTY, columns } = process.stdout;
  const view = { width: isTTY ? columns : 120, colours: isTTY && !process.env['NO_COLOR'], all: options.all === true };
  print(options.json, compared, renderComparison(compared, view));
  if (html !== undefined) writeOrPrint(comparisonPage(compared), html);
  if (badge !== undefined) writeOrPrint(renderBadge(badgeOf(last.matrix)), badge);
  if (shields !== undefined) writeOrPrint(`${JSON.stringify(badgeOf(last.matrix), null, 2)}\n`, shields);
}

interface History {
  readonly found: readonly FoundMatrix[];
  readonly skipped: RunsCompared['skipped'];
}

/** Every run below a folder, the oldest first. A run that an older version wrote is left out: the line goes on without it. */
function historyIn(folder: string | undefined): History {
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
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => /(^|[\\/.-])rules\.json$/.test(name)).map((name) => join(folder, name));
  } catch (cause) {
    throw new UsageError(`The folder ${folder} can't be read: ${messageOf(cause)}.`, undefined, { cause });
  }
}
