import { execFile } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import { ownFile } from '../../own-file.js';
import type { GateResult } from './quality-gate.js';
import { createRequire } from 'node:module';

/** The input of the process that makes a report, as JSON. */
interface ReportJob {
  readonly results: readonly string[];
  readonly gate: readonly GateResult[];
  /** The configuration of Allure, but for the quality gate and the plugins. */
  readonly config: object;
  readonly page: object;
}

/** A process that has Allure, or is loading it. */
export interface AllureProcess {
  make(job: ReportJob): Promise<void>;
  /** Ends the process if it has nothing to make. */
  end(): void;
}

const run = promisify(execFile);

/** Starts the process that makes a report. It loads Allure while the run is still judged. @throws AllureReportError */
export function startAllureProcess(): AllureProcess {
  const running = run(process.execPath, [ownFile('allure/report/make-report.js'), findAllure()], {
    timeout: 300_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  const problem = running.then(() => undefined, problemOf);
  const input = running.child.stdin;
  // A process that ended early does not read its job. The problem is what it wrote.
  input?.on('error', () => undefined);
  return {
    async make(job) {
      input?.end(JSON.stringify(job));
      const error = await problem;
      if (error !== undefined) throw error;
    },
    end: () => void input?.end(),
  };
}

function problemOf(cause: unknown): AllureReportError {
  const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
  const said = stripVTControlCharacters(stderr || stdout)
    .split('\n')
    .find((line) => /^\w*Error\b/.test(line));
  return new AllureReportError(`allure could not make its report: ${said ?? String(cause)}`, { cause });
}

/** Why there is no Allure report, in one sentence that says what to do. */
export class AllureReportError extends Error {
  override readonly name = 'AllureReportError';
}

/** A file of the installed package `allure`, from which its own packages are found. @throws AllureReportError */
export function findAllure(resolve: (name: string) => string = createRequire(import.meta.url).resolve): string {
  try {
    return resolve('allure');
  } catch (cause) {
    throw new AllureReportError('The package allure is not installed: npm install --save-dev allure@3', { cause });
  }
}
