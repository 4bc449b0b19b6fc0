import type { JudgedMatrix, RuleRow, Verdict } from '../../contracts/report/matrix.js';

/** Whether a run was to say something of a rule: a run of some tests was not asked for rules that none of them covers. */
export function isAsked({ id, tests }: RuleRow, { demands }: Pick<Verdict, 'demands'>): boolean {
  if (tests.length > 0) return true;
  return typeof demands === 'string' ? demands !== 'selected' : (demands as readonly string[]).includes(id);
}

/** Whether a run was asked for all tests of its suite. */
export function isWhole({ run, verdict }: Pick<JudgedMatrix, 'run' | 'verdict'>): boolean {
  return run.selected === undefined && verdict.demands !== 'selected';
}
