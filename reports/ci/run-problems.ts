import { resolve } from 'node:path';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { differingRules, missingRules } from '../gate.js';

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
}

const LAST = 3;

/** The reasons of the gate that only count problems, which are listed here one by one. */
const COUNTED = /^\d+ (?:tests?|documented rules?|open questions?) /;

/** The problems that make a run red, one by one, in place of the gate's numbers. Empty if the run passed. */
export function runProblems(matrix: JudgedMatrix, configFile: string): RunProblem[] {
  const { verdict, tests, rules, knownProblems = [] } = matrix;
  if (verdict.verdict === 'passed') return [];
  const byId = new Map(tests.map((test) => [test.id, test]));
  const ruleProblems = (ids: readonly string[], claim: string) =>
    rules
      .filter(({ id, state }) => ids.includes(id) && state !== 'failing')
      .map(({ id, text, reasons, tests: [first = ''] }) => {
        const { file, line } = byId.get(first) ?? { file: configFile, line: 1 };
        const [title, told] = [`${id} ${claim}`, [`${id} ${text}`, ...reasons].join('\n')];
        return { kind: 'rule' as const, title, id: title, text: told, file, line, rules: [id] };
      });
  const isRed = ({ status }: FinishedTest) => status === 'failed' || (status === 'flaky' && verdict.flaky === 'fails');
  return [
    ...verdict.reasons
      .filter((reason) => !COUNTED.test(reason))
      .map((text) => {
        const { file, line = 1 } = knownProblems.find((one) => one.text === text) ?? {};
        // An entry's path is relative to the working directory, and that of a test to the configuration's folder.
        const path = file === undefined ? configFile : resolve(file);
        return { kind: 'run' as const, title: verdict.verdict, id: text, text, file: path, line, rules: [] };
      }),
    ...tests.filter(isRed).map(({ id, title, file, line, error = '', rules: ids, exchanges }) => {
      // GitHub puts `Error: ` before it.
      const text = error.replace(/^(?:Error: )+/, '');
      const calls = exchanges.kept.slice(-LAST).map(({ method, path, status }) => `${method} ${path} → ${status}`);
      return { kind: 'test' as const, title, id, text, file, line, rules: ids, calls };
    }),
    ...(verdict.verdict === 'rules unverified' || verdict.verdict === 'tests failed'
      ? ruleProblems(missingRules(matrix, verdict.demands), 'is not verified')
      : []),
    ...ruleProblems(verdict.differs === 'fails' ? differingRules(matrix) : [], 'is answered otherwise than assumed'),
  ];
}
