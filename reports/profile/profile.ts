import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { assumptionTable, defaultAssumptions } from '../../contracts/assumptions/assumptions.js';
import { findingOf, settingParts } from '../../contracts/profile.js';
import type { Conflict, Findings, Finding, Profile } from '../../contracts/profile.js';
import { assumedRuleIds } from '../../contracts/rules/rules.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';
import { candidatesIn } from '../../contracts/report/finished-test.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { isObject } from '../../contracts/index.js';
import { counted } from '../../contracts/counted.js';

const MOST = 3;

function whyNotObserved(id: AssumedRuleId, tests: readonly FinishedTest[], part: string): string {
  if (tests.length === 0) return 'No test of it ran.';
  const reasons = [
    ...tests.flatMap(({ status, title, error }) =>
      status === 'failed' ? [`“${title}” failed: ${error?.split('\n', 1)[0] ?? 'it says nothing more.'}`] : [],
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

export function findAnswers(tests: readonly FinishedTest[]): Findings {
  return joinTables(
    assumedRuleIds.map((id) =>
      findAnswer(
        id,
        tests.filter(({ rules }) => rules.includes(id)),
      ),
    ),
  );
}

function joinTables(told: readonly Partial<Findings>[]): Findings {
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

/** The one part of a setting without properties. */
const WHOLE = '';

type Part = Settled & { readonly part: string };

function findAnswer(id: AssumedRuleId, tests: readonly FinishedTest[]): Partial<Findings> {
  const claims = claimsAbout(id, tests);
  const schemas = settingParts(id);
  const parts = Object.entries(schemas ?? { [WHOLE]: assumptionTable[id].schema }).map(([part, schema]): Part => ({
    part,
    ...settle(
      claims.filter((claim) => claim.part === part),
      schema,
    ),
  }));
  const conflicts = parts.flatMap(({ part, ...one }): Conflict[] =>
    one.state === 'conflict' ? [{ ...(part !== WHOLE && { part }), answers: one.answers }] : [],
  );
  const known = parts.flatMap((one) => (one.state === 'known' ? [[one.part, one.value] as const] : []));
  const narrowed = Object.fromEntries(
    parts.flatMap((one) =>
      one.state === 'open' && one.candidates && one.part !== WHOLE ? [[one.part, one.candidates] as const] : [],
    ),
  ) as Readonly<Record<string, never>>;
  const observed = Object.fromEntries(known) as Readonly<Record<string, never>>;
  const reason = reasonsOf(id, tests, parts);
  return {
    ...(conflicts.length > 0 && { conflicts: { [id]: conflicts } }),
    ...(known.length === parts.length && { assumptions: { [id]: schemas === undefined ? observed[WHOLE] : observed } }),
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

interface Claim {
  readonly part: string;
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
      if (!hasParts) return [{ part: WHOLE, candidates: [value], test }];
      return Object.entries(value as object).flatMap(([part, seen]) => {
        const candidates = candidatesIn(seen);
        return candidates.length === 0 ? [] : [{ part, candidates, test }];
      });
    });
}

function narrowed(id: AssumedRuleId, { unclear = [], title }: FinishedTest): Claim[] {
  return unclear.flatMap(({ rule, part = WHOLE, oneOf = [] }) =>
    rule === id && oneOf.length > 0 ? [{ part, candidates: oneOf, test: title }] : [],
  );
}

type Answers = Conflict['answers'];

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

export interface ProfileChange {
  readonly id: AssumedRuleId;
  /** `answer`: the tracker answers otherwise. `knowledge`: only more or less is known of it. */
  readonly kind: 'answer' | 'knowledge';
  readonly text: string;
}

export function compareProfiles(older: Findings, newer: Findings): ProfileChange[] {
  return assumedRuleIds.flatMap(
    (id) => exclusionOf(id, older, newer) ?? changeOf(id, findingOf(id, older), findingOf(id, newer)) ?? [],
  );
}

/** The change of an answer that the newer profile excludes, although it does not know the new answer. */
function exclusionOf(id: AssumedRuleId, older: Findings, newer: Findings): ProfileChange | undefined {
  const was = findingOf(id, older);
  const then: unknown = 'value' in was ? was.value : undefined;
  if (!isObject(then)) return undefined;
  const excluded = Object.entries(newer.narrowed?.[id] ?? {}).filter(
    ([part, candidates]) => part in then && !candidates.some((one) => isDeepStrictEqual(one, then[part])),
  );
  if (excluded.length === 0) return undefined;
  const now = excluded.map(([part, candidates]) => `${part} as one of ${candidates.map(asText).join(', ')}`);
  return { id, kind: 'answer', text: `the profile says ${asText(then)}, the tracker now answers ${now.join('; ')}` };
}

function changeOf(id: AssumedRuleId, was: Finding, is: Finding): ProfileChange | undefined {
  if ('value' in was && 'value' in is) {
    const text = `the profile says ${asText(was.value)}, the tracker now answers ${asText(is.value)}`;
    if (differs(was.value, is.value)) return { id, kind: 'answer', text };
  }
  if (was.kind === is.kind) return undefined;
  return { id, kind: 'knowledge', text: `it was ${describe(was)}, and is now ${describe(is)}` };
}

function differs(then: unknown, now: unknown): boolean {
  if (!isObject(then) || !isObject(now)) return !isDeepStrictEqual(then, now);
  return Object.keys(then).some((part) => part in now && !isDeepStrictEqual(then[part], now[part]));
}

function describe(finding: Finding): string {
  if (!('value' in finding)) return `${words[finding.kind]} (${finding.reason})`;
  return `${words[finding.kind]} ${asText(finding.value)}`;
}

const words: { readonly [Kind in Finding['kind']]: string } = {
  observed: 'observed as',
  'partly observed': 'observed in part, as',
  'not observed': 'not observed',
  conflict: 'seen differently by different tests',
};

export function renderProfile(profile: Profile): string[] {
  const { url = 'the bundled fake', title, version, edition, build } = profile.tracker;
  const found = assumedRuleIds.map((id) => [id, findingOf(id, profile)] as const);
  const observed = found.filter(([, { kind }]) => kind === 'observed');
  const otherwise = found.filter(([id, one]) => 'value' in one && differs(one.value, defaultAssumptions[id]));
  const unknown = found.filter(([, { kind }]) => kind !== 'observed');
  return [
    '',
    `Tracker    ${url} (${title}, ${version}, ${edition}, build ${build})`,
    `Observed   ${observed.length} of ${assumedRuleIds.length} open questions; ${counted(otherwise.length, 'answer is not the default', 'answers are not the defaults')}`,
    ...otherwise.map(([id, finding]) => `- ${id} ${'value' in finding ? JSON.stringify(finding.value) : ''}`),
    ...(unknown.length === 0 ? [] : [`Unknown    ${unknown.length}, all or in part`]),
    ...unknown.map(([id, finding]) => `- ${id} ${finding.kind}: ${'reason' in finding ? finding.reason : ''}`),
  ];
}

export function renderChanges({ observedAt, tracker }: Profile, changes: readonly ProfileChange[]): string[] {
  const answers = changes.filter(({ kind }) => kind === 'answer');
  const others = changes.filter(({ kind }) => kind === 'knowledge');
  const count =
    answers.length === 0
      ? 'no answer has changed'
      : counted(answers.length, 'answer has changed', 'answers have changed');
  return [
    `Since      ${observedAt.slice(0, 10)}, ${tracker.title} ${tracker.version}: ${count}`,
    ...[...answers, ...others].map(({ id, text }) => `- ${id} ${text}`),
  ];
}
