import type { BasePaths } from '../contracts/index.js';
import { MistakeError, wasGiven } from '../contracts/mistake.js';

/**
 * Whether what a test says to own is an issue, by its key, or else something by its path.
 *
 * @throws MistakeError if it is neither, or what the clients of this package write down themselves
 */
export function isOwnedIssue(what: unknown, basePaths: BasePaths): boolean {
  const takes = 'tracker.owns takes the key of an issue, or the path behind the base URL that DELETE removes';
  if (typeof what !== 'string') throw new MistakeError(`${takes}. ${wasGiven(what)}`);
  if (/^[A-Z][A-Z0-9_]*-[1-9]\d*$/.test(what)) return true;
  const { pathname = '', search = '' } = URL.canParse(what, BASE) ? new URL(what, BASE) : {};
  if (!what.startsWith('/') || /[{}]|\/$/.test(what) || `${pathname}${search}` !== what)
    throw new MistakeError(`${takes}. It was given ${JSON.stringify(what)}.`);
  const path = `${pathname}/`.toLowerCase();
  if (['/rest/api', ...Object.values(basePaths)].some((base) => path.startsWith(`${base.toLowerCase()}/`)))
    throw new MistakeError(`${takes}. What is made below ${what} by a client is deleted as it is: say no path for it.`);
  return false;
}

const BASE = 'http://tracker.test';
