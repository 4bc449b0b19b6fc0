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
