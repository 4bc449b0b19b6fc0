const WORDS = ['lorem', 'ipsum', 'dolor', 'sit', 'amet', 'elit', 'sed', 'eiusmod', 'tempor', 'magna'];

/** A message in other words, as of a tracker in another language: only keys, numbers and paths stay. */
export function reword(message: string): string {
  return message
    .split(' ')
    .map((part) => (part.includes('/') ? part : part.replace(/\b[a-z]{2,}\b/gi, otherWord)))
    .join(' ');
}

function otherWord(word: string): string {
  if (word === word.toUpperCase()) return word;
  return WORDS[(word.length * 7 + word.charCodeAt(0)) % WORDS.length] as string;
}

/** Every text in a value in other words. */
export function rewordAll(value: unknown): unknown {
  if (typeof value === 'string') return reword(value);
  if (Array.isArray(value)) return value.map(rewordAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewordAll(part)]));
}
