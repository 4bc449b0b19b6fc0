import type { Endpoints } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import type { CallOf } from './call.js';
import { readDuration } from './fields/time-tracking.js';

type WorkBody = CallOf<Endpoints['addWorklog']>['body'];

/** How a client wants the remaining estimate adjusted. */
export interface Adjustment {
  readonly adjustEstimate?: string | undefined;
  readonly newEstimate?: string | undefined;
  readonly reduceBy?: string | undefined;
}

/** Work that is to be logged. */
export interface Work extends Adjustment {
  readonly seconds: number;
  /** Milliseconds since 1970; now, if it is left out. */
  readonly started: number | undefined;
  readonly comment: string;
}

/** Reads work as a client describes it. @throws TrackerError 400 */
export function readWork({
  comment = '',
  adjustEstimate,
  newEstimate,
  reduceBy,
  ...body
}: WorkBody & Adjustment): Work {
  const seconds = readTimeSpent(body);
  if (seconds === undefined) throw TrackerError.ofFields({ timeLogged: 'You must indicate the time spent working.' });
  return { seconds, started: readStarted(body.started), comment, adjustEstimate, newEstimate, reduceBy };
}

/** The seconds that somebody has worked; undefined if they are left out. @throws TrackerError 400 */
export function readTimeSpent({ timeSpent, timeSpentSeconds }: WorkBody): number | undefined {
  if (timeSpent === undefined && timeSpentSeconds === undefined) return undefined;
  const seconds = timeSpentSeconds ?? readDuration(timeSpent);
  if (seconds !== undefined && seconds > 0) return seconds;
  throw TrackerError.ofFields({ timeLogged: 'Invalid time duration entered.' });
}

/** When the work began, in milliseconds since 1970; undefined if that is left out. @throws TrackerError 400 */
export function readStarted(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$/.test(text);
  const moment = isMoment ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw TrackerError.ofFields({
    started: `The moment '${text}' can't be read. An example: 2026-11-21T14:05:09.000+0000`,
  });
}

/** The seconds of a duration that a call needs. @throws TrackerError 400 */
export function durationNamed(name: string, value: string | undefined): number {
  const seconds = readDuration(value);
  if (seconds !== undefined) return seconds;
  throw TrackerError.ofFields({ [name]: `You must supply a valid ${name}.` });
}
