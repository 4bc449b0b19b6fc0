import { asPublic } from '../../fixtures/reporting/secrets.js';
import type { ExternalTracker } from '../../fixtures/index.js';

/**
 * The name of a user for the report. That of the settings is public; any other is what a tracker answered, and may be
 * anything.
 */
export function nameOfUser({ login, sandbox }: ExternalTracker, name: string): string {
  const named = ['username' in login ? login.username : undefined, sandbox.plainUser?.username];
  return named.some((known) => known?.toLowerCase() === name.toLowerCase()) ? asPublic(name) : name;
}
