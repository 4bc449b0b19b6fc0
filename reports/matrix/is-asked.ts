import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';

/** Whether a run was to say something of a rule: a run of some tests was not asked for rules that none of them covers. */
export function isAsked({ id, tests }: RuleRow, { demands }: JudgedMatrix['verdict']): boolean {
  if (tests.length > 0) return true;
  return typeof demands === 'string' ? demands !== 'selected' : (demands as readonly string[]).includes(id);
}
