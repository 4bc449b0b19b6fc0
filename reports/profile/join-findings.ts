import { findingOf } from '../../contracts/profile.js';
import type { Findings } from '../../contracts/profile.js';
import { assumedRuleIds } from '../../contracts/rules/rules.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';

/**
 * What two passes over a tracker have found: of each question what the later one says, save if it could not see what
 * the earlier one saw whole. What is expected of a tracker may close the way on which something was seen, such as a login.
 */
export function joinFindings(earlier: Findings, later: Findings): Findings {
  const kept = assumedRuleIds.filter((id) => {
    const [before, now] = [findingOf(id, earlier).kind, findingOf(id, later).kind];
    if (now === 'not observed') return before === 'observed' || before === 'partly observed';
    return now === 'partly observed' && before === 'observed';
  });
  const pick = <Table extends object>(then: Table, now: Table): Table => {
    const entries = Object.entries(now).filter(([id]) => !kept.includes(id as AssumedRuleId));
    const old = Object.entries(then).filter(([id]) => kept.includes(id as AssumedRuleId));
    return Object.fromEntries([...old, ...entries].sort(([a], [b]) => place(a) - place(b))) as Table;
  };
  const narrowed = pick(earlier.narrowed ?? {}, later.narrowed ?? {});
  return {
    ...(Object.keys(narrowed).length > 0 && { narrowed }),
    assumptions: pick(earlier.assumptions, later.assumptions),
    partlyObserved: pick(earlier.partlyObserved, later.partlyObserved),
    notObserved: pick(earlier.notObserved, later.notObserved),
    conflicts: pick(earlier.conflicts, later.conflicts),
  };
}

function place(id: string): number {
  return assumedRuleIds.indexOf(id as AssumedRuleId);
}
