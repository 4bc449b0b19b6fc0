import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';

const { users } = documentsWorld;

const user = { key: 'U', name: 'uma', displayName: 'Uma', password: 'uma' };
const odd = { lead: 'JIRAUSER10000', issueTypeIds: [10001], workflow: 'Plain workflow' };

/** A row of some tables that the bundled world can have. */
const plain = {
  projects: { id: 1, key: 'ODD', name: 'Odd', ...odd },
  entries: { id: 1, templateId: 7, projectId: 11101, issueTypeId: 10001 },
  issues: { id: 1, key: 'DEMO-9', issueTypeId: 10001, reporter: 'JIRAUSER10000', fields: { summary: 'Odd' } },
  directoryUsers: { connectionId: 2, userKey: 'JIRAUSER10000', values: {} },
};

/** A table of the bundled world with such rows too, which differ in some properties. */
const withRows = (table: keyof typeof plain, ...rows: readonly object[]) => ({
  [table]: [...(documentsWorld[table] ?? []), ...rows.map((row) => ({ ...plain[table], ...row }))],
});
const withProject = (more: object) => withRows('projects', more);
const withEntry = (...more: readonly object[]) => withRows('entries', ...more);
const withIssue = (more: object) => withRows('issues', more);
const withPerson = (more: object) => withRows('directoryUsers', more);

/** What of the bundled world is replaced, by the problems that the world is refused with, one a line. */
const refused: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Unknown references.
  'projects.ODD: no user with the key NOBODY': withProject({ lead: 'NOBODY' }),
  'entries.1: no template 9': withEntry({ templateId: 9 }),
  'issues.DEMO-9: no user with the key NOBODY\nissues.DEMO-9: the project has no issue type 10400': withIssue({
    reporter: 'NOBODY',
    issueTypeId: 10400,
  }),
  'directoryUsers.2/JIRAUSER10000: the connection has no attribute shoeSize, hat': withPerson({
    values: { mail: 'x', shoeSize: '9', hat: 'L' },
  }),
  // Duplicates.
  'users.TESS: there is a user with that name already': { users: [...users, { ...user, name: 'TESS' }] },
  'projects.PLAIN: the id 11103 is taken\nprojects.PLAIN: that key is taken': withProject({ id: 11103, key: 'PLAIN' }),
  'entries.2: there is an entry of the same template, project and type already': withEntry({}, { id: 2 }),
  // Wrong types.
  'templates.0.id: has to be a number': { templates: [{ id: '7', name: 'Bug report' }] },
  'users: has to be a list': { users: {} },
  'the document: Unrecognized key: "project" (did you mean "projects"?)': { project: [] },
  'projects.0.key: a project key such as ABC': { projects: [{ ...plain.projects, key: 'odd one' }] },
  'entries.0: exactly one of issueTypeId and requestTypeId is needed': {
    entries: [{ ...plain.entries, requestTypeId: 39 }],
  },
  'version: a version such as 9.12.0\nsearchDelay: has to be at least 0': {
    version: '9',
    searchDelay: -1,
  },
};

test('a world is refused with the place of each problem', () => {
  for (const [problems, change] of Object.entries(refused)) {
    expect.soft(thrownBy({ ...documentsWorld, ...change })).toEqual({
      name: 'WorldError',
      lines: ["The world can't be loaded:", ...problems.split('\n').map((problem) => `  - ${problem}`)],
    });
  }
});

test('a world with every default left out is loaded', () => {
  const world: WorldInput = {
    users: [user],
    issueTypes: [{ id: 1, name: 'Task' }],
    priorities: [],
    statuses: [{ id: 1, name: 'Open' }],
    screens: [],
    workflows: [{ name: 'Odd workflow', initial: { to: 1 } }],
    customFields: [],
    projects: [],
    newProject: { workflow: 'Odd workflow', issueTypeIds: [1] },
  };

  expect(loadWorld(world).state.dump()).toMatchObject({ users: [{ ...user, active: true, groups: [] }], entries: [] });
});

/** The error a world is refused with; fails if it is loaded. */
function thrownBy(world: WorldInput): { name: string; lines: string[] } {
  try {
    loadWorld(world);
  } catch (error) {
    const { name, message } = error as Error;
    return { name, lines: message.split('\n') };
  }
  return { name: 'no error', lines: [] };
}
