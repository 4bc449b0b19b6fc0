import { challenge } from '../server/authenticate.js';
import type { Call } from '../server/call.js';
import { TrackerError } from '../server/tracker-error.js';
import { holdsAnywhere } from '../tracker/permissions.js';

/** The property that names users who are exempt from the permission check, separated by commas. */
const WHITELIST = 'ext.adas.rest.whitelist';

/**
 * Refuses a caller who logs in by a scheme the API does not accept (AD-N01), or who lacks the permission it needs
 * (AD-N03) and is not on the whitelist that was in force when the tracker last started (document: Authentication).
 *
 * @throws TrackerError
 */
export function requireAccess(call: Pick<Call, 'state' | 'assumptions' | 'caller' | 'properties' | 'headers'>): void {
  const scheme = /^bearer\s/i.test(String(call.headers['authorization'])) ? 'bearer' : 'basic';
  if (!call.assumptions['AD-N01'].includes(scheme)) {
    throw new TrackerError(401, `A login by ${scheme} is not accepted here.`, {}, challenge);
  }
  const { permission, refusal } = call.assumptions['AD-N03'];
  if (permission === null || holdsAnywhere(call.state, call.caller, permission)) return;
  const exempt = (call.properties[WHITELIST] ?? '').split(',').map((name) => name.trim());
  if (call.caller !== null && exempt.includes(call.caller.name)) return;
  throw new TrackerError(refusal, `You need the permission ${permission} for this.`);
}
