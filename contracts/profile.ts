import * as z from 'zod';
import { assumptionOverridesSchema, assumptionTable, defaultAssumptions } from './assumptions/assumptions.js';
import type { AssumptionOverrides, Assumptions } from './assumptions/assumptions.js';
import { describeIssue, didYouMean } from './nearest.js';
import { assumedRuleIds } from './rules/rules.js';
import type { AssumedRuleId } from './rules/rules.js';

/** The version of the format; a reader refuses a newer one. */
export const PROFILE_VERSION = 1;

const idSchema = z.enum(assumedRuleIds);

const conflictSchema = z.strictObject({
  /** The property of the setting that they concern; absent if it is the whole setting. */
  part: z.string().optional(),
  answers: z.array(z.strictObject({ observed: z.json(), tests: z.array(z.string()) })).min(2),
});

/** The observed answers of a tracker to the open questions, as `tracker-e2e observe` writes them. */
export const profileSchema = z.strictObject({
  /** For editors: the JSON Schema of this document, `tracker-e2e/schemas/profile.schema.json`. */
  $schema: z.string().optional(),
  schemaVersion: z.literal(PROFILE_VERSION),
  observedAt: z.iso.datetime(),
  /** The version of tracker-e2e that observed it. */
  harness: z.string(),
  tracker: z.strictObject({
    /** Its base URL without credentials; absent for the bundled fake. */
    url: z.url().optional(),
    title: z.string(),
    version: z.string(),
    /** Its deployment type, for example `Server`. */
    edition: z.string(),
    build: z.int(),
  }),
  /** The settings that were observed as a whole. */
  assumptions: assumptionOverridesSchema,
  partlyObserved: z.partialRecord(
    idSchema,
    z.strictObject({ observed: z.record(z.string(), z.json()), reason: z.string() }),
  ),
  /** The possible values of properties that were not observed, if there are only a few; absent if there are none. */
  narrowed: z.partialRecord(idSchema, z.record(z.string(), z.array(z.json()).min(2))).optional(),
  notObserved: z.partialRecord(idSchema, z.string()),
  /** The settings for which tests saw different answers. They are in none of the other lists. */
  conflicts: z.partialRecord(idSchema, z.array(conflictSchema).min(1)),
});

export type Profile = z.infer<typeof profileSchema>;

export type Conflict = z.infer<typeof conflictSchema>;

/** A partly observed setting has the value without the profile for its other properties. */
export function assumptionsOfProfile(
  { assumptions, partlyObserved }: Pick<Profile, 'assumptions' | 'partlyObserved'>,
  base: Assumptions = defaultAssumptions,
): AssumptionOverrides {
  const completed = Object.entries(partlyObserved).map(([id, partly]) => [
    id,
    { ...(base[id as AssumedRuleId] as object), ...partly.observed },
  ]);
  return { ...assumptions, ...(Object.fromEntries(completed) as AssumptionOverrides) };
}

/** The properties of a setting, each with its schema; undefined if the setting is a single value. */
export function settingParts(id: AssumedRuleId): Readonly<Record<string, z.ZodType>> | undefined {
  const { schema } = assumptionTable[id];
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}

export type Findings = Pick<Profile, 'assumptions' | 'partlyObserved' | 'narrowed' | 'notObserved' | 'conflicts'>;

export type Finding =
  | { readonly kind: 'observed'; readonly value: unknown }
  | { readonly kind: 'partly observed'; readonly value: unknown; readonly reason: string }
  | { readonly kind: 'not observed'; readonly reason: string }
  | { readonly kind: 'conflict'; readonly reason: string };

/** The finding about one open question. A conflict takes precedence over other observations. */
export function findingOf(id: AssumedRuleId, findings: Findings): Finding {
  const conflicts = findings.conflicts[id];
  if (conflicts !== undefined) return { kind: 'conflict', reason: conflicts.map(describeConflict).join('; ') };
  const partly = findings.partlyObserved[id];
  if (partly !== undefined) return { kind: 'partly observed', value: partly.observed, reason: partly.reason };
  const value = findings.assumptions[id];
  if (value !== undefined) return { kind: 'observed', value };
  return { kind: 'not observed', reason: findings.notObserved[id] ?? 'No test of it ran.' };
}

type Conflicts = NonNullable<Profile['conflicts'][AssumedRuleId]>;

function describeConflict({ part, answers }: Conflicts[number]): string {
  const seen = answers.map(({ observed, tests }) => `${JSON.stringify(observed)} in “${tests.join('”, “')}”`);
  return `${part === undefined ? '' : `${part}: `}${seen.join(', but ')}`;
}

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
  const parsed = profileSchema.safeParse(value, { error: describeIssue });
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const completed = assumptionOverridesSchema.safeParse(assumptionsOfProfile(parsed.data), { error: describeIssue });
  return completed.success ? { profile: parsed.data } : { problems: problemsOf(completed.error, 'partlyObserved') };
}

function problemsOf({ issues }: z.ZodError, under?: string): string[] {
  return issues.flatMap((issue) => {
    const path = [...(under === undefined ? [] : [under]), ...issue.path].join('.');
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
    const id = issue.path.at(-1);
    if (issue.code === 'invalid_key' && id !== undefined)
      return unknownKey(issue.path.slice(0, -1).join('.'), String(id));
    return `${path || 'The profile'} ${issue.message}.`;
  });
}

function unknownKey(path: string, key: string): string {
  if (!/^[A-Z]{2}-/.test(key)) return `${[path, key].filter(Boolean).join('.')} is no property of a profile.`;
  return `${path}: ${key} is the id of no open question. ${didYouMean(key, assumedRuleIds)}`.trimEnd();
}
