/**
 * Compares what the entries of the package export with the list in `lab/api.txt`; `npm run check:api`. With `--update` it
 * writes the list: `npm run -w lab api`. It reads what `npm run build` has written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const LIST = 'lab/api.txt';
const printer = ts.createPrinter({ removeComments: true });
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
const list = entries.map(({ path, file }) => `# ${name}${path}\n${declarationsOf(file).join('\n')}\n`).join('\n');

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

/** The declarations of all exports in a file that the build wrote, without comments, in the order of their names. */
function declarationsOf(file: string): string[] {
  const source = program.getSourceFile(file);
  const entry = source && checker.getSymbolAtLocation(source);
  if (entry === undefined) throw new Error(`${file} exports nothing, or is not there: run npm run build.`);
  return checker
    .getExportsOfModule(entry)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(describe);
}

function describe(exported: ts.Symbol): string[] {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  if (symbol.getDocumentationComment(checker).length === 0) undocumented.push(exported.name);
  const declarations = (symbol.declarations ?? []).map(printed);
  const named = symbol.name === exported.name ? [] : [`// exported as ${exported.name}`];
  return [...named, ...new Set(declarations)];
}

function printed(declaration: ts.Declaration): string {
  const file = declaration.getSourceFile();
  const [, packageName] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.fileName) ?? [];
  if (packageName !== undefined) return `// of ${packageName}`;
  // The statement of a variable holds its `const`. Variables that share a statement each show it.
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  if (ts.isSourceFile(node)) return '// a module';
  keepInLine(node);
  return printer
    .printNode(ts.EmitHint.Unspecified, node, file)
    .replace(/^export (declare )?/, '')
    .replaceAll(/^ +#private;\n/gm, '');
}

/** Has the type of a parameter in the line of its function. */
function keepInLine(node: ts.Node): void {
  if (ts.isTypeLiteralNode(node) && isOfParameter(node)) ts.setEmitFlags(node, ts.EmitFlags.SingleLine);
  ts.forEachChild(node, keepInLine);
}

function isOfParameter({ parent }: ts.Node): boolean {
  if (ts.isParameter(parent)) return true;
  return !ts.isTypeAliasDeclaration(parent) && ts.isTypeNode(parent) && isOfParameter(parent);
}
