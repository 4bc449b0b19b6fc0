import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/index.js';

/** The attributes each user has over the connection. */
const attributes = [
  'whenCreated',
  'mail',
  'displayName',
  'title',
  'department',
  'company',
  'telephoneNumber',
  'l',
  'manager',
  'description',
];

/** The connection that all the users are in, by its id. */
const MEASURED_CONNECTION = '100';

/** The name of the user at a place, so that names sort as places do. */
export function usernameAt(place: number): string {
  return `user.${String(place).padStart(7, '0')}`;
}

/** A world whose directory has this many users. */
export function directoryWorld(count: number): WorldInput {
  const places = Array.from({ length: count }, (_, place) => place);
  const users = places.map((place) => ({
    key: `JIRAUSER${1_000_000 + place}`,
    name: usernameAt(place),
    displayName: `User ${place}`,
    emailAddress: `user.${place}@example.com`,
    password: 'password',
  }));
  return {
    ...documentsWorld,
    users: [...documentsWorld.users, ...users],
    connections: [{ id: Number(MEASURED_CONNECTION), name: 'Measured', attributes }],
    directoryUsers: places.map((place) => directoryUser(place)),
  };
}

function directoryUser(place: number) {
  const values = attributes.map((attribute) => [attribute, `${attribute} of ${place}`] as const);
  return {
    connectionId: Number(MEASURED_CONNECTION),
    userKey: `JIRAUSER${1_000_000 + place}`,
    // Through JSON, as they come from outside: texts put together in the process would share their parts.
    values: JSON.parse(JSON.stringify(Object.fromEntries(values))) as Record<string, string>,
  };
}
