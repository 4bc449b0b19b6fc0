/** The body of a refusal, as the tracker writes it. */
export interface ErrorBody {
  readonly errorMessages: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
}

/** A refusal: thrown by a handler, it ends the call with the tracker's error body and leaves the state as it was. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    messages: string | readonly string[],
    errors: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    const errorMessages = typeof messages === 'string' ? [messages] : messages;
    super([...errorMessages, ...Object.values(errors)].join(' '));
    this.status = status;
    this.body = { errorMessages, errors };
    this.headers = headers;
  }

  /** A refusal for values in the body, each message under the field it concerns. */
  static ofFields(errors: Readonly<Record<string, string>>): TrackerError {
    return new TrackerError(400, [], errors);
  }
}
