import { expect, test } from '@playwright/test';
import type { TestNeeds } from '../../../contracts/index.js';
import { leastNeeds, mostTemplates } from '../../proof/needs/least-needs.js';

const project = { issueTypes: 1 };
const connection = { users: 1 };

/** Pairs of tests of which the second asks for more than the first. */
const more: Readonly<Record<string, readonly [less: TestNeeds, more: TestNeeds]>> = {
  'anything at all': [{}, { templateField: true }],
  'a thing more': [{ projects: [project] }, { projects: [project, project] }],
  'more types': [{ projects: [{ issueTypes: 2 }] }, { projects: [{ issueTypes: 3 }] }],
  'further attributes': [
    { connections: [{ users: 1, attributes: ['mail'] }] },
    { connections: [{ users: 1, attributes: ['title', 'mail'] }] },
  ],
  'a second kind of things': [{ testProjects: [{}] }, { plainUsers: [{}], testProjects: [{}] }],
  'more of one thing, in another order': [
    { projects: [{ issueTypes: 2 }, project] },
    { projects: [project, { issueTypes: 2 }, project] },
  ],
};

for (const [what, [less, rest]] of Object.entries(more)) {
  test(`a test that asks for ${what} is left out`, () => {
    const least = leastNeeds([{ needs: [less] }]);

    expect(leastNeeds([{ needs: [rest] }, { needs: [less] }])).toEqual(least);
    expect(leastNeeds([{ needs: [rest] }])).not.toEqual(least);
  });
}

/** Tests of which neither asks for more. */
const others: Readonly<Record<string, readonly [TestNeeds, TestNeeds]>> = {
  'a service desk in place of a project': [{ projects: [project] }, { projects: [{ ...project, requestTypes: 1 }] }],
  'another post function': [{ projects: [project] }, { projects: [{ ...project, templatePostFunction: 'keep' }] }],
  'a connection that is not enabled': [
    { connections: [connection] },
    { connections: [{ ...connection, disabled: true }] },
  ],
  'one large thing in place of two': [{ projects: [project, project] }, { projects: [{ issueTypes: 2 }] }],
  'a login in place of a user': [{ basicLogin: true }, { plainUsers: [{}] }],
};

for (const [what, [one, other]] of Object.entries(others)) {
  test(`a test that asks for ${what} is an alternative, whichever comes first`, () => {
    const least = leastNeeds([{ needs: [one] }, { needs: [other] }]);

    expect(least).toHaveLength(2);
    expect(leastNeeds([{ needs: [other] }, { needs: [one] }])).toEqual(least);
  });
}

test('tests that ask for the same count once, in whatever order they ask', () => {
  const small: TestNeeds = { projects: [project] };
  const large: TestNeeds = { projects: [{ issueTypes: 12 }] };
  const template: TestNeeds = { templates: [{}], templateField: true };
  const tests = [{ needs: [template, large, small, template] }, { needs: [small, template, template, large] }];

  expect(JSON.stringify(leastNeeds(tests))).toBe(
    '[{"projects":[{"issueTypes":1},{"issueTypes":12}],"templateField":true,"templates":[{},{}]}]',
  );
});

test('a test that takes the fake counts only if there is no other', () => {
  const [own, admin] = [{ needs: [{ ownTracker: true as const }] }, { needs: [{ admin: true as const }] }];
  const any = { needs: [{ connections: [{ users: 26 }] }] };

  expect(leastNeeds([own, admin, any])).toEqual(any.needs);
  expect(leastNeeds([own, admin])).toEqual([{ admin: true }, { ownTracker: true }]);
});

test('the most templates that a test asks for at once are counted over all that it asks, without tests that need a tracker of their own', () => {
  const tests: { needs?: TestNeeds[] }[] = [
    { needs: [{ templates: [{}] }, { templates: [{}, {}] }] },
    { needs: [{ templates: [{}, {}, {}, {}] }, { ownTracker: true }] },
    {},
  ];

  expect(mostTemplates(tests)).toBe(3);
});
