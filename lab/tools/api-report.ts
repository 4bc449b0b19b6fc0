import ts from 'typescript';

/**
 * The exports of an entry of the package, as a document to read and compare: each export with the first line of its
 * docstring and its declaration, without comments, in the order of the names.
 *
 * @param title the name of the entry
 * @param file its declarations, as the build wrote them
 */
export function apiReport(title: string, file: string): string {
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

const printer = ts.createPrinter({ removeComments: true });

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
