/** Checks who imports whom in this checkout; `npm run check:imports`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult, IViolation } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const configuration = fileURLToPath(new URL('../dependency-cruiser.cjs', import.meta.url));

/** The folders whose imports are checked, as far as they exist. */
const sourceFolders = ['contracts', 'builders', 'fake', 'fixtures', 'specs', 'reports', 'cli', 'lab'];

const { files, violations } = await findImportViolations(process.cwd());

for (const violation of violations) console.error(`${violation}\n`);
console.log(`Imports of ${files} files checked, ${violations.length} forbidden.`);
if (violations.length > 0) process.exitCode = 1;

/** The result of a check of the imports. */
interface ImportReport {
  /** How many .ts files were read. */
  readonly files: number;
  /** A text for each forbidden import: who imports whom, and why that is forbidden. */
  readonly violations: readonly string[];
}

/**
 * Checks who imports whom in the source folders below `root`, by the rules of `lab/dependency-cruiser.cjs`.
 *
 * @throws Error if a .ts file was not read: dependency-cruiser skips unreadable files silently
 */
async function findImportViolations(root: string): Promise<ImportReport> {
  const folders = sourceFolders.filter((folder) => existsSync(join(root, folder)));
  const files = folders.flatMap((folder) => typescriptFiles(root, folder));
  if (files.length === 0)
    throw new Error(`There are no .ts files in the source folders (${sourceFolders.join(', ')}).`);
  const options = await extractDepcruiseOptions(configuration);
  const { output } = await cruise(folders, { ...options, validate: true, baseDir: root });
  const { modules, summary } = output as ICruiseResult;
  assertAllRead(files, new Set(modules.map(({ source }) => source)));
  const reasons = new Map(options.ruleSet?.forbidden?.map(({ name, comment }) => [name, comment]));
  const violations = summary.violations.map((violation) => describe(violation, reasons.get(violation.rule.name)));
  return { files: files.length, violations };
}

function typescriptFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}

function assertAllRead(files: readonly string[], read: ReadonlySet<string>): void {
  const unread = files.filter((file) => !read.has(file));
  if (unread.length === 0) return;
  throw new Error(
    `dependency-cruiser read ${files.length - unread.length} of ${files.length} .ts files; ${unread[0]} is not among them. ` +
      'It needs a TypeScript it knows: see that typescript and dependency-cruiser are at the versions of package-lock.json (npm ci).',
  );
}

function describe({ rule, from, to, cycle }: IViolation, reason = 'No reason is given.'): string {
  const path = cycle === undefined ? [from, to] : [from, ...cycle.map(({ name }) => name)];
  return `${[...new Set(path.slice(0, -1)), path.at(-1)].join(' -> ')} (${rule.name})\n  ${reason}`;
}
