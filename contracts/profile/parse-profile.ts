import * as z from 'zod';
import { assumptionOverridesSchema } from '../assumptions/assumptions.js';
import { nearest } from '../rules/nearest.js';
import { assumedRuleIds } from '../rules/rules.js';
import { assumptionsOfProfile } from './assumptions-of-profile.js';
import { PROFILE_VERSION, profileSchema } from './profile.js';
import type { Profile } from './profile.js';

/** A profile, or a sentence for each of its problems. */
export type ParsedProfile = { readonly profile: Profile } | { readonly problems: readonly string[] };

/** Checks a profile. Checks its version first, because all other problems may come from that. */
export function parseProfile(value: unknown): ParsedProfile {
  const version = z.looseObject({ schemaVersion: z.int().min(1) }).safeParse(value).data?.schemaVersion;
  if (version === undefined) {
    return { problems: ['It is no profile: it has no schemaVersion. `tracker-e2e observe` writes profiles.'] };
  }
  if (version > PROFILE_VERSION) {
    return {
      problems: [
        `Its schemaVersion ${version} is newer than ${PROFILE_VERSION}, the last that this tracker-e2e reads: update tracker-e2e, or observe the tracker again.`,
      ],
    };
  }
  const parsed = profileSchema.safeParse(value);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const completed = assumptionOverridesSchema.safeParse(assumptionsOfProfile(parsed.data));
  return completed.success ? { profile: parsed.data } : { problems: problemsOf(completed.error, 'partlyObserved') };
}

function problemsOf({ issues }: z.ZodError, under?: string): string[] {
  return issues.flatMap((issue) => {
    const path = [...(under === undefined ? [] : [under]), ...issue.path].join('.');
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
    const id = issue.path.at(-1);
    if (issue.code === 'invalid_key' && id !== undefined)
      return unknownKey(issue.path.slice(0, -1).join('.'), String(id));
    return `${path || 'The profile'}: ${issue.message}.`;
  });
}

function unknownKey(path: string, key: string): string {
  if (!/^[A-Z]{2}-/.test(key)) return `${[path, key].filter(Boolean).join('.')} is no property of a profile.`;
  const near = nearest(key, assumedRuleIds);
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `${path}: ${key} is the id of no open question.${hint}`;
}
