import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"?]+)/g;
const sources = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/**
 * The files that a file imports by relative paths, and those that these import; the file itself too. A path without a file
 * is that of a removed file.
 */
export function filesImportedBy(file: string, known = new Map<string, readonly string[]>()): ReadonlySet<string> {
  const met = new Set([file]);
  for (const one of met) {
    const imports = known.get(one) ?? importsOf(one);
    known.set(one, imports);
    for (const path of imports) met.add(path);
  }
  return met;
}

function importsOf(file: string): readonly string[] {
  if (!isFile(file)) return [];
  const paths = [...readFileSync(file, 'utf8').matchAll(specifiers)].map(([, path = '']) =>
    resolve(dirname(file), path),
  );
  return paths.flatMap((path) => {
    const candidates = candidatesOf(path);
    const found = candidates.find(isFile);
    return found === undefined ? candidates : [found];
  });
}

/** The files that an import may mean: `./a.js` is also how the source `a.ts` is named. */
function candidatesOf(path: string): string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  return [path, ...sources.flatMap((end) => [`${stem}${end}`, `${path}/index${end}`])];
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
