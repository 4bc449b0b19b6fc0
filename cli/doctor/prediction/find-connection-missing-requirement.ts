import type { Facts, SandboxConnection } from '../facts.js';
import { fails, skips } from './missing-requirement.js';
import type { MissingRequirement } from './missing-requirement.js';
import type { ConnectionNeed } from './test-needs.js';

/** Why connections that a test asks for can't be had; undefined if they can be expected. */
export function findConnectionMissingRequirement(
  needs: readonly ConnectionNeed[],
  facts: Facts,
): MissingRequirement | undefined {
  const [first, second] = needs;
  // What was not looked at has a cause of its own.
  if (first === undefined || facts.connections === undefined) return undefined;
  const names = facts.broken?.connections ?? [];
  if (names.length > 0) {
    return fails(
      `the sandbox names ${names.join(', ')}, which can’t be used`,
      'correct the connections in TRACKER_SANDBOX.',
    );
  }
  const fitting = facts.connections.filter((connection) => fits(connection, first));
  if (fitting.length === 0) {
    return skips(`the sandbox names no connection ${describe(first)}`, 'name one as connections in TRACKER_SANDBOX.');
  }
  const pair = fitting.some((one) => fitting.some((other) => one !== other && sharesUsers(one, other, first)));
  return second?.sameUsers === true && !pair
    ? skips('the sandbox names no two connections with the same users', 'name a second one with users of the first.')
    : undefined;
}

function fits(
  connection: SandboxConnection,
  { users = 1, attributes = [], enabled = true, inGroup }: ConnectionNeed,
): boolean {
  return (
    connection.enabled === enabled &&
    connection.users.length >= users &&
    attributes.every((attribute) => connection.attributes.includes(attribute)) &&
    (inGroup !== true || connection.group !== undefined)
  );
}

function sharesUsers(one: SandboxConnection, other: SandboxConnection, { users = 1 }: ConnectionNeed): boolean {
  return one.users.slice(0, users).every(({ username }) => other.users.some((user) => user.username === username));
}

function describe({ users = 1, attributes = [], enabled = true, inGroup }: ConnectionNeed): string {
  const parts = [
    enabled ? [] : ['that is not enabled'],
    [`with ${users} ${users === 1 ? 'user' : 'users'}`],
    attributes.length > 0 ? [`with the attribute ${attributes.join(', ')}`] : [],
    inGroup === true ? ['with a group of its users'] : [],
  ];
  return parts.flat().join(' and ');
}
