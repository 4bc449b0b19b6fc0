/** What a handler answers: a JSON body, bytes, or nothing but a status. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON; `undefined` sends no body. */
  readonly json?: unknown;
  /** Sent as they are, one piece after the other. */
  readonly bytes?: readonly Buffer[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers JSON. */
export function json(body: unknown, status = 200): Answer {
  return { status, json: body };
}

/** Answers 204 with no body. */
export const noContent: Answer = { status: 204 };
