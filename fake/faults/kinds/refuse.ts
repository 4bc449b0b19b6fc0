import * as z from 'zod';
import type { FaultKind } from '../fault-kind.js';
import type { Sending } from '../sending.js';

/** The names are printed in answers as they stand, so neither names nor values may break a line. */
const headersSchema = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/));

const PAGE = 'text/html;charset=UTF-8';

/** Something between client and tracker, or the tracker itself, answers with an error. */
export const refuseSchema = z.strictObject({
  kind: z.literal('refuse'),
  /** For example 429, 500 or 503. */
  status: z.int().min(400).max(599),
  /** The Retry-After header, in seconds; none where it is left out. */
  retryAfter: z.int().min(0).optional(),
  /** Whether the request is refused before it is handled, or after, so that what it changes is changed. */
  moment: z.enum(['before', 'after']).default('before'),
  /** Other headers, for example those that tell a rate limit. */
  headers: headersSchema.optional(),
  /** The body as text, for example a proxy's page; the tracker's error body in JSON where it is left out. */
  body: z.string().optional(),
  /** The content type of `body`; that of a page where it is left out. */
  contentType: z
    .string()
    .regex(/^[\x20-\x7e]+$/)
    .optional(),
});

type Refuse = z.output<typeof refuseSchema>;

/** What a refusal does. */
export const refuse: FaultKind<Refuse> = {
  moment: ({ moment }) => moment,
  effect: (fault) => ({ send: refusalOf(fault) }),
};

function refusalOf({ status, retryAfter, headers, body, contentType = PAGE }: Refuse): Sending {
  const error = { errorMessages: [`Refused with ${status} by a fault that was asked for.`], errors: {} };
  const bytes = Buffer.from(body ?? JSON.stringify(error));
  return {
    status,
    headers: {
      'Content-Type': body === undefined ? 'application/json;charset=UTF-8' : contentType,
      'Content-Length': bytes.length,
      ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      ...headers,
    },
    body: bytes,
    isJson: body === undefined,
    isText: true,
  };
}
