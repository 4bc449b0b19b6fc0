import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep, posix } from 'node:path';
import type { FinishedTest } from '../contracts/report/finished-test.js';
import type { JudgedMatrix } from './documents/matrix.js';
import type { ReleaseReason } from './documents/runs-compared.js';

/** A file as CI systems name it: relative to the repository, with `/` on every system. */
export function repositoryPath(file: string, directory = process.cwd()): string {
  return relative(repositoryRoot(), resolve(directory, file)).split(sep).join('/');
}

/** The same; undefined if the file is outside the repository, because its path would reveal the machine. */
export function pathInRepository(file: string): string | undefined {
  const path = repositoryPath(file);
  return path.startsWith('../') || isAbsolute(path) ? undefined : path;
}

function repositoryRoot(): string {
  const { GITHUB_WORKSPACE, CI_PROJECT_DIR } = process.env;
  return GITHUB_WORKSPACE ?? CI_PROJECT_DIR ?? folderWithGit(process.cwd()) ?? process.cwd();
}

function folderWithGit(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : folderWithGit(dirname(folder));
}

export type SourcePlace = Pick<ReleaseReason, 'file' | 'line'>;

export interface RunPlaces {
  /** The configuration of Playwright, or else the `rules.json` of the run. */
  readonly ofRun: SourcePlace;
  ofTest: (test: Pick<FinishedTest, 'file' | 'line'>) => SourcePlace;
  ofRule: (id: string) => SourcePlace | undefined;
}

export function sourcePlacesOf({ about: { config }, rules, tests }: JudgedMatrix, file: string): RunPlaces {
  const ofTest: RunPlaces['ofTest'] = (test) => ({
    file: posix.join(posix.dirname(config ?? ''), test.file),
    line: test.line,
  });
  return {
    ofRun: { file: config ?? file, line: 1 },
    ofTest,
    ofRule: (id) => {
      const [first] = rules.find((row) => row.id === id)?.tests ?? [];
      const test = tests.find((one) => one.id === first);
      return test === undefined ? undefined : ofTest(test);
    },
  };
}
