import { changeBodies } from '../defect.js';
import type { DefectTable } from '../defect.js';

/** A user as the tracker's own API answers it. */
interface AnsweredUser {
  readonly key: string;
  readonly name: string;
}

/** A page of the members of a group as the tracker's own API answers it. */
interface AnsweredMembers {
  readonly values: readonly AnsweredUser[];
}

function membersOtherwise(change: (user: AnsweredUser, index: number, users: readonly AnsweredUser[]) => object) {
  return changeBodies('listGroupMembers', (page: AnsweredMembers) => ({ ...page, values: page.values.map(change) }));
}

/** Defects of finding the key of a user by the tracker's own API. */
export const userKeyDefects: DefectTable = {
  'AD-26-name-as-key': [
    'The members of a group have their name as their key.',
    membersOtherwise((user) => ({ ...user, key: user.name })),
  ],
  'AD-26-key-left-out': ['The members of a group have no key.', membersOtherwise(({ key, ...user }) => user)],
  'AD-26-key-of-the-next-member': [
    'The members of a group have the keys of those after them.',
    membersOtherwise((user, index, users) => ({ ...user, key: users[(index + 1) % users.length]?.key })),
  ],
  'AD-27-name-as-key': [
    'A user who is found by name has the name as key.',
    changeBodies('getUser', (user: AnsweredUser, { query }) =>
      query.username === undefined ? user : { ...user, key: user.name },
    ),
  ],
  'AD-27-key-left-out': [
    'A user who is found by name has no key.',
    changeBodies('getUser', ({ key, ...user }: AnsweredUser, { query }) =>
      query.username === undefined ? { key, ...user } : user,
    ),
  ],
  'AD-27-caller-for-user': [
    'Asked for a user by name, the tracker answers the caller.',
    changeBodies('getUser', (user: AnsweredUser, { query, caller }) =>
      query.username === undefined ? user : { ...user, key: caller?.key, name: caller?.name },
    ),
  ],
};
