import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TrackerError } from '../server/tracker-error.js';

/** What can stand in a header and is not guessed by chance. */
const USABLE = /^[!-~]{8,200}$/;

/** A token of the control API that can't be used, or that is missing where it is needed. */
export class ControlTokenError extends Error {
  override readonly name = 'ControlTokenError';
}

/** @throws ControlTokenError for a token that can't be sent in a header or is short, and for none where one is needed */
export function checkControlToken(token: string | undefined, host: string, isLocal: boolean): void {
  if (token === undefined && !isLocal) {
    throw new ControlTokenError(
      `On ${host} other machines may reach the fake, so its control API needs a token: name one with --control-token or ` +
        'TRACKER_CONTROL_TOKEN (in a program: controlToken), or listen on 127.0.0.1.',
    );
  }
  if (token !== undefined && !USABLE.test(token)) {
    throw new ControlTokenError(
      "The token of the control API can't be used: it is 8 to 200 letters, digits and signs, without blanks.",
    );
  }
}

/** Refuses a request to the control API that does not know its token, where it has one. @throws TrackerError 401 */
export function requireControlToken({ headers }: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return;
  const [, sent] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (sent !== undefined && isSame(sent, token)) return;
  const message =
    sent === undefined
      ? 'The control API asks for its token: send the header Authorization, with Bearer and the token.'
      : 'That is not the token of the control API.';
  throw new TrackerError(401, message, {}, { 'WWW-Authenticate': 'Bearer realm="control API"' });
}

/** Whether two texts are the same, in a time that does not tell how much of them is. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(first, second);
}
