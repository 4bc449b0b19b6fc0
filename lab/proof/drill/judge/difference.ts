/** One way in which a tracker is not as it would be without the harness. */
export interface Difference {
  readonly kind: 'left behind' | 'deleted' | 'changed' | 'back again';
  /** The row, or the page on which the background user had seen it. */
  readonly what: string;
  readonly text: string;
}

/** How many characters are shown before and after the first difference. */
const AROUND = 40;

/** The parts of two texts around their first difference. */
export function partThatDiffers(then: string, now: string): string {
  let at = 0;
  while (at < then.length && then[at] === now[at]) at += 1;
  const part = (text: string): string => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `was …${part(then)}…, is …${part(now)}…`;
}

/** The differences as lines for a person, the first of each kind in full. */
export function renderDifferences(differences: readonly Difference[], limit = 20): string[] {
  const lines = differences.slice(0, limit).map(({ kind, what, text }) => `${kind}: ${what}: ${text.slice(0, 400)}`);
  return differences.length > limit ? [...lines, `and ${differences.length - limit} more`] : lines;
}
