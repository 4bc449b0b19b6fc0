import type { Tracker } from '../../fixtures/index.js';

/** What tests of this worker found out, by the question and the tracker: it does not change while tests run. */
const found = new Map<string, Promise<unknown>>();

/** Finds out something about a tracker, once for all tests of a worker that name it so; again if that fails. */
export function findOnce<Found>(
  { baseUrl }: Pick<Tracker, 'baseUrl'>,
  what: string,
  find: () => Promise<Found>,
): Promise<Found> {
  const key = `${what} of ${baseUrl}`;
  const finding = (found.get(key) as Promise<Found> | undefined) ?? find();
  found.set(key, finding);
  finding.catch(() => found.delete(key));
  return finding;
}
