import { inspect } from 'node:util';
import { didYouMean } from '../../contracts/nearest.js';
import type { RefusalKind } from '../../contracts/index.js';

/** A refusal. If a handler throws it, the call ends with the tracker's error body and the state stays unchanged. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly status: number;
  /** The body of the answer. Default: the tracker's error body */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  /** @param body the body of the answer, if it is not the tracker's error body */
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

  /** A refusal of values in the body, with each message under its field. */
  static ofFields(errors: Readonly<Record<string, string>>): TrackerError {
    return new TrackerError(400, [], errors);
  }
}

/** What an action gives; undefined if it is refused. */
export function unlessTrackerError<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}

/** What was looked for. @throws TrackerError 404 if it is not there */
export function required<Found>(found: Found | undefined, refusal: string): Found {
  if (found === undefined) throw new TrackerError(404, refusal);
  return found;
}

/** The problems among possible ones, by field; undefined if there are none. */
export function problemsIn(
  possible: Readonly<Record<string, string | false | undefined>>,
): Readonly<Record<string, string>> | undefined {
  const found = Object.entries(possible).filter((each): each is [string, string] => typeof each[1] === 'string');
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * A refusal that the documents of the three APIs do not describe. Those APIs answer it as a setting says; the tracker's
 * own API answers it unchanged.
 */
export class OpenRefusal extends TrackerError {
  constructor(
    readonly kind: RefusalKind,
    status: number,
    message: string,
    errors: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(status, message, errors, headers);
  }
}

/** The reason of a failed login, as the tracker writes it into a header. */
export type LoginReason = 'AUTHENTICATED_FAILED' | 'AUTHENTICATION_DENIED';

/** A login by name and password that failed, or that was not tried because a CAPTCHA has to be solved first. */
export class LoginFailed extends OpenRefusal {
  /** The page that the tracker sends in place of JSON. */
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

/** A change that a page of another site may have sent. The tracker's filter refuses it in plain text. */
export class ForgedRequest extends TrackerError {
  constructor() {
    super(403, 'XSRF check failed');
  }
}

/** An invalid request for a tenant; `status` is that of the control API's answer. */
export class TenantError extends Error {
  override readonly name = 'TenantError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`${inspect(thrown)} was thrown`);
}

/** Refuses options that a function does not have, as only a program without types can give them. @throws TenantError */
export function refuseUnknown<Options extends object>(
  of: string,
  options: Options,
  known: Readonly<Record<keyof Options, 1>>,
): void {
  const names = Object.keys(known);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const remedy = didYouMean(unknown, names, `There are: ${names.join(', ')}.`);
  throw new TenantError(400, `${of} has no option ${unknown}. ${remedy}`);
}
