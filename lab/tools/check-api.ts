/**
 * Compares what the entries of the package export with the reports in `lab/api/`; `npm run check:api`. With `--update` it
 * writes the reports: `npm run api`. It reads what `npm run build` has written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });
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

/**
 * The exports of an entry of the package, as a document to read and compare: each export with the first line of its
 * docstring and its declaration, without comments, in the order of the names.
 *
 * @param title the name of the entry
 * @param file its declarations, as the build wrote them
 */
function apiReport(title: string, file: string): string {
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const entry = source && checker.getSymbolAtLocation(source);
  if (entry === undefined) throw new Error(`${file} exports nothing, or is not there: run npm run build.`);
  const sections = checker
    .getExportsOfModule(entry)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((symbol) => describe(symbol, checker));
  return `${[`# ${title}`, ...sections].join('\n\n')}\n`;
}

function describe(exported: ts.Symbol, checker: ts.TypeChecker): string {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const [summary = ''] = ts.displayPartsToString(symbol.getDocumentationComment(checker)).split(/\n\s*\n/);
  const declarations = (symbol.declarations ?? []).map(printed);
  const parts = [`## ${exported.name}`, summary.replaceAll(/\s+/g, ' ').trim(), fenced([...new Set(declarations)])];
  return parts.filter((part) => part !== '').join('\n\n');
}

function printed(declaration: ts.Declaration): string {
  const file = declaration.getSourceFile();
  const [, packageName] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.fileName) ?? [];
  if (packageName !== undefined) return `// of ${packageName}`;
  // The statement of a variable holds its `const`. Variables that share a statement each show it.
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  if (ts.isSourceFile(node)) return '// a module';
  return printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/^export (declare )?/, '');
}

function fenced(lines: readonly string[]): string {
  return ['```ts', ...lines, '```'].join('\n');
}
