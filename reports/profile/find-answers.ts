import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { assumptionTable } from '../../contracts/assumptions/assumptions.js';
import { findingOf } from '../../contracts/profile.js';
import type { Findings } from '../../contracts/profile.js';
import type { Conflict } from '../../contracts/profile.js';
import { settingParts } from '../../contracts/profile.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { assumedRuleIds } from '../../contracts/rules/rules.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';
import { candidatesIn } from '../../contracts/report/annotations.js';

const MOST = 3;

/** Why nothing is known of a setting or a part of it: failed tests first, then unclear ones, then skipped ones. */
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

/** Finds in the tests of a run how the tracker answers each open question. */
export function findAnswers(tests: readonly FinishedTest[]): Findings {
  const told = assumedRuleIds.map((id) => {
    const own = tests.filter(({ rules }) => rules.includes(id));
    const parts = settingParts(id);
    return parts === undefined ? findWhole(id, own) : findParts(id, own, parts);
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

function findWhole(id: AssumedRuleId, tests: readonly FinishedTest[]): Partial<Findings> {
  const settled = settle(claimsAbout(id, tests), assumptionTable[id].schema);
  if (settled.state === 'known') return { assumptions: { [id]: settled.value } };
  if (settled.state === 'conflict') return { conflicts: { [id]: [{ answers: settled.answers }] } };
  return { notObserved: { [id]: settled.reason ?? whyNotObserved(id, tests, undefined) } };
}

type Part = Settled & { readonly part: string };

function findParts(
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

/** The statement of a test about a setting, or about one of its properties. */
interface Claim {
  /** The property of the setting; undefined if the setting has no properties. */
  readonly part: string | undefined;
  /** The values that fit what the test saw: one, or several that it could not distinguish. */
  readonly candidates: readonly unknown[];
  readonly test: string;
}

/** The claims of tests about a setting. A test that failed after an observation still counts for that observation. */
function claimsAbout(id: AssumedRuleId, tests: readonly FinishedTest[]): Claim[] {
  return tests.flatMap((test) => [...observed(id, test), ...narrowed(id, test)]);
}

function observed(id: AssumedRuleId, { observations, title: test }: FinishedTest): Claim[] {
  const hasParts = settingParts(id) !== undefined;
  return observations
    .filter(({ rule }) => rule === id)
    .flatMap(({ observed: value }): Claim[] => {
      if (!hasParts) return [{ part: undefined, candidates: [value], test }];
      return Object.entries(value as object).flatMap(([part, seen]) => {
        const candidates = candidatesIn(seen);
        return candidates.length === 0 ? [] : [{ part, candidates, test }];
      });
    });
}

function narrowed(id: AssumedRuleId, { unclear = [], title }: FinishedTest): Claim[] {
  return unclear.flatMap(({ rule, part, oneOf = [] }) =>
    rule === id && oneOf.length > 0 ? [{ part, candidates: oneOf, test: title }] : [],
  );
}

type Answers = Conflict['answers'];

/** The result of the claims of several tests. */
type Settled =
  | { readonly state: 'known'; readonly value: unknown }
  /** Nothing, or several values; the reason is missing if no test said anything. */
  | { readonly state: 'open'; readonly reason?: string; readonly candidates?: readonly unknown[] }
  | { readonly state: 'conflict'; readonly answers: Answers };

/** Combines the claims of tests about one value: the value is the one that all claims allow. */
function settle(claims: readonly Claim[], schema: z.ZodType): Settled {
  const [first, ...others] = claims;
  if (first === undefined) return { state: 'open' };
  const allowed = first.candidates.filter((value) => others.every(({ candidates }) => isAmong(value, candidates)));
  const [value, second] = allowed;
  if (allowed.length === 0) return { state: 'conflict', answers: answersOf(claims) };
  if (second !== undefined) {
    return { state: 'open', reason: `It may be any of ${allowed.map(asText).join(', ')}.`, candidates: allowed };
  }
  if (schema.safeParse(value).success) return { state: 'known', value };
  return { state: 'open', reason: `It was ${asText(value)}, which the setting can't be.` };
}

function answersOf(claims: readonly Claim[]): Answers {
  const answers: Answers = [];
  for (const { candidates, test } of claims) {
    const observed = (candidates.length === 1 ? candidates[0] : { oneOf: candidates }) as Answers[number]['observed'];
    const known = answers.find((answer) => isDeepStrictEqual(answer.observed, observed));
    if (known === undefined) answers.push({ observed, tests: [test] });
    else if (!known.tests.includes(test)) known.tests.push(test);
  }
  return answers;
}

function isAmong(value: unknown, candidates: readonly unknown[]): boolean {
  return candidates.some((candidate) => isDeepStrictEqual(candidate, value));
}

function asText(value: unknown): string {
  return JSON.stringify(value);
}

/** The joint findings of two passes: the later one counts, unless the earlier one observed more. */
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
