import { isDeepStrictEqual } from 'node:util';
import type { Assumptions, UserAttributes } from '../../../contracts/index.js';
import type { ProvidedConnection, Tracker } from '../../../fixtures/index.js';
import { largestPage } from './largest-page.js';

/** Everything that can be read of a connection. */
export interface View {
  readonly name: string | undefined;
  readonly attributes: readonly string[] | undefined;
  /** The values of every user, by user name. */
  readonly users: Readonly<Record<string, UserAttributes>>;
  /** Everything the tracker holds, where nobody else uses it. */
  readonly contents: ReturnType<NonNullable<Tracker['contents']>> | undefined;
}

/** Reads a connection by its id, whatever it is called now. */
export async function readView({ setup, contents, assumptions }: Tracker, { id }: ProvidedConnection): Promise<View> {
  const read = (page: number) =>
    setup.listConnectionUsers({ idOrName: id, query: { size: largestPage(assumptions), page: String(page) } });
  const pages = [await read(1)];
  for (let page = 2; page <= (pages[0]?.page.totalPages ?? 0); page += 1) pages.push(await read(page));
  const elements = pages.flatMap((page) => page.elements);
  const name = elements[0]?.configurationName;
  const known = await setup.listConnections();
  return {
    name,
    attributes: name === undefined ? undefined : known[name],
    users: Object.fromEntries(elements.map(({ username, fields }) => [username, fields])),
    contents: contents?.(),
  };
}

/** How many rows of the whole tracker are not as they were; undefined where nobody can know. */
export function countChangedRows(before: View, after: View): number | undefined {
  const [then, now] = [before.contents, after.contents];
  if (then === undefined || now === undefined) return undefined;
  const changed = Object.keys(now).map((table) => {
    const known = new Set(then[table]?.map((row) => JSON.stringify(row)));
    return (now[table] ?? []).filter((row) => !known.has(JSON.stringify(row))).length;
  });
  return changed.reduce((sum, count) => sum + count, 0);
}

/** The users of a view with some values replaced, by user name. */
export function withValues(
  { users }: View,
  changes: Readonly<Record<string, UserAttributes>>,
): Readonly<Record<string, UserAttributes>> {
  const changed = Object.entries(changes).map(([username, values]) => [username, { ...users[username], ...values }]);
  return { ...users, ...(Object.fromEntries(changed) as Record<string, UserAttributes>) };
}

/** What a refused update changed all the same, in the terms of AD-N10. */
export function whatChanged(before: View, after: View): Assumptions['AD-N10']['changed'] {
  return isDeepStrictEqual(before, after) ? 'nothing' : 'the rest';
}

/** The names of users who do not have the values that are expected: of thousands of users a diff takes minutes. */
export function usersWhoDiffer(users: View['users'], expected: View['users']): string[] {
  const names = [...new Set([...Object.keys(users), ...Object.keys(expected)])];
  return names.filter((username) => !isDeepStrictEqual(users[username], expected[username]));
}
