import * as z from 'zod';
import type { FaultKind, Sending } from './fault-kind.js';

/** Names and values are written into answers unchanged, so they must not contain line breaks. */
const valueSchema = z.string().regex(/^[\t\x20-\x7e]*$/);

/** The headers of a made-up answer. Its length follows from its body. */
const headersSchema = z
  .record(z.string().regex(/^[\w-]+$/), valueSchema)
  .refine(
    (headers) => !Object.keys(headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name)),
    'Content-Length and Transfer-Encoding are those of the body',
  );

/** The content type of a made-up answer. */
const contentTypeSchema = z.string().regex(/^[\x20-\x7e]+$/);

/** A made-up answer. */
interface MadeAnswer {
  readonly status: number;
  /** Headers that replace the default ones; their case does not matter. */
  readonly headers: Readonly<Record<string, string | number>> | undefined;
  /** The body; empty for none. */
  readonly text: string;
  /** The content type of a body that is not JSON. */
  readonly contentType: string | undefined;
}

/** Answers with these statuses never have a body. */
const bodiless = [204, 205, 304];

/** Creates an answer that does not come from the tracker. A body without a content type is JSON. */
function madeAnswer({ status, headers = {}, text, contentType }: MadeAnswer): Sending {
  const isEmpty = text === '' || bodiless.includes(status);
  const body = Buffer.from(isEmpty ? '' : text);
  const own: Record<string, string | number> = {
    ...(!isEmpty && { 'Content-Type': contentType ?? 'application/json;charset=UTF-8' }),
    ...(![204, 304].includes(status) && { 'Content-Length': body.length }),
  };
  const asked = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = Object.entries(own).filter(([name]) => !asked.includes(name.toLowerCase()));
  return {
    status,
    headers: { ...Object.fromEntries(kept), ...headers },
    body,
    isJson: !isEmpty && contentType === undefined,
    isText: !isEmpty,
  };
}

const PAGE = 'text/html;charset=UTF-8';

/** A proxy, or the tracker itself, answers with an error. */
export const errorResponseSchema = z.strictObject({
  kind: z.literal('error-response'),
  /** For example 429, 500 or 503. */
  status: z.int().min(400).max(599),
  /** The Retry-After header, in seconds; left out for none. */
  retryAfter: z.int().min(0).optional(),
  /** When the request is refused: before it is handled, or after, so that its changes are made. */
  moment: z.enum(['before', 'after']).default('before'),
  /** Other headers, for example those of a rate limit. */
  headers: headersSchema.optional(),
  /** The body as text, for example the page of a proxy. Default: the tracker's error body in JSON */
  body: z.string().optional(),
  /** The content type of `body`. Default: that of an HTML page */
  contentType: contentTypeSchema.optional(),
});

type ErrorResponse = z.output<typeof errorResponseSchema>;

/** The effect of an error response. */
export const errorResponse: FaultKind<ErrorResponse> = {
  moment: ({ moment }) => moment,
  effect: (fault) => ({ send: refusalOf(fault) }),
};

function refusalOf({ status, retryAfter, headers, body, contentType = PAGE }: ErrorResponse): Sending {
  const error = { errorMessages: [`Refused with ${status} by a fault that was asked for.`], errors: {} };
  return madeAnswer({
    status,
    headers: { ...(retryAfter !== undefined && { 'Retry-After': retryAfter }), ...headers },
    text: body ?? JSON.stringify(error),
    contentType: body === undefined ? undefined : contentType,
  });
}

/** Answers the matching requests itself, even at unknown paths. The tracker does not see them. */
export const stubSchema = z.strictObject({
  kind: z.literal('stub'),
  status: z.int().min(200).max(599).default(200),
  headers: headersSchema.optional(),
  /** The body as a JSON value. */
  json: z.json().optional(),
  /** The body as text; none if `json` is left out too. */
  body: z.string().optional(),
  /** The content type of `body`. Default: plain text */
  contentType: contentTypeSchema.optional(),
});

type Stub = z.output<typeof stubSchema>;

/** Requires at most one body. A refinement is lost if a schema is extended, so it is added last. */
export function hasOneBody({ json, body }: Pick<Stub, 'json' | 'body'>): boolean {
  return json === undefined || body === undefined;
}

/** Whether the id of a fault is that of a stub. */
export function isStubId(id: string): boolean {
  return id.startsWith('stub-');
}

/** The effect of a stub. */
export const stub: FaultKind<Stub> = {
  moment: () => 'before',
  effect: ({ status, headers, json, body, contentType = 'text/plain;charset=UTF-8' }) => ({
    answer: madeAnswer({
      status,
      headers,
      text: json === undefined ? (body ?? '') : JSON.stringify(json),
      contentType: json === undefined ? contentType : undefined,
    }),
  }),
};
