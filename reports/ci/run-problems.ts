import { resolve } from 'node:path';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';
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
  const { verdict, tests, rules } = matrix;
  if (verdict.verdict === 'passed') return [];
  const byId = new Map(tests.map((test) => [test.id, test]));
  const about = (row: RuleRow): Pick<RunProblem, 'file' | 'line'> => {
    const [test] = row.tests.flatMap((id) => byId.get(id) ?? []);
    return { file: test?.file ?? configFile, line: test?.line ?? 1 };
  };
  const rows = (ids: readonly string[]) => rules.filter(({ id, state }) => ids.includes(id) && state !== 'failing');
  const isRed = ({ status }: FinishedTest) => status === 'failed' || (status === 'flaky' && verdict.flaky === 'fails');
  return [
    ...verdict.reasons
      .filter((reason) => !COUNTED.test(reason))
      .map((text) => ({
        kind: 'run' as const,
        title: verdict.verdict,
        id: text,
        text,
        ...placeOf(text, matrix, configFile),
        rules: [],
      })),
    ...tests.filter(isRed).map(({ id, title, file, line, error = '', rules: ids, exchanges }) => {
      // GitHub puts `Error: ` before it.
      const text = error.replace(/^(?:Error: )+/, '');
      const calls = exchanges.kept.slice(-LAST).map(({ method, path, status }) => `${method} ${path} → ${status}`);
      return { kind: 'test' as const, title, id, text, file, line, rules: ids, calls };
    }),
    ...(verdict.verdict === 'rules unverified' || verdict.verdict === 'tests failed'
      ? rows(missingRules(matrix, verdict.demands)).map((row) => ruleProblem(row, 'is not verified', about(row)))
      : []),
    ...(verdict.differs === 'fails' ? rows(differingRules(matrix)) : []).map((row) =>
      ruleProblem(row, 'is answered otherwise than assumed', about(row)),
    ),
  ];
}

/** The place of a reason of the gate: the entry of a known failure, or else the configuration. */
function placeOf(
  text: string,
  { knownProblems = [] }: JudgedMatrix,
  configFile: string,
): Pick<RunProblem, 'file' | 'line'> {
  const { file, line = 1 } = knownProblems.find((one) => one.text === text) ?? {};
  // Its path is relative to the working directory; paths of test files are relative to the configuration's folder.
  return { file: file === undefined ? configFile : resolve(file), line };
}

function ruleProblem(row: RuleRow, claim: string, place: Pick<RunProblem, 'file' | 'line'>): RunProblem {
  const text = [`${row.id} ${row.text}`, ...row.reasons].join('\n');
  return { kind: 'rule', title: `${row.id} ${claim}`, id: `${row.id} ${claim}`, text, ...place, rules: [row.id] };
}
