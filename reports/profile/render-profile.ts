import { isDeepStrictEqual } from 'node:util';
import { defaultAssumptions } from '../../contracts/assumptions/assumptions.js';
import { findingOf } from '../../contracts/profile.js';
import type { Finding, Profile } from '../../contracts/profile.js';
import { assumedRuleIds } from '../../contracts/rules/rules.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';
import type { ProfileChange } from './compare-profiles.js';

/** A profile for a terminal: the tracker, what it answers otherwise than the defaults say, and what is not known. */
export function renderProfile(profile: Profile): string[] {
  const { url = 'the bundled fake', title, version, edition, build } = profile.tracker;
  const found = assumedRuleIds.map((id) => [id, findingOf(id, profile)] as const);
  const observed = found.filter(([, { kind }]) => kind === 'observed');
  const otherwise = found.filter(([id, finding]) => isOtherwise(id, finding));
  const unknown = found.filter(([, { kind }]) => kind !== 'observed');
  return [
    '',
    `Tracker    ${url} (${title}, ${version}, ${edition}, build ${build})`,
    `Observed   ${observed.length} of ${assumedRuleIds.length} open questions; ${otherwise.length} answers are not the defaults`,
    ...otherwise.map(([id, finding]) => `- ${id} ${'value' in finding ? JSON.stringify(finding.value) : ''}`),
    ...(unknown.length === 0 ? [] : [`Unknown    ${unknown.length}, all or in part`]),
    ...unknown.map(([id, finding]) => `- ${id} ${finding.kind}: ${'reason' in finding ? finding.reason : ''}`),
  ];
}

function isOtherwise(id: AssumedRuleId, finding: Finding): boolean {
  if (!('value' in finding)) return false;
  const usual: unknown = defaultAssumptions[id];
  if (finding.kind === 'observed') return !isDeepStrictEqual(finding.value, usual);
  return Object.entries(finding.value as object).some(
    ([part, value]) => !isDeepStrictEqual(value, (usual as Readonly<Record<string, unknown>>)[part]),
  );
}

/** What has changed since an older profile, for a terminal: the answers first. */
export function renderChanges({ observedAt, tracker }: Profile, changes: readonly ProfileChange[]): string[] {
  const answers = changes.filter(({ kind }) => kind === 'answer');
  const others = changes.filter(({ kind }) => kind === 'knowledge');
  const count = answers.length === 0 ? 'no answer has changed' : `${answers.length} answers have changed`;
  return [
    `Since      ${observedAt.slice(0, 10)}, ${tracker.title} ${tracker.version}: ${count}`,
    ...[...answers, ...others].map(({ id, text }) => `- ${id} ${text}`),
  ];
}
