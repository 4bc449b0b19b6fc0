import { relative, sep } from 'node:path';
import type { Suite, TestCase } from '@playwright/test/reporter';
import { filesImportedBy } from './imported-by.js';
import type { Selected } from '../../contracts/report/run.js';

/** What a change of some files can affect. */
export interface Affected {
  /** The files: their paths relative to the folder of the configuration, with `/`. */
  readonly files: RegExp;
  /** Endpoints, as `--endpoints` takes them. */
  readonly endpoints?: readonly string[];
  /** Rules, as `--rules` takes them. Without these and endpoints: no test. */
  readonly rules?: readonly string[];
}

/** What changes ask for. */
export interface AskedFor {
  /** Whether that is every test. */
  readonly all: boolean;
  readonly endpoints: readonly string[];
  readonly rules: readonly string[];
  /** The spec files whose tests are asked for, by their whole paths. */
  readonly specs: ReadonlySet<string>;
}

const harmless = /(\.md|\.txt|\.png|\.svg|(^|\/)(LICENSE|\.gitignore))$/i;
const specName = /\.(spec|test)\.[cm]?[jt]sx?$/;

/**
 * What a change of some files asks for: of each what the first row that names it says; else the specs that import it; else
 * nothing if it is prose, and every test if it may be anything.
 *
 * @param changed the whole paths of the files
 * @param folder that of the configuration, to which the rows are relative
 */
export function affectedByChanges(
  changed: readonly string[],
  tests: readonly TestCase[],
  { rows, folder }: { readonly rows: readonly Affected[]; readonly folder: string },
): AskedFor {
  const known = new Map<string, readonly string[]>();
  const specs = [...new Set(tests.map(({ location }) => location.file))];
  const imports = new Map(specs.map((spec) => [spec, filesImportedBy(spec, known)]));
  const told = changed.map((file) => ({
    file,
    row: rows.find(({ files }) => files.test(relative(folder, file).split(sep).join('/'))),
    importers: specs.filter((spec) => imports.get(spec)?.has(file) === true),
  }));
  const untold = told.filter(({ row }) => row === undefined);
  return {
    all: untold.some(({ file, importers }) => importers.length === 0 && !harmless.test(file) && !specName.test(file)),
    endpoints: told.flatMap(({ row }) => row?.endpoints ?? []),
    rules: told.flatMap(({ row }) => row?.rules ?? []),
    specs: new Set(untold.flatMap(({ importers }) => importers)),
  };
}

/** What Playwright itself chose by changes, as the words of its command say; undefined if it was not asked to. */
export function selectedByChanges(
  suite: Pick<Suite, 'allTests'>,
  words: readonly string[] = process.argv,
): Selected | undefined {
  const word = words.find((one) => /^--only-changed(=|$)/.test(one));
  return word === undefined ? undefined : { by: word, tests: suite.allTests().length, mayBeNone: true };
}
