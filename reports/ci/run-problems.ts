import { resolve, dirname, join, relative, sep } from 'node:path';
import { findRule } from '../../contracts/index.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../documents/matrix.js';
import { decide, missingReasons } from '../gate.js';
import type { Reason } from '../gate.js';
import { errorsOf } from '../finish-test.js';
import { existsSync } from 'node:fs';

export interface RunProblem {
  readonly kind: 'test' | 'rule' | 'run';
  readonly title: string;
  /** The same for the same problem in two runs. */
  readonly id: string;
  readonly text: string;
  /** The file of the suite to look at, as the matrix names files. */
  readonly file: string;
  readonly line: number;
  readonly rules: readonly string[];
  /** The last calls of a test, for example `GET /rest/api/2/field → 200`. */
  readonly calls?: readonly string[];
  /** The errors of a test, which `text` holds together. */
  readonly errors?: readonly string[];
  /** Whether Playwright's own reports show it as a failure. */
  readonly failed: boolean;
}

const LAST = 3;

/** The problems that make a run red, one by one. Empty if the run passed, and only then. */
export function runProblems(matrix: JudgedMatrix, configFile: string): RunProblem[] {
  const { verdict, reasons } = decide(matrix, matrix.verdict);
  const told = verdict === 'tests failed' ? [...reasons, ...missingReasons(matrix, matrix.verdict)] : reasons;
  // A test that is told explains its rules.
  const explained = new Set(told.flatMap(({ tests = [] }) => tests.map(({ id }) => id)));
  const byId = new Map(matrix.rules.map((row) => [row.id, row]));
  return told.flatMap((reason): RunProblem[] => {
    const { tests, rules } = reason;
    if (tests !== undefined) return tests.map(testProblem);
    if (rules === undefined) return [runProblem(reason, verdict, configFile)];
    return rules.flatMap((id) => {
      const row = byId.get(id);
      const isExplained = row?.state === 'failing' && row.tests.some((test) => explained.has(test));
      return isExplained ? [] : [ruleProblem(id, matrix, configFile)];
    });
  });
}

function testProblem(test: FinishedTest): RunProblem {
  const { id, file, line, rules, exchanges, status, kind = 'broken rule' } = test;
  const title = kind === 'broken rule' ? test.title : `${kind}: ${test.title}`;
  // GitHub puts `Error: ` before it.
  const errors = errorsOf(test).map((error) => error.replace(/^(?:Error: )+/, ''));
  const calls = exchanges.kept.slice(-LAST).map(({ method, path, status }) => `${method} ${path} → ${status}`);
  const text = errors.join('\n\n');
  return { kind: 'test', title, id, text, errors, file, line, rules, calls, failed: status === 'failed' };
}

function ruleProblem(id: string, { rules, tests }: JudgedMatrix, configFile: string): RunProblem {
  const row = rules.find((one) => one.id === id);
  const { text = 'It is no rule of the APIs of this run.' } = row ?? findRule(id) ?? {};
  const [first] = row?.tests ?? [];
  const { file, line } = tests.find((test) => test.id === first) ?? { file: configFile, line: 1 };
  const title = `${id} ${row?.state === 'differs' ? 'is answered otherwise than assumed' : 'is not verified'}`;
  const told = [`${id} ${text}`, ...(row?.reasons ?? []).slice(0, LAST)].join('\n');
  return { kind: 'rule', title, id: title, text: told, file, line, rules: [id], failed: false };
}

function runProblem({ text, entry }: Reason, title: string, configFile: string): RunProblem {
  // An entry's path is relative to the working directory, and that of a test to the configuration's folder.
  const file = entry?.file === undefined ? configFile : resolve(entry.file);
  return { kind: 'run', title, id: text, text, file, line: entry?.line ?? 1, rules: [], failed: false };
}

/** A file as CI systems name it: relative to the repository, with `/` on every system. */
export function repositoryPath(file: string, directory = process.cwd()): string {
  return relative(repositoryRoot(), resolve(directory, file)).split(sep).join('/');
}

function repositoryRoot(): string {
  const { GITHUB_WORKSPACE, CI_PROJECT_DIR } = process.env;
  return GITHUB_WORKSPACE ?? CI_PROJECT_DIR ?? folderWithGit(process.cwd()) ?? process.cwd();
}

function folderWithGit(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : folderWithGit(dirname(folder));
}
