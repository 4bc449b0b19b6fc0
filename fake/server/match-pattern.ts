/** One step of a pattern: literal text, any one character, or a run of any characters. */
export type PatternStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' }
  /** `within` is true for a run that ends at the next slash. */
  | { readonly kind: 'run'; readonly within: boolean };

/**
 * Whether a whole text matches a pattern. Each step moves on from all places at which those before it can end, so the cost is
 * at most the length of the text times the length of the pattern, for any number of runs.
 */
export function matchPattern(text: string, pattern: readonly PatternStep[]): boolean {
  let places: readonly number[] = [0];
  for (const step of pattern) {
    if (places.length === 0) return false;
    places = placesAfter(step, text, places);
  }
  return places.includes(text.length);
}

/** The places at which a step can end that begins at one of these. */
function placesAfter(step: PatternStep, text: string, places: readonly number[]): readonly number[] {
  if (step.kind === 'one') return places.filter((place) => place < text.length).map((place) => place + 1);
  if (step.kind === 'text') {
    return places.filter((place) => text.startsWith(step.text, place)).map((place) => place + step.text.length);
  }
  const ends: number[] = [];
  for (const place of places) {
    if (place <= (ends.at(-1) ?? -1)) continue;
    for (let end = place; end <= text.length; end += 1) {
      ends.push(end);
      if (step.within && text[end] === '/') break;
    }
  }
  return ends;
}
