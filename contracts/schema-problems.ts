import { counted } from './counted.js';
import * as z from 'zod';
import { nearest } from './rules/nearest.js';

/** How many keys, and how many problems of a value, are named. */
const TOLD = 20;

/** Tells of keys that a document may not have with those that were meant, if they are a letter or two off. */
export function describeUnknownKeys(issue: z.core.$ZodRawIssue): string | undefined {
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

/**
 * The first problems of a value, each with its place. The last text says how many more there are.
 *
 * @param whole the name of the place if it is the whole value
 */
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
