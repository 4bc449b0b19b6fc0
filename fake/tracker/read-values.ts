import { isObject } from '../../contracts/index.js';

/** The number of an id as clients send it, as a number or as numeric text; undefined for anything else. */
export function readId(value: unknown): number | undefined {
  if (typeof value === 'string') return /^\d{1,16}$/.test(value) ? readId(Number(value)) : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** An id or a name as clients send it, as text; empty for anything else. */
export function readName(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A value as an object whose properties can be read; undefined for anything else, arrays included. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined;
}

export function withoutUndefined<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, property]) => property !== undefined)) as never;
}

export function readExpand(expand: string | undefined): ReadonlySet<string> {
  return new Set((expand ?? '').split(',').map((word) => word.trim()));
}

export interface Page<Item> {
  readonly startAt: number;
  readonly maxResults: number;
  readonly total: number;
  readonly isLast: boolean;
  readonly values: readonly Item[];
}

/** The largest page of the lists that are paged. */
export const PAGE_LIMIT = 50;

/** How many elements a page may have: as many as are asked for, and all that are given to one for a negative number. */
export function sizeOfPage(requested: number | undefined, limit: number): number {
  return requested === undefined || requested < 0 ? limit : Math.min(requested, limit);
}

export function isTrue(parameter: string | undefined): boolean {
  return parameter?.toLowerCase() === 'true';
}

/** Cuts a page out of a list, and shows its elements; a page holds fifty at most. */
export function answerPage<Item, Shown>(
  items: readonly Item[],
  requested: { readonly startAt?: number | undefined; readonly maxResults?: number | undefined },
  show: (item: Item) => Shown,
): Page<Shown> {
  const startAt = requested.startAt ?? 0;
  const maxResults = sizeOfPage(requested.maxResults, PAGE_LIMIT);
  const values = items.slice(startAt, startAt + maxResults).map(show);
  return { startAt, maxResults, total: items.length, isLast: startAt + values.length >= items.length, values };
}
