import { counted } from '../../../contracts/counted.js';
import type { TestNeeds } from '../../../contracts/index.js';
import { matchConnections } from '../../../fixtures/provisioning/match-connections.js';
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
  const taken: { readonly id: string; readonly users: SandboxConnection['users'] }[] = [];
  for (const need of needs) {
    const usersOf = need.sameUsers === true ? taken[0]?.users : undefined;
    const [match] = matchConnections(
      connections,
      { ...need, usersOf, enabled: need.disabled !== true },
      ({ enabled, attributes }) => (enabled ? attributes : undefined),
      ({ id }) => taken.some((other) => other.id === id),
    );
    if (match === undefined) return missing(need, needs);
    taken.push({ id: match.connection.id, users: match.users });
  }
  return undefined;
}

function missing(need: Need, needs: readonly Need[]): MissingRequirement {
  if (need.sameUsers === true) {
    return skips(
      'the sandbox names no two connections with the same users',
      'name a second one with users of the first.',
    );
  }
  const alike = needs.filter(({ disabled }) => disabled === need.disabled).length;
  const many = alike > 1 ? `, ${alike} times` : '';
  return skips(
    `the sandbox names no connection ${describe(need)}${many}`,
    'name more as connections in TRACKER_SANDBOX.',
  );
}

function describe({ users, usernames = [], attributes = [], disabled, inGroup, changesUserDn }: Need): string {
  const parts = [
    disabled === true ? ['that is not enabled'] : [],
    [`with ${counted(users, 'user')}`],
    usernames.slice(0, 1).map((name) => `with a user named like ${name}`),
    attributes.length > 0 ? [`with the attribute ${attributes.join(', ')}`] : [],
    inGroup === true ? ['with a group of its users'] : [],
    changesUserDn === true ? ['with its userDn'] : [],
  ];
  return parts.flat().join(' and ');
}
