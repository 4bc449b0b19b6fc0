import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Logger } from '@stryker-mutator/api/logging';
import { commonTokens } from '@stryker-mutator/api/plugin';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';
import { ROOT } from '../processes.js';

/**
 * The folders whose code is mutated: what serves the three APIs, and what keeps a tracker of others as it was. For each, the
 * percentage of its mutants that have to be killed, without the equivalent ones. The drill and slow tests try cleanup and
 * HTTP too, in processes where no mutant is switched on.
 */
export const LEAST_SCORES = {
  'fake/default-templates': 90,
  'fake/directory-sync': 90,
  'fake/test-management': 90,
  'provide/external/guard': 90,
  'provide/external/leases': 65,
  'provide/external/ledger': 65,
  'provide/external/sweep': 65,
  'provide/external/undo': 65,
  client: 65,
} as const;

/** All that the tests load. */
const PARTS = [
  'builders',
  'cli',
  'client',
  'contracts',
  'fake',
  'fixtures',
  'lab',
  'provide',
  'reports',
  'specs',
  'package.json',
];

export interface Mutant {
  /** Its id in the instrumented code. Any change of the code can change it. */
  readonly id: string;
  /** Relative to the project, such as `fake/directory-sync/list-users.ts`. */
  readonly file: string;
  /** Where it stands, from line 1 and column 1 on. */
  readonly line: number;
  readonly column: number;
  /** The first line of what it replaces, without the space around it. */
  readonly text: string;
  /** Its mutator and what it puts there, in one line. */
  readonly change: string;
}

/**
 * Copies the project into a folder, with all mutants in it, each switched off. Text literals stay as they are: most are
 * the words of refusals, which are no rule.
 */
export async function copyWithMutants(folder: string): Promise<Mutant[]> {
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const sources = Object.keys(LEAST_SCORES)
    .flatMap(filesOf)
    .map((name) => ({ name, content: readFileSync(join(ROOT, name), 'utf8') }));
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  const injector = createInjector()
    .provideValue(commonTokens.logger, silent)
    .provideValue(commonTokens.getLogger, () => silent);
  const instrumented = await createInstrumenter(injector).instrument(
    sources.map((source) => ({ ...source, mutate: true })),
    { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] },
  );
  for (const { name, content } of instrumented.files) writeFileSync(join(folder, name), content);
  return instrumented.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName: file, location: { start }, mutatorName, replacement }) => ({
      id,
      file,
      line: start.line + 1,
      column: start.column + 1,
      text: linesOf.get(file)?.[start.line]?.trim() ?? '',
      change: `${mutatorName}: ${replacement.replace(/\s+/g, ' ')}`,
    }));
}

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => [folder, ...name.split(sep)].join('/'));
}

const silent = new Proxy<Partial<Logger>>({}, { get: () => () => undefined }) as Logger;
