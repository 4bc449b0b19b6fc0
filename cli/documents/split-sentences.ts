/** Words that end with a dot inside a sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs)\.$/i;

/** Splits a text at each full stop, question mark or exclamation mark that a blank follows. */
export function splitSentences(text: string): string[] {
  const parts = text.split(/(?<=[.!?]["')\]”’]*) /);
  const sentences: string[] = [];
  for (const part of parts.filter(Boolean)) {
    const before = sentences.at(-1);
    if (before !== undefined && abbreviation.test(before)) sentences.splice(-1, 1, `${before} ${part}`);
    else sentences.push(part);
  }
  return sentences;
}
