import { TrackerError } from '../../server/tracker-error.js';

/** A refusal of a query for its form; it names the place of the fault. */
export function syntaxError(message: string, jql: string, position: number): TrackerError {
  const before = jql.slice(0, position).split('\n');
  const character = (before.at(-1) as string).length + 1;
  return new TrackerError(400, `Error in the JQL Query: ${message} (line ${before.length}, character ${character})`);
}
