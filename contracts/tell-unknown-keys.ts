import * as z from 'zod';
import { nearest } from './rules/nearest.js';

/** How many keys are told. */
const TOLD = 20;

/** Tells of keys that a document may not have with those that were meant, if they are a letter or two off. */
export function tellUnknownKeys(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
  const told = issue.keys.slice(0, TOLD).map((key) => {
    const meant = nearest(key, known).map((name) => `"${name}"`);
    return `"${key}"${meant.length === 0 ? '' : ` (did you mean ${meant.join(' or ')}?)`}`;
  });
  const left = issue.keys.length - told.length;
  const more = left === 0 ? '' : ` and ${left} more`;
  return `Unrecognized key${told.length === 1 ? '' : 's'}: ${told.join(', ')}${more}`;
}
