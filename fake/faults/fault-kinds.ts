import * as z from 'zod';

/** An answer before it is sent, as faults can change it. */
export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: Buffer;
  readonly isJson: boolean;
  readonly isText: boolean;
  /** The number of pieces of the body, and the pause in milliseconds before each but the first. */
  readonly pieces?: { readonly count: number; readonly pause: number };
  /** The part of the body after which the connection ends, and whether by a reset. */
  readonly end?: { readonly at: number; readonly reset: boolean };
}

export const nothingYet: Sending = { status: 0, headers: {}, body: Buffer.alloc(0), isJson: false, isText: false };

/** When a fault strikes: before a request is handled, or between handling and answer. */
export type Moment = 'before' | 'after';

export type FaultEffect =
  /** It waits, in milliseconds. */
  | { readonly wait: number }
  /** The connection ends without an answer, by a reset or normally. */
  | { readonly disconnect: { readonly reset: boolean } }
  /** This answer replaces the tracker's. Faults that strike after handling apply to it too. */
  | { readonly answer: Sending }
  /** This answer is sent. */
  | { readonly send: Sending };

export interface FaultKind<Fault> {
  readonly moment: (fault: Fault) => Moment;
  /** Whether an answer has the part that the fault changes. Default: every answer has it */
  readonly suits?: (sending: Sending) => boolean;
  /**
   * @param sending the answer so far; empty before the request is handled
   * @param chance a number from 0 to 1, less than 1, by the fault's seed
   */
  readonly effect: (fault: Fault, sending: Sending, chance: () => number) => FaultEffect;
}

function faultKind<Schema extends z.ZodObject>(
  schema: Schema,
  kind: FaultKind<z.output<Schema>>,
): FaultKind<z.output<Schema>> & { readonly schema: Schema } {
  return { schema, ...kind };
}

/** Names and values are written into answers unchanged, so they must not contain line breaks. */
const valueSchema = z.string().regex(/^[\t\x20-\x7e]*$/);

/** The headers that tell how an answer is sent, and not what it says. */
const framing: ReadonlySet<string> = new Set(
  'connection content-length keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

const headersSchema = z.record(z.string().regex(/^[\w-]+$/), valueSchema).superRefine((headers, context) => {
  for (const name of Object.keys(headers).filter((one) => framing.has(one.toLowerCase()))) {
    const message = `${name} can't be set: the server sets the headers that say how an answer is sent`;
    context.addIssue({ code: 'custom', message });
  }
});

const contentTypeSchema = z.string().regex(/^[\x20-\x7e]+$/);

interface MadeAnswer {
  readonly status: number;
  /** Headers that replace the default ones; their case does not matter. */
  readonly headers: Readonly<Record<string, string | number>> | undefined;
  /** The body; empty for none. */
  readonly text: string;
  /** The content type of a body that is not JSON. */
  readonly contentType: string | undefined;
}

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
const errorResponse = faultKind(
  z.strictObject({
    kind: z.literal('error-response'),
    /** For example 429, 500 or 503. */
    status: z.int().min(400).max(599),
    /** The Retry-After header, in seconds; left out for none. */
    retryAfter: z.int().min(0).optional(),
    /** When the request is refused: before it is handled, or after, so that its changes are made. */
    moment: z.enum(['before', 'after']).default('before'),
    /** Other headers, for example of a rate limit. */
    headers: headersSchema.optional(),
    /** The body as text, for example the page of a proxy. Default: the tracker's error body in JSON */
    body: z.string().optional(),
    /** The content type of `body`. Default: the content type of an HTML page */
    contentType: contentTypeSchema.optional(),
  }),
  {
    moment: ({ moment }) => moment,
    effect: ({ status, retryAfter, headers, body, contentType = PAGE }) => {
      const error = { errorMessages: [`Refused with ${status} by a fault that was asked for.`], errors: {} };
      const send = madeAnswer({
        status,
        headers: { ...(retryAfter !== undefined && { 'Retry-After': retryAfter }), ...headers },
        text: body ?? JSON.stringify(error),
        contentType: body === undefined ? undefined : contentType,
      });
      return { send };
    },
  },
);

/** Answers the matching requests itself, even at unknown paths. The tracker does not see them. */
const stub = faultKind(
  z.strictObject({
    kind: z.literal('stub'),
    status: z.int().min(200).max(599).default(200),
    headers: headersSchema.optional(),
    /** The body as a JSON value. */
    json: z.custom<z.core.util.JSONType>().optional(),
    /** The body as text; none if `json` is left out too. */
    body: z.string().optional(),
    /** The content type of `body`. Default: plain text */
    contentType: contentTypeSchema.optional(),
  }),
  {
    moment: () => 'before',
    effect: ({ status, headers, json, body, contentType = 'text/plain;charset=UTF-8' }) => ({
      answer: madeAnswer({
        status,
        headers,
        text: json === undefined ? (body ?? '') : JSON.stringify(json),
        contentType: json === undefined ? contentType : undefined,
      }),
    }),
  },
);

/** Ten minutes; no client waits longer. */
const LONGEST = 600_000;

const milliseconds = z.int().min(0).max(LONGEST);

/** The answer comes late. */
const latency = faultKind(
  z.strictObject({
    kind: z.literal('latency'),
    /** The delay in milliseconds: a fixed one, or a range, both ends included. */
    milliseconds: z.union([
      milliseconds,
      z
        .strictObject({ from: milliseconds, to: milliseconds })
        .refine(({ from, to }) => from <= to, 'from must not be greater than to'),
    ]),
    /** Whether it waits before the request is handled (if the client gives up then, nothing was changed) or after. */
    moment: z.enum(['before', 'after']).default('before'),
  }),
  {
    moment: ({ moment }) => moment,
    effect: ({ milliseconds: range }, _sending, chance) => {
      if (typeof range === 'number') return { wait: range };
      return { wait: range.from + Math.floor(chance() * (range.to - range.from + 1)) };
    },
  },
);

/** The connection ends without the answer, or in the middle of it. */
const connectionReset = faultKind(
  z.strictObject({
    kind: z.literal('connection-reset'),
    /**
     * `before` the request is handled; `after` it was handled, so that its changes are made; or `during` the answer,
     * after half of it.
     */
    moment: z.enum(['before', 'after', 'during']),
    /** Whether the connection is reset, or closed normally. */
    reset: z.boolean().default(true),
  }),
  {
    moment: ({ moment }) => (moment === 'before' ? 'before' : 'after'),
    effect: ({ moment, reset }, sending) =>
      moment === 'during' ? { send: { ...sending, end: { at: 0.5, reset } } } : { disconnect: { reset } },
  },
);

function withBody(sending: Sending, body: Buffer): FaultEffect {
  return { send: { ...sending, headers: { ...sending.headers, 'Content-Length': body.length }, body } };
}

/** The answer's JSON is complete but invalid: it has an extra comma. Answers without JSON stay unchanged. */
const malformed = faultKind(z.strictObject({ kind: z.literal('malformed') }), {
  moment: () => 'after',
  suits: ({ isJson }) => isJson,
  effect: (_fault, sending) => {
    const text = sending.body.toString('utf8');
    const isOpen = /[\]}]$/.test(text);
    return withBody(sending, Buffer.from(isOpen ? `${text.slice(0, -1)},${text.slice(-1)}` : `${text},`));
  },
});

/** The answer's body ends in the middle. Answers without a body stay unchanged. */
const truncated = faultKind(
  z.strictObject({
    kind: z.literal('truncated'),
    /** The part of the body that arrives. */
    at: z.number().min(0).lt(1).default(0.5),
    /**
     * The value of Content-Length: the length of the part that arrives (`cut`; for HTTP the answer is complete), or that
     * of the `whole` body (the connection then ends too early).
     */
    contentLength: z.enum(['cut', 'whole']).default('cut'),
  }),
  {
    moment: () => 'after',
    suits: ({ body }) => body.length > 0,
    effect: ({ at, contentLength }, sending) => {
      if (contentLength === 'whole') return { send: { ...sending, end: { at, reset: false } } };
      return withBody(sending, sending.body.subarray(0, Math.floor(sending.body.length * at)));
    },
  },
);

/** The answer's body comes in small pieces with pauses. Answers without a body stay unchanged. */
const slowBody = faultKind(
  z.strictObject({
    kind: z.literal('slow-body'),
    /** The number of pieces; fewer if the body has fewer bytes. */
    pieces: z.int().min(2).max(1_000).default(10),
    /** The pause between two, in milliseconds. */
    pause: z.int().min(0).max(60_000).default(50),
  }),
  {
    moment: () => 'after',
    suits: ({ body }) => body.length > 0,
    effect: ({ pieces, pause }, sending) => ({ send: { ...sending, pieces: { count: pieces, pause } } }),
  },
);

/** The kinds of faults, by their names. If several faults strike one request, they do so in this order. */
export const faultKinds = {
  latency,
  'connection-reset': connectionReset,
  'error-response': errorResponse,
  stub,
  malformed,
  truncated,
  'slow-body': slowBody,
};
