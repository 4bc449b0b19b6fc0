import { inspect } from 'node:util';
import type { RefusalKind } from '../../contracts/index.js';

/** A refusal: thrown by a handler, it ends the call with the tracker's error body and leaves the state as it was. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly status: number;
  /** The body of the answer: the tracker's own error body, if it is not another one. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param body the body of the answer, if it is not the tracker's own
   */
  constructor(
    status: number,
    messages: string | readonly string[],
    errors: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ) {
    const errorMessages = typeof messages === 'string' ? [messages] : messages;
    super([...errorMessages, ...Object.values(errors)].join(' '));
    this.status = status;
    this.body = body ?? { errorMessages, errors };
    this.headers = headers;
  }

  /** A refusal for values in the body, each message under the field it concerns. */
  static ofFields(errors: Readonly<Record<string, string>>): TrackerError {
    return new TrackerError(400, [], errors);
  }
}

/**
 * A refusal that the documents of the three APIs say nothing of: those answer it as a setting says, the tracker's own API
 * as it is thrown.
 */
export class OpenRefusal extends TrackerError {
  readonly kind: RefusalKind;

  constructor(
    kind: RefusalKind,
    status: number,
    message: string,
    errors: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(status, message, errors, headers);
    this.kind = kind;
  }
}

/** Why the login of a call failed, as the tracker tells it in a header. */
export type LoginReason = 'AUTHENTICATED_FAILED' | 'AUTHENTICATION_DENIED';

/** A login by name and password that failed, or that is not even tried before a CAPTCHA is solved. */
export class LoginFailed extends OpenRefusal {
  /** The page that the tracker answers in place of JSON. */
  readonly page: string;

  /** @param loginUrl the page on which the CAPTCHA can be solved */
  constructor(reason: LoginReason, loginUrl: string) {
    const isDenied = reason === 'AUTHENTICATION_DENIED';
    const message = `Basic Authentication Failure - Reason : ${reason}`;
    super(
      'wrongLogin',
      isDenied ? 403 : 401,
      message,
      {},
      {
        'X-Seraph-LoginReason': reason,
        ...(isDenied && { 'X-Authentication-Denied-Reason': `CAPTCHA_CHALLENGE; login-url=${loginUrl}` }),
      },
    );
    const title = isDenied ? 'Forbidden (403)' : 'Unauthorized (401)';
    this.page = `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${message}</p></body></html>\n`;
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
