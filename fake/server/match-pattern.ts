/** One step of a pattern: a text that stands there as it is, any one character, or any number of them. */
export type PatternStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' }
  /** `within` is true for a run that ends at the next slash. */
  | { readonly kind: 'run'; readonly within: boolean };

/** Where matching goes on if it fails: at which step, and how far in the text the run before it reaches. */
interface Resume {
  readonly step: number;
  readonly at: number;
}

/**
 * Whether a whole text matches a pattern. A run is tried as short as it can be. What fails goes back to the last run
 * within slashes, and from there to the last run across them: earlier ones could only give what these two give. So a
 * text costs at most its length times that of the pattern, however many runs there are.
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

/** How many characters of a text a step that is no run takes; 0 if it does not fit. */
function lengthOf(text: string, at: number, wanted: PatternStep | undefined): number {
  if (wanted?.kind === 'one') return at < text.length ? 1 : 0;
  return wanted?.kind === 'text' && text.startsWith(wanted.text, at) ? wanted.text.length : 0;
}
