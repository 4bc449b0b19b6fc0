import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Conflict } from '../../contracts/profile.js';
import type { Claim } from './claims.js';

type Answers = Conflict['answers'];

/** What the claims of several tests come to. */
export type Settled =
  | { readonly state: 'known'; readonly value: unknown }
  /** Nothing, or several values; the reason is missing if no test said anything. */
  | { readonly state: 'open'; readonly reason?: string; readonly candidates?: readonly unknown[] }
  | { readonly state: 'conflict'; readonly answers: Answers };

/** Takes together what tests say of one value: it is what all of them allow. */
export function settle(claims: readonly Claim[], schema: z.ZodType): Settled {
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

/** Each distinct answer with the tests that saw it. */
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
