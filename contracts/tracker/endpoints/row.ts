import * as z from 'zod';

const section = "The tracker's own REST API, version 2";

/** A row of the tracker's own API: it carries no rule of the three documents. */
export const own = { section, rules: [] } as const;

/** A query parameter. */
export const text = z.string().optional();

/** A number that is not negative. */
export const count = z.coerce.number().int().min(0);

/** How many elements a page has at most; as many as the tracker gives if it is negative. */
export const limit = z.coerce.number().int();

/** The query parameters of a page. */
export const paging = { startAt: count.optional(), maxResults: limit.optional() };
