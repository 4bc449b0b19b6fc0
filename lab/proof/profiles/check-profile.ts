import { isDeepStrictEqual } from 'node:util';
import { findingOf, ruleIds } from '../../../contracts/index.js';
import type { AssumedRuleId, Assumptions, Profile } from '../../../contracts/index.js';
import { hiddenOf } from './hidden.js';

/** How what was observed of a setting stands to what the fake was started with. */
export interface Check {
  readonly id: AssumedRuleId;
  readonly state: 'equal' | 'hidden' | 'wrong';
  readonly text: string;
}

/** Compares what was observed of a fake with what it was started with, setting by setting. */
export function checkProfile(profile: Profile, answers: Assumptions, mode: 'isolated' | 'shared'): Check[] {
  const hidden = hiddenOf(answers, mode);
  const ids = ruleIds.filter((id): id is AssumedRuleId => id in answers);
  return ids.map((id) => checkSetting(id, profile, answers[id], hidden));
}

function checkSetting(
  id: AssumedRuleId,
  profile: Profile,
  answer: unknown,
  hidden: ReadonlyMap<string, string>,
): Check {
  const finding = findingOf(id, profile);
  if (finding.kind === 'conflict') return { id, state: 'wrong', text: finding.reason };
  if (finding.kind === 'not observed') {
    const why = hidden.get(id) ?? whyEveryPart(id, answer, hidden);
    return why === undefined ? { id, state: 'wrong', text: finding.reason } : { id, state: 'hidden', text: why };
  }
  if (!isSame(seenIn(finding.value, answer), finding.value)) {
    return { id, state: 'wrong', text: `${asText(finding.value)} instead of ${asText(answer)}` };
  }
  if (finding.kind === 'observed') return { id, state: 'equal', text: asText(answer) };
  const missing = Object.keys(answer as object).filter((part) => !(part in (finding.value as object)));
  const unexplained = missing.filter((part) => !hidden.has(id) && !hidden.has(`${id}.${part}`));
  if (unexplained.length > 0) return { id, state: 'wrong', text: finding.reason };
  const why = new Set(missing.map((part) => hidden.get(`${id}.${part}`) ?? hidden.get(id)));
  return { id, state: 'hidden', text: `${missing.join(', ')}: ${[...why].join(', ')}` };
}

/** Why no property of a setting can be seen; undefined if one can be seen or the setting has no properties. */
function whyEveryPart(id: AssumedRuleId, answer: unknown, hidden: ReadonlyMap<string, string>): string | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
  const reasons = Object.keys(answer).map((part) => hidden.get(`${id}.${part}`));
  return reasons.includes(undefined) ? undefined : [...new Set(reasons)].join(', ');
}

/** The properties of an answer that were seen. */
function seenIn(seen: unknown, answer: unknown): unknown {
  if (typeof seen !== 'object' || seen === null || Array.isArray(seen)) return answer;
  return Object.fromEntries(
    Object.keys(seen).map((part) => [part, (answer as Readonly<Record<string, unknown>>)[part]]),
  );
}

/** Whether two answers say the same; lists of words are sets, the first of which leads if it matters. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(inOrder(one), inOrder(other));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === 'string') ? [...value].sort() : value.map(inOrder);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inOrder(item)]));
}

function asText(value: unknown): string {
  return JSON.stringify(value);
}
