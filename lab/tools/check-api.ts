/**
 * Compares what the entries of the package export with the reports in `lab/api/`; `npm run check:api`. With `--update` it
 * writes the reports: `npm run api`. It reads what `npm run build` has written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiReport } from './api-report.js';

const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};
const isUpdate = process.argv.includes('--update');
mkdirSync('lab/api', { recursive: true });

let changed = 0;
for (const [path, entry] of Object.entries(exports)) {
  if (typeof entry === 'string') continue;
  const title = `${name}${path.slice(1)}`;
  const file = join('lab/api', `${path === '.' ? 'index' : path.slice(2)}.api.md`);
  const report = apiReport(title, entry.types);
  if (isUpdate) writeFileSync(file, report);
  else if (report !== readOrEmpty(file)) {
    console.error(`What ${title} exports is not what ${file} says.`);
    changed += 1;
  }
}
if (changed > 0) {
  console.error('Is the change meant? Then `npm run api` writes the reports again; commit them with it.');
  process.exitCode = 1;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
