/** So many items have the pages of trackers that answer no more of a list than that. */
export const pageSizes = [10, 50, 100] as const;
