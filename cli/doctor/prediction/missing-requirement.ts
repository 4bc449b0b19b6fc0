import type { BrokenKind, Facts } from '../facts.js';

export interface MissingRequirement {
  readonly ends: 'skipped' | 'failing';
  readonly reason: string;
  readonly remedy: string;
}

export function skips(reason: string, remedy: string): MissingRequirement {
  return { ends: 'skipped', reason, remedy };
}

export function fails(reason: string, remedy: string): MissingRequirement {
  return { ends: 'failing', reason, remedy };
}

export function findBroken(kind: BrokenKind, { broken }: Facts): MissingRequirement | undefined {
  const names = broken?.[kind] ?? [];
  if (names.length === 0) return undefined;
  return fails(`the sandbox names ${names.join(', ')}, which can’t be used`, `correct the ${kind} in TRACKER_SANDBOX.`);
}

const REMEDY = 'see what is said of the permissions.';

/** The missing requirement if the user may put no lease on a project: that is a component. */
export function findNoLease(key: string, { lacking }: Facts): MissingRequirement | undefined {
  if (lacking?.[key]?.includes('ADMINISTER_PROJECTS') !== true) return undefined;
  return fails(`no lease can be put on project ${key}, in which the user lacks ADMINISTER_PROJECTS`, REMEDY);
}

/** The missing requirement if the user lacks something that tests need to make issues in projects and to delete them. */
export function findNoWriting(keys: readonly string[], { lacking }: Facts): MissingRequirement | undefined {
  const barred = keys.filter((key) => lacking?.[key]?.some((permission) => permission !== 'ADMINISTER_PROJECTS'));
  return barred.length === 0 ? undefined : fails(`the user lacks permissions in ${barred.join(', ')}`, REMEDY);
}
