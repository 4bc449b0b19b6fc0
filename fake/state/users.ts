import * as z from 'zod';
import type { WorldUser } from '../../contracts/index.js';
import { WorldError } from './problems.js';
import type { State } from './state.js';
import { compareKeys } from './table.js';

/** The user with this name, in any case of its letters. */
export function userByName({ tables }: State, name: string): WorldUser | undefined {
  return tables.users.first('name', name.toLowerCase());
}

/** The changes to a user: how to log in, and whether that is possible. Properties left out stay as they are. */
export const userChangeSchema = z.strictObject({
  name: z.string().min(1),
  password: z.string().min(1).optional(),
  /** `null` revokes it. */
  token: z.string().min(1).nullable().optional(),
  active: z.boolean().optional(),
});

export type UserChange = z.input<typeof userChangeSchema>;

/** Changes how a user logs in. @throws WorldError */
export function changeUser(state: State, change: UserChange): void {
  const { name, password, token, active } = userChangeSchema.parse(change);
  const { users } = state.tables;
  const user = users.first('name', name.toLowerCase());
  if (user === undefined) throw new WorldError([`${name}: there is no user with that name`]);
  const { token: held, ...rest } = user;
  const kept = token === undefined ? held : (token ?? undefined);
  users.set({
    ...rest,
    ...(kept !== undefined && { token: kept }),
    ...(password !== undefined && { password }),
    ...(active !== undefined && { active }),
  });
}

/** Whether a text begins a user's name, display name or address, or one of their words. */
function isCalled({ name, displayName, emailAddress }: WorldUser, text: string): boolean {
  return [name, displayName, emailAddress].some((words) => ` ${words.toLowerCase()}`.includes(` ${text}`));
}

/** The key to list users by: the display name without case and accents. */
function listedBy({ displayName }: WorldUser): string {
  return displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The wanted users whose name, display name or address has a word that begins with a text, by display name. */
export function searchUsers(
  { tables }: Pick<State, 'tables'>,
  text: string,
  isWanted: (user: WorldUser) => boolean,
): WorldUser[] {
  const low = text.toLowerCase();
  const all = tables.users.all();
  const found = all.filter((user) => isCalled(user, low) && isWanted(user));
  return found
    .map((user) => [listedBy(user), user] as const)
    .sort(([left, { key }], [right, other]) => compareKeys(left, right) || compareKeys(key, other.key))
    .map(([, user]) => user);
}
