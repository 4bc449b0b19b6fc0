import { spend } from '../state/work.js';

/** One step of a pattern: literal text, any one character, or a run of any characters. */
export type PatternStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' }
  /** `within` is true for a run that ends at the next slash. */
  | { readonly kind: 'run'; readonly within: boolean };

/** The step to go back to if there is none. */
const NONE = -1;

/**
 * Whether a whole text matches a pattern. A run is matched as short as possible. After a failure, matching goes back to
 * the last run within slashes, and from there to the last run across them; earlier runs could add no other matches. So
 * the cost is at most the length of the text times the length of the pattern, for any number of runs.
 */
export function matchPattern(text: string, pattern: readonly PatternStep[]): boolean {
  let [at, step] = [0, 0];
  let [withinStep, withinAt] = [NONE, 0];
  let [acrossStep, acrossAt] = [NONE, 0];
  while (at < text.length || step < pattern.length) {
    spend(5);
    const wanted = pattern[step];
    if (wanted?.kind === 'run') {
      step += 1;
      withinStep = wanted.within ? step : NONE;
      if (wanted.within) withinAt = at;
      else {
        acrossStep = step;
        acrossAt = at;
      }
      continue;
    }
    const length = lengthOf(text, at, wanted);
    if (length > 0) {
      at += length;
      step += 1;
      continue;
    }
    if (withinStep !== NONE && withinAt < text.length && text[withinAt] !== '/') {
      withinAt += 1;
      at = withinAt;
      step = withinStep;
    } else if (acrossStep !== NONE && acrossAt < text.length) {
      withinStep = NONE;
      acrossAt += 1;
      at = acrossAt;
      step = acrossStep;
    } else {
      return false;
    }
  }
  return true;
}

/** How many characters of a text a literal step matches; 0 if it does not match. */
function lengthOf(text: string, at: number, wanted: PatternStep | undefined): number {
  if (wanted?.kind === 'one') return at < text.length ? 1 : 0;
  return wanted?.kind === 'text' && text.startsWith(wanted.text, at) ? wanted.text.length : 0;
}
