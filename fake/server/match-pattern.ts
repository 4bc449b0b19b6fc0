/** One step of a pattern: literal text, any one character, or a run of any characters. */
export type PatternStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' }
  /** `within` is true for a run that ends at the next slash. */
  | { readonly kind: 'run'; readonly within: boolean };

/**
 * Where matching continues after a failure: the step, and the position in the text up to which the run before it
 * reaches.
 */
interface Resume {
  readonly step: number;
  readonly at: number;
}

/**
 * Whether a whole text matches a pattern. A run is matched as short as possible. After a failure, matching goes back to
 * the last run within slashes, and from there to the last run across them; earlier runs could add no other matches. So
 * the cost is at most the length of the text times the length of the pattern, for any number of runs.
 */
export function matchPattern(text: string, pattern: readonly PatternStep[]): boolean {
  let [at, step] = [0, 0];
  let within: Resume | undefined;
  let across: Resume | undefined;
  while (at < text.length || step < pattern.length) {
    const wanted = pattern[step];
    if (wanted?.kind === 'run') {
      step += 1;
      if (wanted.within) within = { step, at };
      else [within, across] = [undefined, { step, at }];
      continue;
    }
    const length = lengthOf(text, at, wanted);
    if (length > 0) {
      at += length;
      step += 1;
      continue;
    }
    if (within !== undefined && within.at < text.length && text[within.at] !== '/') {
      within = { ...within, at: within.at + 1 };
      ({ at, step } = within);
    } else if (across !== undefined && across.at < text.length) {
      across = { ...across, at: across.at + 1 };
      [within, { at, step }] = [undefined, across];
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
