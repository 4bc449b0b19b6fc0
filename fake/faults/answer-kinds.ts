import * as z from 'zod';
import type { FaultKind, Sending } from './fault-kind.js';

/** The names and values are printed in answers as they stand, so neither may break a line. */
const valueSchema = z.string().regex(/^[\t\x20-\x7e]*$/);

/** The headers of an answer that is made up; its length is told by its body. */
const headersSchema = z
  .record(z.string().regex(/^[\w-]+$/), valueSchema)
  .refine(
    (headers) => !Object.keys(headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name)),
    'Content-Length and Transfer-Encoding are those of the body',
  );

/** The content type of an answer that is made up. */
const contentTypeSchema = z.string().regex(/^[\x20-\x7e]+$/);

/** An answer that is made up. */
interface MadeAnswer {
  readonly status: number;
  /** Those that go before what else is known of the answer, whatever their case. */
  readonly headers: Readonly<Record<string, string | number>> | undefined;
  /** The body; empty for none. */
  readonly text: string;
  /** The content type of a body that is no JSON. */
  readonly contentType: string | undefined;
}

/** Answers with these statuses have no body, whatever is said of one. */
const bodiless = [204, 205, 304];

/** Makes an answer that did not come from the tracker. A body without a content type is JSON. */
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

/** Something between client and tracker, or the tracker itself, answers with an error. */
export const errorResponseSchema = z.strictObject({
  kind: z.literal('error-response'),
  /** For example 429, 500 or 503. */
  status: z.int().min(400).max(599),
  /** The Retry-After header, in seconds; none if it is left out. */
  retryAfter: z.int().min(0).optional(),
  /** Whether the request is refused before it is handled, or after, so that what it changes is changed. */
  moment: z.enum(['before', 'after']).default('before'),
  /** Other headers, for example those that tell a rate limit. */
  headers: headersSchema.optional(),
  /** The body as text, for example a proxy's page; the tracker's error body in JSON if it is left out. */
  body: z.string().optional(),
  /** The content type of `body`; that of a page if it is left out. */
  contentType: contentTypeSchema.optional(),
});

type ErrorResponse = z.output<typeof errorResponseSchema>;

/** What an error response does. */
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

/** The requests it is meant for are answered as it says, by path or not: the tracker does not see them. */
export const stubSchema = z.strictObject({
  kind: z.literal('stub'),
  status: z.int().min(200).max(599).default(200),
  headers: headersSchema.optional(),
  /** The body as any value of JSON. */
  json: z.json().optional(),
  /** The body as text; none if `json` is left out too. */
  body: z.string().optional(),
  /** The content type of `body`; that of plain text if it is left out. */
  contentType: contentTypeSchema.optional(),
});

type Stub = z.output<typeof stubSchema>;

/** Whether a stub tells one body; a refinement, which schemas lose when they are extended. */
export function hasOneBody({ json, body }: Pick<Stub, 'json' | 'body'>): boolean {
  return json === undefined || body === undefined;
}

/** Whether the id of a fault is that of a stub. */
export function isStubId(id: string): boolean {
  return id.startsWith('stub-');
}

/** What a stub does. */
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
