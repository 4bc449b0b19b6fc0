/** Builds the package into `dist`: bundled modules with a declaration of each, and the suite. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, stripSpecs } from './bundle.js';

const root = join(import.meta.dirname, '../..');

// A file whose source is gone would go on being packed.
rmSync(join(root, 'dist'), { recursive: true, force: true });

const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'lab/tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
// The declaration of what only bundles pages in a checkout.
rmSync(join(root, 'dist/lab'), { recursive: true, force: true });
// Loaded only here: it imports sources, whose errors the compiler shows better.
const { documentDeclarations } = await import('./document-declarations.js');
documentDeclarations(join(root, 'dist'));

const metafile = await bundle(root, 'dist');
stripSpecs(join(root, 'specs'), join(root, 'dist/specs'));
// Which sources went into which module; not packed.
writeFileSync(join(root, 'dist/metafile.json'), JSON.stringify(metafile));
writeFileSync(join(root, 'dist/licenses.txt'), licensesOf(root, Object.keys(metafile.inputs)));

const schemas = join(root, 'dist/schemas');
mkdirSync(schemas);
const { documentNames, jsonSchemaOf } = await import('./schemas.js');
for (const document of documentNames) {
  writeFileSync(join(schemas, `${document}.schema.json`), `${JSON.stringify(jsonSchemaOf(document), null, 2)}\n`);
}

/**
 * The licenses of the packages that sources come from, for those who get them bundled.
 *
 * @param root what the sources' paths start from
 * @throws Error if a package has no license
 */
function licensesOf(root: string, sources: readonly string[]): string {
  const folders = sources.flatMap((source) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => licenseOf(join(root, folder)))
    .join('\n');
}

function licenseOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
  if (file === undefined) throw new Error(`${name ?? folder} is bundled and has no license beside it.`);
  return `${name ?? ''} ${version ?? ''}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
