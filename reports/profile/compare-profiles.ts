import { isObject } from '../../contracts/index.js';
import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../contracts/counted.js';
import { findingOf } from '../../contracts/profile.js';
import type { Finding, Findings, Profile } from '../../contracts/profile.js';
import { asText } from './find-answers.js';
import { assumedRuleIds } from '../../contracts/rules/rules.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';
import { defaultAssumptions } from '../../contracts/assumptions/assumptions.js';

/** An open question that two profiles answer differently. */
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

/** Whether two answers differ in a part that both have. */
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
