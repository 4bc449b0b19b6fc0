import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';

const { users, templates = [] } = documentsWorld;

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
const withDesk = (...requestTypes: readonly object[]) => withProject({ type: 'service_desk', requestTypes });
const withEntry = (...more: readonly object[]) => withRows('entries', ...more);
const withIssue = (more: object) => withRows('issues', more);
const withPerson = (more: object) => withRows('directoryUsers', more);
const testStatus = { id: 1, name: 'Planned', color: '#336699' };
const testSettings = { columns: ['Do', 'See'], statuses: [testStatus], defaultStatus: 'Planned' };
const withTests = (more: object) => withProject({ tests: { ...testSettings, ...more } });
const toNobody = [{ user: 'NOBODY' }];
const ask = { id: 1, name: 'Ask', issueTypeId: 10001 };

/** What of the bundled world is replaced, by the problems that the world is refused with, one a line. */
const refused: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Unknown references.
  'projects.ODD: no user with the key NOBODY': withProject({ lead: 'NOBODY' }),
  'projects.ODD: a permission is granted to NOBODY, who is no user': withProject({
    permissions: { CREATE_ISSUES: toNobody },
  }),
  'projects.ODD.requestTypes.1: the project has no issue type 10002': withDesk({ ...ask, issueTypeId: 10002 }),
  'entries.1: no template 9': withEntry({ templateId: 9 }),
  'entries.1: project 11101 has no issue type 10400': withEntry({ issueTypeId: 10400 }),
  'issues.DEMO-9: no user with the key NOBODY\nissues.DEMO-9: the project has no issue type 10400': withIssue({
    reporter: 'NOBODY',
    issueTypeId: 10400,
  }),
  'issues.DEMO-9: no issue DEMO-77 before it in the same project': withIssue({ parent: 'DEMO-77' }),
  'directoryUsers.8/JIRAUSER10000: no connection 8': withPerson({ connectionId: 8 }),
  'directoryUsers.2/JIRAUSER10000: the connection has no attribute shoeSize, hat': withPerson({
    values: { mail: 'x', shoeSize: '9', hat: 'L' },
  }),
  // Duplicates.
  'users.TESS: there is a user with that name already': { users: [...users, { ...user, name: 'TESS' }] },
  'templates.7: that id is taken': { templates: [...templates, { id: 7, name: 'Twin' }] },
  'projects.PLAIN: the id 11103 is taken\nprojects.PLAIN: that key is taken': withProject({ id: 11103, key: 'PLAIN' }),
  'entries.130: that id is taken': withEntry({ id: 130 }),
  'entries.2: there is an entry of the same template, project and type already': withEntry({}, { id: 2 }),
  'issues.DEMO-1: the id 12001 is taken\nissues.DEMO-1: that key is taken': withIssue({ id: 12001, key: 'DEMO-1' }),
  // Wrong types.
  'templates.0.id: Invalid input: expected number, received string': { templates: [{ id: '7', name: 'Bug report' }] },
  'users: Invalid input: expected array, received object': { users: {} },
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

test('a world with test settings is loaded, and refused with wrong ones', () => {
  const testIssueTypes = { testCaseTemplate: 1, testCase: 2, testPlan: 3 };

  expect(thrownBy({ ...documentsWorld, ...withTests({}) }).name).toBe('no error');
  for (const [change, says] of [
    [withTests({ defaultStatus: 'Gone' }), /no status has this name/],
    [withTests({ columns: [] }), /columns/],
    [withTests({ statuses: [{ ...testStatus, color: 'blue' }] }), /color/],
    [{ testIssueTypes }, /testIssueTypes/],
  ] as const) {
    expect(thrownBy({ ...documentsWorld, ...change }).lines.join('\n')).toMatch(says);
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
