import { join } from 'node:path';
import ts from 'typescript';
import type { SnippetFile } from './snippet-files.js';

/** The options of a strict suite that uses the package. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** TypeScript's errors in the snippets that were written into a folder, each with its page and line. */
export function checkTypes(folder: string, files: readonly SnippetFile[]): string[] {
  const places = new Map(files.map(({ path, snippet }) => [join(folder, path), snippet.page]));
  const program = ts.createProgram([...places.keys()], {
    ...options,
    typeRoots: [join(folder, '../node_modules/@types')],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    if (file === undefined) return text;
    const page = places.get(join(file.fileName)) ?? file.fileName;
    return `${page}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
  });
}

/** A snippet as Node runs it. */
export function toJavaScript({ text }: SnippetFile): string {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  return outputText;
}
