import { assumptionTable } from '../../contracts/assumptions/assumptions.js';
import { settingParts } from '../../contracts/profile.js';
import type { Findings, Conflict } from '../../contracts/profile.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { assumedRuleIds } from '../../contracts/rules/rules.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';
import { claimsAbout } from './claims.js';
import { settle } from './settle.js';
import type { Settled } from './settle.js';

/** More reasons than these are not told: they repeat each other. */
const MOST = 3;

/**
 * Why nothing is known of a setting, or of a property of it, by what became of its tests: what failed comes first, then
 * what could not be told, then what was skipped.
 */
function whyNotObserved(id: AssumedRuleId, tests: readonly FinishedTest[], part: string | undefined): string {
  if (tests.length === 0) return 'No test of it ran.';
  const reasons = [
    ...tests.flatMap(({ status, title, error }) =>
      status === 'failed' ? [`“${title}” failed: ${firstLine(error) ?? 'it says nothing more.'}`] : [],
    ),
    ...tests.flatMap(({ unclear = [] }) =>
      unclear.flatMap((one) => (one.rule === id && (one.part ?? part) === part ? [one.reason] : [])),
    ),
    ...tests.flatMap(({ reason }) => reason ?? []),
  ];
  const distinct = [...new Set(reasons)];
  if (distinct.length === 0) return 'No test saw it.';
  const more = distinct.length - MOST;
  return [...distinct.slice(0, MOST), ...(more > 0 ? [`(and ${more} more)`] : [])].join(' ');
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split('\n', 1)[0];
}

/** Tells from the tests of a run how the tracker answers each open question. */
export function tellRules(tests: readonly FinishedTest[]): Findings {
  const told = assumedRuleIds.map((id) => {
    const own = tests.filter(({ rules }) => rules.includes(id));
    const parts = settingParts(id);
    return parts === undefined ? tellWhole(id, own) : tellParts(id, own, parts);
  });
  const joined = <Key extends keyof Findings>(key: Key) =>
    Object.assign({}, ...told.map((one) => one[key])) as NonNullable<Findings[Key]>;
  return {
    assumptions: joined('assumptions'),
    partlyObserved: joined('partlyObserved'),
    notObserved: joined('notObserved'),
    conflicts: joined('conflicts'),
    ...(told.some(({ narrowed }) => narrowed !== undefined) && { narrowed: joined('narrowed') }),
  };
}

function tellWhole(id: AssumedRuleId, tests: readonly FinishedTest[]): Partial<Findings> {
  const settled = settle(claimsAbout(id, tests), assumptionTable[id].schema);
  if (settled.state === 'known') return { assumptions: { [id]: settled.value } };
  if (settled.state === 'conflict') return { conflicts: { [id]: [{ answers: settled.answers }] } };
  return { notObserved: { [id]: settled.reason ?? whyNotObserved(id, tests, undefined) } };
}

type Part = Settled & { readonly part: string };

function tellParts(
  id: AssumedRuleId,
  tests: readonly FinishedTest[],
  schemas: NonNullable<ReturnType<typeof settingParts>>,
): Partial<Findings> {
  const claims = claimsAbout(id, tests);
  const parts = Object.entries(schemas).map(([part, schema]): Part => ({
    part,
    ...settle(
      claims.filter((claim) => claim.part === part),
      schema,
    ),
  }));
  const conflicts = parts.flatMap((one): Conflict[] =>
    one.state === 'conflict' ? [{ part: one.part, answers: one.answers }] : [],
  );
  const known = parts.flatMap((one) => (one.state === 'known' ? [[one.part, one.value] as const] : []));
  const narrowed = Object.fromEntries(
    parts.flatMap((one) => (one.state === 'open' && one.candidates ? [[one.part, one.candidates] as const] : [])),
  ) as Readonly<Record<string, never>>;
  const observed = Object.fromEntries(known) as Readonly<Record<string, never>>;
  const reason = reasonsOf(id, tests, parts);
  return {
    ...(conflicts.length > 0 && { conflicts: { [id]: conflicts } }),
    ...(known.length === parts.length && { assumptions: { [id]: observed } }),
    ...(known.length > 0 && known.length < parts.length && { partlyObserved: { [id]: { observed, reason } } }),
    ...(Object.keys(narrowed).length > 0 && { narrowed: { [id]: narrowed } }),
    ...(known.length === 0 && conflicts.length === 0 && { notObserved: { [id]: reason } }),
  };
}

/** Why properties are not known, each reason once with those it holds for; without them if it holds for all. */
function reasonsOf(id: AssumedRuleId, tests: readonly FinishedTest[], parts: readonly Part[]): string {
  const byReason = new Map<string, string[]>();
  for (const one of parts) {
    const reason = reasonOf(id, tests, one);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), one.part]);
  }
  return [...byReason]
    .map(([reason, names]) => (names.length === parts.length ? reason : `${names.join(', ')}: ${reason}`))
    .join(' ');
}

function reasonOf(id: AssumedRuleId, tests: readonly FinishedTest[], settled: Part): string | undefined {
  if (settled.state === 'known') return undefined;
  if (settled.state === 'conflict') return 'tests saw different things.';
  return settled.reason ?? whyNotObserved(id, tests, settled.part);
}
