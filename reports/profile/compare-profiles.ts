import { isDeepStrictEqual } from 'node:util';
import { findingOf } from '../../contracts/profile.js';
import type { Finding, Findings } from '../../contracts/profile.js';
import { assumedRuleIds } from '../../contracts/rules/rules.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';

/** An open question of which two profiles say different things. */
export interface ProfileChange {
  readonly id: AssumedRuleId;
  /** `answer`: the tracker answers otherwise. `knowledge`: only more or less is known of it. */
  readonly kind: 'answer' | 'knowledge';
  /** In a sentence. */
  readonly text: string;
}

/** What has changed from an older profile of a tracker to a newer one, in the order of the catalogue. */
export function compareProfiles(older: Findings, newer: Findings): ProfileChange[] {
  return assumedRuleIds.flatMap(
    (id) => exclusionOf(id, older, newer) ?? changeOf(id, findingOf(id, older), findingOf(id, newer)) ?? [],
  );
}

/** What the newer profile excludes of what the older one says, though it does not know the answer itself. */
function exclusionOf(id: AssumedRuleId, older: Findings, newer: Findings): ProfileChange | undefined {
  const was = findingOf(id, older);
  const then = 'value' in was ? valueIn(was) : undefined;
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
    const [then, now] = [valueIn(was), valueIn(is)];
    const common = commonParts(then, now);
    if (common.some(([one, other]) => !isDeepStrictEqual(one, other))) {
      return { id, kind: 'answer', text: `the profile says ${asText(then)}, the tracker now answers ${asText(now)}` };
    }
    if (was.kind === is.kind) return undefined;
  }
  if (was.kind === is.kind) return undefined;
  return { id, kind: 'knowledge', text: `it was ${describe(was)}, and is now ${describe(is)}` };
}

function valueIn(finding: Extract<Finding, { value: unknown }>): unknown {
  return finding.value;
}

/** What can be compared of two values: the properties that both have, or the values themselves. */
function commonParts(then: unknown, now: unknown): [unknown, unknown][] {
  if (!isObject(then) || !isObject(now)) return [[then, now]];
  return Object.keys(then).flatMap((part) => (part in now ? [[then[part], now[part]] as [unknown, unknown]] : []));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

function asText(value: unknown): string {
  return JSON.stringify(value);
}
