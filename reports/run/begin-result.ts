import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../contracts/find-in-json.js';
import type { RunTarget } from '../../contracts/report/run.js';
import { replaceFile, UNFINISHED } from '../replace.js';

/** The folder of the reports of a run that is no merge. */
export function resultFolder(
  { outputDir, defect }: { readonly outputDir: string; readonly defect?: string | undefined },
  mode: RunTarget['mode'],
): string {
  return join(outputDir, defect === undefined ? mode : join('tried', defect));
}

/** The matrix with which a run is compared: that of the last run before it in which a test began. */
export const PREVIOUS = 'previous.json';

/** What a run writes beside its matrix. The history of Allure and the records of tests stay. */
const reports = [
  ...['rules.html', 'junit.xml', 'html', 'blob', 'ctrf.json', 'gl-code-quality.json', 'metrics.txt'],
  ...['failures.md', 'allure-report', 'allure-results'],
];

const totalsSchema = z.object({ totals: z.record(z.string(), z.number()) });

/** The first act of a run: nothing that an earlier run left can pass for its result, however it ends. */
export function beginResult(folder: string): void {
  const file = join(folder, 'rules.json');
  const before = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  const { totals } = totalsSchema.safeParse(before).data ?? { totals: {} };
  const { notRun: _, ...begun } = totals;
  if (Object.values(begun).some((count) => count > 0)) renameSync(file, join(folder, PREVIOUS));
  const left = existsSync(folder) ? readdirSync(folder).filter((name) => UNFINISHED.test(name)) : [];
  for (const name of [...reports, ...left]) rmSync(join(folder, name), { recursive: true, force: true });
  replaceFile(file, `${JSON.stringify({ unfinishedSince: new Date().toISOString() })}\n`);
}

/** The same for a run or a merge that is refused, in those of the folders that have a result. */
export function beginRefused(outputDir: string, folders: readonly string[]): void {
  for (const folder of folders.map((name) => join(outputDir, name))) {
    if (existsSync(join(folder, 'rules.json'))) beginResult(folder);
  }
}

const unfinishedSchema = z.strictObject({ unfinishedSince: z.string() });

/** Why a `rules.json` holds no matrix, if a run has begun it and not finished it, as the end of a sentence. */
export function unfinishedRunReason(json: unknown): string | undefined {
  const { data } = unfinishedSchema.safeParse(json);
  if (data === undefined) return undefined;
  return `the run that began at ${data.unfinishedSince} has left no rule matrix: it goes on, was broken off, or is one shard, which \`tracker-e2e merge\` judges with the others`;
}
