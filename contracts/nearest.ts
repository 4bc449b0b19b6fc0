import leven from 'leven';
import * as z from 'zod';
import { counted } from './counted.js';

/** The nearest names, three at most, those first that begin alike. @param within how many letters they may be away */
export function nearest(typed: string, names: readonly string[], within = 2): string[] {
  const text = typed.toUpperCase();
  const measured = names.map((name) => {
    const other = name.toUpperCase();
    return { name, apart: leven(text, other, { maxDistance: within + 1 }), alike: sharedStart(text, other) };
  });
  const least = Math.min(within, ...measured.map(({ apart }) => apart));
  return measured
    .filter(({ apart }) => apart === least)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, 3)
    .map(({ name }) => name);
}

function sharedStart(one: string, other: string): number {
  const end = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return end === -1 ? one.length : end;
}

/**
 * The remedy for a mistyped name: the names that it may have meant, or else another remedy. A name is meant if it differs
 * in a few letters, or if the longer of the two has all words of the shorter one.
 */
export function didYouMean(typed: string, names: readonly string[], otherwise = ''): string {
  const near = nearest(typed, names);
  const meant = near.length > 0 ? near : names.filter((name) => sharesWords(typed, name)).slice(0, 3);
  return meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : otherwise;
}

function sharesWords(one: string, other: string): boolean {
  const [fewer = [], more = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return fewer.length > 1 && fewer.every((word) => more.includes(word));
}

/** `copy`, `test` and `plan` of `copyTestPlan`. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** How many keys, and how many problems of a value, are named. */
const TOLD = 20;

/**
 * A problem of a document in words: sizes, kinds of values, and keys that it may not have with those that were meant, if they are
 * a letter or two off. Undefined for other problems, which zod tells.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'too_small') return `has to ${sizeOf(issue.origin, `at least ${String(issue.minimum)}`)}`;
  if (issue.code === 'too_big') return `has to ${sizeOf(issue.origin, `at most ${String(issue.maximum)}`)}`;
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : `has to be ${kindOf(issue.expected)}`;
  if (issue.code === 'invalid_value')
    return `has to be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (issue.code !== 'unrecognized_keys') return undefined;
  const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
  const told = issue.keys.slice(0, TOLD).map((key) => {
    const meant = nearest(key, known).map((name) => `"${name}"`);
    return `"${key}"${meant.length === 0 ? '' : ` (did you mean ${meant.join(' or ')}?)`}`;
  });
  const left = issue.keys.length - told.length;
  const more = left === 0 ? '' : ` and ${left} more`;
  return `Unrecognized key${issue.keys.length === 1 ? '' : 's'}: ${told.join(', ')}${more}`;
}

function kindOf(expected: string): string {
  if (expected === 'string') return 'text';
  if (expected === 'boolean') return 'true or false';
  if (expected === 'int') return 'a whole number';
  if (expected === 'array') return 'a list';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function sizeOf(origin: string, size: string): string {
  if (origin === 'array') return `have ${size} ${size.endsWith(' 1') ? 'item' : 'items'}`;
  if (origin === 'string') return `have ${size} ${size.endsWith(' 1') ? 'character' : 'characters'}`;
  return `be ${size}`;
}

/** `whole` names the place if it is the whole value. The last text says how many more problems there are. */
export function firstProblems(
  { issues }: z.ZodError,
  whole: string,
): readonly (readonly [place: string, message: string])[] {
  const told = issues
    .slice(0, TOLD)
    .map(({ path, message }) => [path.map(String).join('.') || whole, message] as const);
  const left = issues.length - told.length;
  return left === 0 ? told : [...told, [whole, counted(left, 'more problem')] as const];
}
