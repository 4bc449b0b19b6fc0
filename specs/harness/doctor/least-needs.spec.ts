import { expect, test } from '@playwright/test';
import type { TestNeeds } from '../../../contracts/index.js';
import { leastNeeds } from '../../../proof/needs/least-needs.js';

/** Pairs of tests of which the second asks for more than the first. */
const more: Readonly<Record<string, readonly [less: TestNeeds, more: TestNeeds]>> = {
  'anything at all': [{}, { templateField: true }],
  'a thing more': [{ projects: [{}] }, { projects: [{}, {}] }],
  'more types': [{ projects: [{ issueTypes: 2 }] }, { projects: [{ issueTypes: 3 }] }],
  'more than one': [{ connections: [{}] }, { connections: [{ users: 2 }] }],
  'further attributes': [
    { connections: [{ attributes: ['mail'] }] },
    { connections: [{ attributes: ['title', 'mail'] }] },
  ],
  'a second kind of things': [{ testProjects: [{}] }, { plainUsers: [{}], testProjects: [{}] }],
  'more of one thing, in another order': [
    { projects: [{ issueTypes: 2 }, {}] },
    { projects: [{}, { issueTypes: 2 }, {}] },
  ],
};

for (const [what, [less, rest]] of Object.entries(more)) {
  test(`a test that asks for ${what} is left out`, () => {
    expect(leastNeeds([rest, less])).toEqual([less]);
    expect(leastNeeds([less, rest])).toEqual([less]);
  });
}

/** Tests of which neither asks for more. */
const others: Readonly<Record<string, readonly [TestNeeds, TestNeeds]>> = {
  'a service desk in place of a project': [{ projects: [{}] }, { projects: [{ requestTypes: 1 }] }],
  'another post function': [{ projects: [{}] }, { projects: [{ templatePostFunction: 'keep' }] }],
  'a connection that is not enabled': [{ connections: [{}] }, { connections: [{ disabled: true }] }],
  'one large thing in place of two': [{ projects: [{}, {}] }, { projects: [{ issueTypes: 2 }] }],
  'a login in place of a user': [{ basicLogin: true }, { plainUsers: [{}] }],
};

for (const [what, both] of Object.entries(others)) {
  test(`a test that asks for ${what} is an alternative, whichever comes first`, () => {
    expect(leastNeeds(both)).toHaveLength(2);
    expect(leastNeeds([...both].reverse())).toEqual(leastNeeds(both));
  });
}

test('tests that ask for the same count once, in whatever order they ask', () => {
  const one: TestNeeds = { templates: [{}], projects: [{ issueTypes: 2 }, {}] };
  const other: TestNeeds = { projects: [{}, { issueTypes: 2 }], templates: [{}] };

  expect(JSON.stringify(leastNeeds([one, other]))).toBe('[{"projects":[{"issueTypes":2},{}],"templates":[{}]}]');
});

test('a test that takes the fake counts only if there is no other', () => {
  const own: TestNeeds = { ownTracker: true };
  const admin: TestNeeds = { admin: true };
  const any: TestNeeds = { connections: [{ users: 26 }] };

  expect(leastNeeds([own, admin, any])).toEqual([any]);
  expect(leastNeeds([own, admin])).toEqual([admin, own]);
});
