import { documentedRuleIds } from '../../../contracts/index.js';
import type { Assumptions } from '../../../contracts/index.js';

/** The ids of settings that can't be observed on a tracker with these answers, with a property if the rest can be. */
export function hiddenOf(answers: Assumptions, mode: 'isolated' | 'shared'): Map<string, string> {
  const { 'DT-N04': faults, 'DT-N07': permissions } = answers;
  const { rest: _rest, ...kinds } = faults;
  const { refusal: _refusal, ...needed } = permissions;
  const rows: [string, string, boolean][] = [
    ['DT-N04.rest', 'no item is refused', Object.values(kinds).every((answer) => answer === 'passed over')],
    ['DT-N07.refusal', 'nobody is refused', Object.values(needed).every((permission) => permission === null)],
    ...(mode === 'isolated' ? [] : sharedRows(answers)),
  ];
  return new Map(rows.flatMap(([what, why, holds]) => (holds ? [[what, why]] : [])));
}

/** The further settings that can't be observed if others use the tracker and the run logs in by password. */
function sharedRows({ 'AD-N01': schemes, 'AD-N03': access }: Assumptions): [string, string, boolean][] {
  const directory = Array.from({ length: 15 }, (_, index) => `AD-N${String(index + 2).padStart(2, '0')}`);
  return [
    ['TM-N04', 'no project of the sandbox is new', true],
    ...['read', 'change', 'bulk', 'refusal'].map((part): [string, string, boolean] => [
      `DT-N07.${part}`,
      'nobody there holds one permission alone',
      true,
    ]),
    ['AD-N03.permission', 'nobody there holds one permission alone', true],
    ['AD-N03.refusal', 'the plain user may be let in', access.permission !== 'ADMINISTER'],
    ...directory.map((id): [string, string, boolean] => [id, 'no login is accepted', !schemes.includes('basic')]),
  ];
}

/**
 * Documented rules that no run can verify there: AD-23, if the second user may have the permission that is needed, and
 * every rule of directory sync, if it accepts no password.
 */
export function unverifiableOf(answers: Assumptions, mode: 'isolated' | 'shared'): string[] {
  const { 'AD-N01': schemes, 'AD-N03': access } = answers;
  if (mode === 'isolated') return [];
  if (!schemes.includes('basic')) return documentedRuleIds.filter((id) => id.startsWith('AD-'));
  return access.permission === 'ADMINISTER' ? [] : ['AD-23'];
}
