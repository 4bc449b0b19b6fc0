import * as z from 'zod';

/** Any final HTTP status of an answer. */
export const anyStatus = z.int().min(200).max(499);

/** A status that says a call succeeded. */
export const successStatus = z.int().min(200).max(299);
