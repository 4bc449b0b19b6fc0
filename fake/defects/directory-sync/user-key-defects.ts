import { changeBodies, changeElements, changeParts } from '../defect.js';
import type { DefectTable } from '../defect.js';

/** Defects of finding the key of a user by the tracker's own API. */
export const userKeyDefects: DefectTable = {
  'AD-26-name-as-key': [
    'The members of a group have their name as their key.',
    changeElements('listGroupMembers', (user) => ({ ...user, key: user.name })),
  ],
  'AD-26-key-left-out': [
    'The members of a group have no key.',
    changeElements('listGroupMembers', ({ key, ...user }) => user),
  ],
  'AD-26-key-of-the-next-member': [
    'The members of a group have the keys of those after them.',
    changeParts('listGroupMembers', ({ values }) => ({
      values: values.map((user, index) => ({ ...user, key: values[(index + 1) % values.length]?.key })),
    })),
  ],
  'AD-27-name-as-key': [
    'A user who is found by name has the name as key.',
    changeBodies('getUser', (user, { query }) => (query.username === undefined ? user : { ...user, key: user.name })),
  ],
  'AD-27-key-left-out': [
    'A user who is found by name has no key.',
    changeBodies('getUser', ({ key, ...user }, { query }) => (query.username === undefined ? { key, ...user } : user)),
  ],
  'AD-27-caller-for-user': [
    'Asked for a user by name, the tracker answers the caller.',
    changeBodies('getUser', (user, { query, caller }) =>
      query.username === undefined ? user : { ...user, key: caller?.key, name: caller?.name },
    ),
  ],
};
