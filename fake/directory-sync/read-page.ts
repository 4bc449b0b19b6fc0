import type { Assumptions, UserListQuery } from '../../contracts/index.js';
import { TrackerError } from '../server/tracker-error.js';

/** The page size where none is given (document: Limits). */
const DEFAULT_SIZE = 25;

/** Which page of a list is wanted: its number, from 1, and how many elements it holds. */
export interface WantedPage {
  readonly page: number;
  readonly size: number;
}

/** Understands page and size (AD-N06, AD-N08). @throws TrackerError where they are refused */
export function readPage({ page, size }: UserListQuery, assumptions: Assumptions): WantedPage {
  const { maximum, larger } = assumptions['AD-N06'];
  const wanted = {
    page: readPositive('page', page, 1, assumptions),
    size: readPositive('size', size, Math.min(DEFAULT_SIZE, maximum), assumptions),
  };
  if (wanted.size > maximum && larger === 'refused') {
    throw new TrackerError(400, `size is ${wanted.size}; at most ${maximum} are answered.`);
  }
  return { ...wanted, size: Math.min(wanted.size, maximum) };
}

function readPositive(name: string, text: string | undefined, fallback: number, assumptions: Assumptions): number {
  if (text === undefined) return fallback;
  if (/^0*[1-9]\d*$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const status = assumptions['AD-N08'];
  if (status >= 400) throw new TrackerError(status, `${name} has to be a positive whole number; it is '${text}'.`);
  return fallback;
}
