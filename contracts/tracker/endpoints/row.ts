import * as z from 'zod';
import { rowsWith } from '../../endpoints/row.js';

/** Rows of the tracker's own API: most carry no rule of the three documents. */
export const { calls, reads } = rowsWith({ section: "The tracker's own REST API, version 2", rules: [], scope: 'own' });

/** A query parameter, or a text of a body, that may be left out. */
export const text = z.string().optional();

/** An id in a request: clients send it as text or as a number. */
export const idLike = z.union([z.string(), z.number()]);

/** A number that is not negative. */
export const count = z.coerce.number().int().min(0);

/** How many elements a page has at most; as many as the tracker gives if it is negative. */
export const limit = z.coerce.number().int();

/** The query parameters of a page. */
export const paging = { startAt: count.optional(), maxResults: limit.optional() };
