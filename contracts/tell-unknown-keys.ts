import * as z from 'zod';
import { nearest } from './rules/nearest.js';

/** Tells of keys that a document may not have with those that were meant, where they are a letter or two off. */
export function tellUnknownKeys(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
  const told = issue.keys.map((key) => {
    const meant = nearest(key, known).map((name) => `"${name}"`);
    return `"${key}"${meant.length === 0 ? '' : ` (did you mean ${meant.join(' or ')}?)`}`;
  });
  return `Unrecognized key${told.length === 1 ? '' : 's'}: ${told.join(', ')}`;
}
