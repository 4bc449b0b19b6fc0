import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/tracker-error.js';

/** What a handler refuses a call with; undefined where it answers it. */
export function refusalOf(answer: () => Answer): TrackerError | undefined {
  try {
    answer();
    return undefined;
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
}

/** A refusal as an answer, which lets stand what the call did; a thrown one undoes it. */
export function asAnswer({ status, body, headers }: TrackerError): Answer {
  return { status, json: body, headers };
}
