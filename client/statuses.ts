import { SetupError } from './errors.js';
import { describeWebPage } from './exchange.js';
import type { Exchange } from './exchange.js';

/** The statuses of a tracker that is being maintained, and of a proxy whose tracker is gone. */
const NOT_AVAILABLE = [502, 503, 504];

export function isNotAvailable(status: number): boolean {
  return NOT_AVAILABLE.includes(status);
}

/**
 * Whether a gateway may have given up on a call while the tracker goes on with it. Content delivery networks have
 * statuses from 520 on for that. Any other status comes from the tracker itself, which has then ended the call.
 */
export function isOfGateway(status: number): boolean {
  return isNotAvailable(status) || status >= 520;
}

/** Whether a status says that the call was not carried out. */
export function saysNo(status: number): boolean {
  return status >= 400 && status < 500;
}

/** The statuses of answers that do not tell whether something exists. */
const SAY_NOTHING = [401, 403, 407, 408, 425, 429];

/** Whether an answer is a refusal by the API: not a failure, a full queue, or a page that something else shows. */
export function isApiRefusal({ status, responseBody }: Pick<Exchange, 'status' | 'responseBody'>): boolean {
  const isPage = status !== 401 && describeWebPage(responseBody) !== undefined;
  return saysNo(status) && ![407, 408, 425, 429].includes(status) && !isPage;
}

/** An id that nothing has. */
export const NOTHING = '2147483646';

function isRefusal(status: number): boolean {
  return saysNo(status) && !SAY_NOTHING.includes(status);
}

/** The answer to a call; undefined if the requested data does not exist. */
export function ignoreRefusal<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  return ignoreStatus(isRefusal, read);
}

export function ignoreMissing<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  return ignoreStatus((status) => status === 404, call);
}

export async function ignoreStatus<Result>(
  isIgnored: (status: number) => boolean,
  call: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SetupError && isIgnored(error.status)) return undefined;
    throw error;
  }
}

/**
 * The answer to a call about an id; undefined if the id does not exist. A tracker shows that with an assumed status,
 * with a usual status, or with the answer that it gives about an id that surely does not exist.
 */
export async function unlessMissing<Result>(
  read: (id: string) => Promise<Result>,
  id: string,
  unknown: readonly number[],
): Promise<Result | undefined> {
  try {
    return await read(id);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const { status } = error;
    if ((status >= 400 && unknown.includes(status)) || isRefusal(status)) return undefined;
    if (SAY_NOTHING.includes(status) || isOfGateway(status)) throw error;
    const other = await read(NOTHING).catch((refusal: unknown) => refusal);
    // An answer of success that can't be read may be about something that exists, unless it says no more than this one.
    const says = ({ responseBody }: SetupError) => (status < 300 ? responseBody : '');
    if (other instanceof SetupError && other.status === status && says(other) === says(error)) return undefined;
    throw error;
  }
}
