import { commonTokens } from '@stryker-mutator/api/plugin';
import type { Logger } from '@stryker-mutator/api/logging';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';

/** The folders whose code is mutated: what serves the three APIs. */
export const APIS = ['default-templates', 'directory-sync', 'test-management'] as const;

/** A small change of the code. */
export interface Mutant {
  /** Its id in the instrumented code. Any change of the code can change it. */
  readonly id: string;
  /** A key that stays while its line stays the same: its file, line, mutator and replacement. */
  readonly key: string;
  /** Relative to the project, such as `fake/directory-sync/select-rows.ts`. */
  readonly file: string;
  /** The first line of what it replaces, without the space around it. */
  readonly text: string;
  readonly mutator: string;
  readonly replacement: string;
  /** Where it stands, from line 1 and column 1 on. */
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A source file, by its path relative to the project. */
export interface Source {
  readonly name: string;
  readonly content: string;
}

/**
 * Makes the mutants of some files. Text literals stay as they are: most are the words of refusals, which are no rule.
 *
 * @returns the mutants, and the files with all mutants in them, each switched off
 */
export async function makeMutants(sources: readonly Source[]): Promise<{ mutants: Mutant[]; files: Source[] }> {
  const injector = createInjector()
    .provideValue(commonTokens.logger, silent)
    .provideValue(commonTokens.getLogger, () => silent);
  const instrumented = await createInstrumenter(injector).instrument(
    sources.map((source) => ({ ...source, mutate: true })),
    { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] },
  );
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  const seen = new Map<string, number>();
  const mutants = instrumented.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName: file, location: { start, end }, mutatorName: mutator, replacement }) => {
      const text = linesOf.get(file)?.[start.line]?.trim() ?? '';
      const alike = JSON.stringify([file, text, mutator, replacement]);
      const number = (seen.get(alike) ?? 0) + 1;
      seen.set(alike, number);
      const location = { start: fromOne(start), end: fromOne(end) };
      return { id, key: `${alike} ${number}`, file, text, mutator, replacement, location };
    });
  return { mutants, files: instrumented.files.map(({ name, content }) => ({ name, content })) };
}

function fromOne({ line, column }: Position): Position {
  return { line: line + 1, column: column + 1 };
}

const nothing = () => undefined;
const no = () => false;
const silent: Logger = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
