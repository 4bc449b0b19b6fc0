import { changeBodies, changeElements, changeParts } from '../defect.js';
import type { DefectTable } from '../defect.js';

/** Defects of finding the key of a user by the tracker's own API. */
export const userKeyDefects: DefectTable = {
  'AD-26-name-as-key': changeElements('listGroupMembers', (user) => ({ ...user, key: user.name })),
  'AD-26-key-left-out': changeElements('listGroupMembers', ({ key, ...user }) => user),
  'AD-26-key-of-the-next-member': changeParts('listGroupMembers', ({ values }) => ({
    values: values.map((user, index) => ({ ...user, key: values[(index + 1) % values.length]?.key })),
  })),
  'AD-27-name-as-key': changeBodies('getUser', (user, { query }) =>
    query.username === undefined ? user : { ...user, key: user.name },
  ),
  'AD-27-key-left-out': changeBodies('getUser', ({ key, ...user }, { query }) =>
    query.username === undefined ? { key, ...user } : user,
  ),
  'AD-27-caller-for-user': changeBodies('getUser', (user, { query, caller }) =>
    query.username === undefined ? user : { ...user, key: caller?.key, name: caller?.name },
  ),
};
