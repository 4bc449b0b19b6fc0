/**
 * Compares the names that the entries of the package export with the list in `lab/api.txt`; `npm run check:api`. With `--update` it
 * writes the list: `npm run -w lab api`. It reads what `npm run build` has written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const LIST = 'lab/api.txt';
const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};
const undocumented: string[] = [];
const entries = Object.entries(exports).flatMap(([path, entry]) =>
  typeof entry === 'string' ? [] : [{ path: path.slice(1), file: entry.types }],
);
const program = ts.createProgram(
  entries.map(({ file }) => file),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
  },
);
const checker = program.getTypeChecker();
const list = entries.map(({ path, file }) => `# ${name}${path}\n${namesIn(file).join('\n')}\n`).join('\n');

if (process.argv.includes('--update')) writeFileSync(LIST, list);
else if (list !== readFileSync(LIST, 'utf8')) {
  console.error(`The package does not export what ${LIST} says.`);
  console.error('Is the change meant? Then `npm run -w lab api` writes the list again; commit it with the change.');
  process.exitCode = 1;
}
if (undocumented.length > 0) {
  console.error(`These exports have no docstring: ${undocumented.join(', ')}`);
  process.exitCode = 1;
}

function namesIn(file: string): string[] {
  const source = program.getSourceFile(file);
  const entry = source && checker.getSymbolAtLocation(source);
  if (entry === undefined) throw new Error(`${file} exports nothing, or is not there: run npm run build.`);
  const exported = checker.getExportsOfModule(entry);
  for (const one of exported) if (!isDocumented(one)) undocumented.push(one.name);
  return exported.map(({ name: one }) => one).sort();
}

function isDocumented(exported: ts.Symbol): boolean {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  // The namespace of another package has its documentation there.
  return (symbol.flags & ts.SymbolFlags.ValueModule) !== 0 || symbol.getDocumentationComment(checker).length > 0;
}
