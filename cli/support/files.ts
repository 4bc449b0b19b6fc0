import { closeSync, existsSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../client/settings/output-folder.js';
import { isInlineJson, readJson, readJsonFile } from '../../client/settings/read-setting.js';
import { orUsageError, UsageError } from './usage-error.js';
import type { Annotation } from '../../client/print.js';
import { print, printAnnotations, terminal } from '../../client/print.js';

export function readJsonOption(option: string, source: string): unknown {
  // The JSON itself may be long.
  const what = isInlineJson(source) ? option : `${option} ${source}`;
  return orUsageError(() => readJson(source), `${what} can't be read`);
}

export function readJsonFileOrUsageError(what: string, file: string): unknown {
  return orUsageError(() => readJsonFile(file), `${what} ${file} can't be read`);
}

/** Refuses a file that can't be written, before the work whose outcome goes there; makes its folder. @throws UsageError */
export function refuseUnwritable(file: string): void {
  const isNew = !existsSync(file);
  orCantWrite(file, () => {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a'));
  });
  if (isNew) rmSync(file);
}

export function refuseOverwriting(file: string | undefined, read: readonly string[]): void {
  if (file === undefined || !read.some((one) => trueName(one) === trueName(file))) return;
  throw new UsageError(`${file} can't be written: it is one of the runs that are read. Name another file.`);
}

function trueName(file: string): string {
  return existsSync(file) ? realpathSync(file) : resolve(file);
}

export function writeText(file: string, text: string): void {
  orCantWrite(file, () => writeFileSync(file, text));
}

export function orCantWrite(file: string, write: () => void): void {
  orUsageError(write, `${file} can't be written`);
}

export function printDocument(
  json: boolean | undefined,
  document: object,
  lines: readonly string[],
  styled = false,
): void {
  print(json === true ? JSON.stringify(document, null, 2) : lines.join('\n'), { styled });
}

export function terminalView(): { readonly width: number; readonly colours: boolean } {
  const { isTTY, columns = 120 } = terminal();
  return { width: columns, colours: isTTY && !process.env['NO_COLOR'] };
}

/** Marks reasons in GitHub Actions. They go to the standard error, which the runner reads too: the output may be JSON. */
export function annotate(reasons: readonly Annotation[]): void {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return;
  printAnnotations(reasons, 'stderr');
}
