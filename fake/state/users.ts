import * as z from 'zod';
import type { WorldUser } from '../../contracts/index.js';
import { WorldError } from './problems.js';
import type { State } from './state.js';

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
