import type { WorldUser } from '../../../contracts/index.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';

/** A user as JSON. */
export function renderUser(view: View, user: WorldUser) {
  return {
    self: `${selfUrl(view, 'user')}?username=${encodeURIComponent(user.name)}`,
    key: user.key,
    name: user.name,
    displayName: user.displayName,
    emailAddress: user.emailAddress,
    active: user.active,
    timeZone: 'Etc/UTC',
  };
}

/** The user with this key as JSON, or null. */
export function renderUserByKey(view: View, key: string) {
  const user = view.state.tables.users.get(key);
  return user === undefined ? null : renderUser(view, user);
}
