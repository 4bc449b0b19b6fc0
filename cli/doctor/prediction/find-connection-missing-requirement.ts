import type { TestNeeds } from '../../../contracts/index.js';
import type { Facts, SandboxConnection } from '../facts.js';
import { fails, skips } from './missing-requirement.js';
import type { MissingRequirement } from './missing-requirement.js';

type Need = NonNullable<TestNeeds['connections']>[number];

/** Why connections that a test asks for can't be had; undefined if they can be expected. */
export function findConnectionMissingRequirement(
  needs: readonly Need[],
  { broken, connections }: Facts,
): MissingRequirement | undefined {
  // What was not looked at has a cause of its own.
  if (needs.length === 0 || connections === undefined) return undefined;
  const names = broken?.connections ?? [];
  if (names.length > 0) {
    return fails(
      `the sandbox names ${names.join(', ')}, which can’t be used`,
      'correct the connections in TRACKER_SANDBOX.',
    );
  }
  const countAlike = ({ disabled }: Need) => needs.filter((other) => other.disabled === disabled).length;
  const fitting = (need: Need) => connections.filter((connection) => fits(connection, need));
  const unmet = needs.find((need) => fitting(need).length < countAlike(need));
  if (unmet !== undefined) {
    const many = countAlike(unmet) > 1 ? `, ${countAlike(unmet)} times` : '';
    return skips(
      `the sandbox names no connection ${describe(unmet)}${many}`,
      'name more as connections in TRACKER_SANDBOX.',
    );
  }
  const [first, second] = [false, true].map((same) => needs.find(({ sameUsers = false }) => sameUsers === same));
  if (first === undefined || second === undefined) return undefined;
  const pair = fitting(first).some((one) =>
    fitting(second).some((other) => one !== other && sharesUsers(one, other, first)),
  );
  return pair
    ? undefined
    : skips('the sandbox names no two connections with the same users', 'name a second one with users of the first.');
}

function fits(connection: SandboxConnection, need: Need): boolean {
  const { users, attributes = [], disabled = false, inGroup, changesUserDn } = need;
  return (
    connection.enabled !== disabled &&
    connection.users.length >= users &&
    attributes.every((attribute) => connection.attributes.includes(attribute)) &&
    (inGroup !== true || connection.group !== undefined) &&
    (changesUserDn !== true || connection.userDn !== undefined)
  );
}

function sharesUsers(one: SandboxConnection, other: SandboxConnection, { users }: Need): boolean {
  return one.users.slice(0, users).every(({ username }) => other.users.some((user) => user.username === username));
}

function describe({ users, attributes = [], disabled, inGroup, changesUserDn }: Need): string {
  const parts = [
    disabled === true ? ['that is not enabled'] : [],
    [`with ${users} ${users === 1 ? 'user' : 'users'}`],
    attributes.length > 0 ? [`with the attribute ${attributes.join(', ')}`] : [],
    inGroup === true ? ['with a group of its users'] : [],
    changesUserDn === true ? ['with its userDn'] : [],
  ];
  return parts.flat().join(' and ');
}
