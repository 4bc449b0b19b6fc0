import { SetupError } from '../../fixtures/errors.js';
import { asPublic } from '../../fixtures/reporting/secrets.js';
import type { ExternalTracker } from '../../fixtures/index.js';

/** What a read gave, or the status it was refused with. */
export type ReadResult<Data> =
  { readonly data: Data; readonly refused?: never } | { readonly data?: never; readonly refused: SetupError };

/** Runs a read; a refusal is a result too. Anything else is thrown on. */
export async function tryRead<Data>(read: () => Promise<Data>): Promise<ReadResult<Data>> {
  try {
    return { data: await read() };
  } catch (error) {
    if (error instanceof SetupError) return { refused: error };
    throw error;
  }
}

/**
 * The name of a user for the report. That of the settings is public; any other is what a tracker answered, and may be
 * anything.
 */
export function nameOfUser({ login, sandbox }: ExternalTracker, name: string): string {
  const named = ['username' in login ? login.username : undefined, sandbox.plainUser?.username];
  return named.some((known) => known?.toLowerCase() === name.toLowerCase()) ? asPublic(name) : name;
}
