import { TrackerError } from '../../server/errors.js';
import { matchPattern } from '../../server/match-pattern.js';
import type { PatternStep } from '../../server/match-pattern.js';
import { spend } from '../../state/work.js';

/** How many characters a word with `*` or `?` may have, and how many words a phrase that holds one. */
const PATTERN_LIMIT = 64;
const PHRASE_LIMIT = 16;

/** A word as it stands in texts, or one in which `*` and `?` stand for letters. */
type Wanted = string | readonly PatternStep[];

/**
 * A test of texts for what stands right of a `~`: each word has to be in the text, in any order and any case, `*` and
 * `?` stand for letters, and words in double quotes have to follow each other.
 *
 * @throws TrackerError 400 for patterns that would take long
 */
export function textTest(operand: string): (text: string) => boolean {
  const phrases = [...operand.matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').toLowerCase().match(/[\p{L}\p{N}_*?]+/gu) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => phraseTest(words));
  return (text) => {
    const words = wordsOf(text);
    spend(phrases.length);
    return phrases.length > 0 && phrases.every((holds) => holds(words));
  };
}

function phraseTest(words: readonly string[]): (text: Words) => boolean {
  const wanted = words.map(readWord);
  const [first] = wanted;
  if (wanted.length === 1 && typeof first === 'string') return ({ distinct }) => distinct.has(first);
  const isPlain = wanted.every((word) => typeof word === 'string');
  if (!isPlain && wanted.length > PHRASE_LIMIT) {
    throw new TrackerError(
      400,
      `A phrase with '*' or '?' has at most ${PHRASE_LIMIT} words; one has ${wanted.length}.`,
    );
  }
  return ({ list, text }) => {
    spend(list.length);
    return isPlain ? text.includes(` ${words.join(' ')} `) : startsSomewhere(list, wanted);
  };
}

function readWord(word: string): Wanted {
  if (!/[*?]/.test(word)) return word;
  if (word.length > PATTERN_LIMIT) {
    throw new TrackerError(
      400,
      `A word with '*' or '?' has at most ${PATTERN_LIMIT} characters; one has ${word.length}.`,
    );
  }
  return (word.match(/\*+|\?|[^*?]+/g) ?? []).map((part) => {
    if (part === '?') return { kind: 'one' };
    return part.startsWith('*') ? { kind: 'run', within: false } : { kind: 'text', text: part };
  });
}

function startsSomewhere(list: readonly string[], wanted: readonly Wanted[]): boolean {
  return list.some((_word, start) => wanted.every((one, index) => isWord(list[start + index], one)));
}

function isWord(word: string | undefined, wanted: Wanted): boolean {
  if (word === undefined) return false;
  return typeof wanted === 'string' ? word === wanted : matchPattern(word, wanted);
}

/** The words of a text in lower case. */
interface Words {
  readonly list: readonly string[];
  readonly distinct: ReadonlySet<string>;
  /** All of them, with a blank before and after each. */
  readonly text: string;
}

function wordsOf(text: string): Words {
  spend(text.length);
  const list = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return { list, distinct: new Set(list), text: ` ${list.join(' ')} ` };
}
