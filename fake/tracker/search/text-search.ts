/**
 * A test of texts for what stands right of a `~`: each word has to be in the text, in any order and any case, `*` and
 * `?` stand for letters, and words in double quotes have to follow each other.
 */
export function textTest(operand: string): (text: string) => boolean {
  const phrases = [...operand.matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').toLowerCase().match(/[\p{L}\p{N}_*?]+/gu) ?? [])
    .filter((patterns) => patterns.length > 0);
  return (text) => {
    const words = wordsOf(text);
    return phrases.length > 0 && phrases.every((patterns) => containsInARow(words, patterns));
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function containsInARow(words: readonly string[], patterns: readonly string[]): boolean {
  return words.some((_word, start) =>
    patterns.every((pattern, index) => {
      const word = words[start + index];
      return word !== undefined && matches(word, pattern);
    }),
  );
}

/** Goes through the word once and falls back to the last `*` only, so that no pattern takes long. */
function matches(word: string, pattern: string): boolean {
  let [at, next, star, resume] = [0, 0, -1, 0];
  while (at < word.length) {
    if (pattern[next] === '*') {
      star = next++;
      resume = at;
    } else if (pattern[next] === '?' || pattern[next] === word[at]) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      at = ++resume;
      next = star + 1;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(next));
}
