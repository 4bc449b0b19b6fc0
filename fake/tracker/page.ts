/** One page of a list, as the tracker writes it. */
export interface Page<Item> {
  readonly startAt: number;
  readonly maxResults: number;
  readonly total: number;
  readonly isLast: boolean;
  readonly values: readonly Item[];
}

/** The largest page of the lists that are paged. */
const PAGE_LIMIT = 50;

/** Cuts a page out of a list; a page holds fifty elements at most. */
export function pageOf<Item>(
  items: readonly Item[],
  wish: { readonly startAt?: number | undefined; readonly maxResults?: number | undefined },
): Page<Item> {
  const startAt = wish.startAt ?? 0;
  const maxResults = Math.min(wish.maxResults ?? PAGE_LIMIT, PAGE_LIMIT);
  const values = items.slice(startAt, startAt + maxResults);
  return { startAt, maxResults, total: items.length, isLast: startAt + values.length >= items.length, values };
}
