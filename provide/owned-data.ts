import { MistakeError, wasGiven } from '../contracts/mistake.js';

/** @throws MistakeError if what a test says to own is no key of an issue */
export function requireIssueKey(what: unknown): void {
  if (typeof what === 'string' && /^[A-Z][A-Z0-9_]*-[1-9]\d*$/.test(what)) return;
  throw new MistakeError(
    `tracker.owns takes the key of an issue. ${typeof what === 'string' ? `It was given ${JSON.stringify(what)}.` : wasGiven(what)}`,
  );
}
