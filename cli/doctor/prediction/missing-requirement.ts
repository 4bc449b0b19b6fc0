import type { Facts } from '../facts.js';

/** Why a test can't do its work here. */
export interface MissingRequirement {
  /** Whether the test is then skipped as not available, or fails for it. */
  readonly ends: 'skipped' | 'failing';
  readonly reason: string;
  readonly remedy: string;
}

/** A missing requirement for which tests are skipped. */
export function skips(reason: string, remedy: string): MissingRequirement {
  return { ends: 'skipped', reason, remedy };
}

/** A missing requirement for which tests fail. */
export function fails(reason: string, remedy: string): MissingRequirement {
  return { ends: 'failing', reason, remedy };
}

const REMEDY = 'see what is said of the permissions.';

/** Whether the user may put no lease on a project: that is a component. */
export function mayNotLease(key: string, { lacking }: Facts): boolean {
  return lacking?.[key]?.includes('ADMINISTER_PROJECTS') === true;
}

/** A lease that can't be had. */
export function noLease(key: string): MissingRequirement {
  return fails(`no lease can be put on project ${key}, in which the user lacks ADMINISTER_PROJECTS`, REMEDY);
}

/** Whether the user lacks something that tests need to make issues in a project and to delete them. */
export function mayNotWrite(key: string, { lacking }: Facts): boolean {
  return lacking?.[key]?.some((permission) => permission !== 'ADMINISTER_PROJECTS') === true;
}

/** Issues that can't be made, changed or removed. */
export function noWriting(keys: readonly string[]): MissingRequirement {
  return fails(`the user lacks permissions in ${keys.join(', ')}`, REMEDY);
}
