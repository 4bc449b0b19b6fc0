import type { AssumedRuleId } from '../rules/rules.js';
import type { Profile } from './profile.js';

/** The part of a profile about the tracker's answers. */
export type Findings = Pick<Profile, 'assumptions' | 'partlyObserved' | 'narrowed' | 'notObserved' | 'conflicts'>;

/** The finding about one open question. */
export type Finding =
  | { readonly kind: 'observed'; readonly value: unknown }
  | { readonly kind: 'partly observed'; readonly value: unknown; readonly reason: string }
  | { readonly kind: 'not observed'; readonly reason: string }
  | { readonly kind: 'conflict'; readonly reason: string };

/** The finding about one open question. A conflict takes precedence over other observations. */
export function findingOf(id: AssumedRuleId, findings: Findings): Finding {
  const conflicts = findings.conflicts[id];
  if (conflicts !== undefined) return { kind: 'conflict', reason: conflicts.map(describeConflict).join('; ') };
  const partly = findings.partlyObserved[id];
  if (partly !== undefined) return { kind: 'partly observed', value: partly.observed, reason: partly.reason };
  const value = findings.assumptions[id];
  if (value !== undefined) return { kind: 'observed', value };
  return { kind: 'not observed', reason: findings.notObserved[id] ?? 'No test of it ran.' };
}

type Conflicts = NonNullable<Profile['conflicts'][AssumedRuleId]>;

function describeConflict({ part, answers }: Conflicts[number]): string {
  const seen = answers.map(({ observed, tests }) => `${JSON.stringify(observed)} in “${tests.join('”, “')}”`);
  return `${part === undefined ? '' : `${part}: `}${seen.join(', but ')}`;
}
