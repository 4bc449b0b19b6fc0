import { test } from '../../../fixtures/index.js';
import type { Assumptions, ProvidedConnection, TestFixtures } from '../../../fixtures/index.js';

type Tracker = TestFixtures['tracker'];

/** The trackers that were asked, with whether they take a parameter several times. */
const asked = new Map<string, boolean>();

/**
 * Several values of a filter as the tracker takes them (AD-N04). If a run only guesses how, a list of two users tells.
 *
 * @param connection one with two users at least
 */
export async function several(
  values: readonly string[],
  tracker: Tracker,
  connection: ProvidedConnection,
): Promise<string | string[]> {
  const isGuess = !tracker.answersAsAssumed && tracker.accordingTo('AD-N04') === 'assumption';
  const isRepeated = isGuess ? await takesRepeated(tracker, connection) : takes(tracker.assumptions);
  return isRepeated ? [...values] : values.join(',');
}

function takes({ 'AD-N04': ways }: Assumptions): boolean {
  return ways.includes('repeated');
}

async function takesRepeated({ baseUrl, setup, assumptions }: Tracker, connection: ProvidedConnection) {
  const known = asked.get(baseUrl);
  if (known !== undefined) return known;
  const usernames = connection.users.slice(0, 2).map(({ username }) => username);
  if (usernames.length < 2) return takes(assumptions);
  const selects = async (several: string | string[]) => {
    const { elements } = await setup.listConnectionUsers({ idOrName: connection.id, query: { usernames: several } });
    return new Set(elements.map(({ username }) => username)).size === 2;
  };
  const isRepeated = await selects(usernames);
  test.skip(!isRepeated && !(await selects(usernames.join(','))), 'How several users are named is not known (AD-N04).');
  asked.set(baseUrl, isRepeated);
  return isRepeated;
}
