import { inspect } from 'node:util';

/** The body of a refusal, as the tracker writes it. */
export interface ErrorBody {
  /** `errorMessages` holds the messages for the whole call, `errors` those for a field, by its id. */
  readonly [property: string]: readonly string[] | Readonly<Record<string, string>>;
}

/** A refusal: thrown by a handler, it ends the call with the tracker's error body and leaves the state as it was. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param property the property of the body that holds the messages, if it is not the tracker's own
   */
  constructor(
    status: number,
    messages: string | readonly string[],
    errors: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
    property = 'errorMessages',
  ) {
    const errorMessages = typeof messages === 'string' ? [messages] : messages;
    super([...errorMessages, ...Object.values(errors)].join(' '));
    this.status = status;
    this.body = { [property]: errorMessages, errors };
    this.headers = headers;
  }

  /** A refusal for values in the body, each message under the field it concerns. */
  static ofFields(errors: Readonly<Record<string, string>>): TrackerError {
    return new TrackerError(400, [], errors);
  }
}

/** A wish for a tenant that can't be met; `status` is what the control API answers with. */
export class TenantError extends Error {
  override readonly name = 'TenantError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`${inspect(thrown)} was thrown`);
}
