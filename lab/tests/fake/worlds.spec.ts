import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';

type Row<Name extends keyof WorldInput> = NonNullable<WorldInput[Name]> extends readonly (infer Item)[] ? Item : never;

const { users, issueTypes, priorities, statuses, screens, workflows, customFields, projects } = documentsWorld;
const { templates = [], entries = [], issues = [], newProject } = documentsWorld;

const user: Row<'users'> = { key: 'U', name: 'uma', displayName: 'Uma', password: 'uma' };
const workflow: Row<'workflows'> = { name: 'Odd workflow', initial: { to: 1 } };
const project: Row<'projects'> = {
  id: 1,
  key: 'ODD',
  name: 'Odd',
  lead: 'JIRAUSER10000',
  issueTypeIds: [10001],
  workflow: 'Plain workflow',
};
const desk: Row<'projects'> = { ...project, type: 'service_desk' };
const entry: Row<'entries'> = { id: 1, templateId: 7, projectId: 11101, issueTypeId: 10001 };
const issue: Row<'issues'> = {
  id: 1,
  key: 'DEMO-9',
  issueTypeId: 10001,
  reporter: 'JIRAUSER10000',
  fields: { summary: 'Odd' },
};

interface BadWorld {
  readonly title: string;
  /** What of the bundled world is replaced. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

const unknownReferences: readonly BadWorld[] = [
  {
    title: 'a project led by nobody',
    change: { projects: [...projects, { ...project, lead: 'NOBODY' }] },
    faults: ['projects.ODD: no user with the key NOBODY'],
  },
  {
    title: 'a project with an unknown workflow',
    change: { projects: [...projects, { ...project, workflow: 'No workflow' }] },
    faults: ['projects.ODD: no workflow No workflow'],
  },
  {
    title: 'a project with an unknown issue type',
    change: { projects: [...projects, { ...project, issueTypeIds: [10001, 9] }] },
    faults: ['projects.ODD: no issue type 9'],
  },
  {
    title: 'a permission granted to nobody',
    change: { projects: [...projects, { ...project, permissions: { CREATE_ISSUES: [{ user: 'NOBODY' }] } }] },
    faults: ['projects.ODD: a permission is granted to NOBODY, who is no user'],
  },
  {
    title: 'a request type of an issue type the project does not have',
    change: { projects: [...projects, { ...desk, requestTypes: [{ id: 1, name: 'Ask', issueTypeId: 10002 }] }] },
    faults: ['projects.ODD.requestTypes.1: the project has no issue type 10002'],
  },
  {
    title: 'a workflow that leads to unknown statuses',
    change: {
      workflows: [
        ...workflows,
        { ...workflow, initial: { to: 8 }, transitions: [{ id: 2, name: 'Go', from: [6], to: 7 }] },
      ],
    },
    faults: [
      'workflows.Odd workflow.Create: no status 8',
      'workflows.Odd workflow.Go: no status 6',
      'workflows.Odd workflow.Go: no status 7',
    ],
  },
  {
    title: 'a workflow with an unknown screen',
    change: { workflows: [...workflows, { ...workflow, initial: { to: 1, screenId: 9 } }] },
    faults: ['workflows.Odd workflow.Create: no screen 9'],
  },
  {
    title: 'an entry of an unknown template',
    change: { entries: [...entries, { ...entry, templateId: 9 }] },
    faults: ['entries.1: no template 9'],
  },
  {
    title: 'an entry of a type its project does not have',
    change: { entries: [...entries, { ...entry, issueTypeId: 10400 }] },
    faults: ['entries.1: project 11101 has no issue type 10400'],
  },
  {
    title: 'an entry of a request type of another project',
    change: { entries: [...entries, { id: 1, templateId: 7, projectId: 11101, requestTypeId: 39 }] },
    faults: ['entries.1: project 11101 has no request type 39'],
  },
  {
    title: 'an issue reported by nobody, of a type its project does not have',
    change: { issues: [...issues, { ...issue, reporter: 'NOBODY', issueTypeId: 10400 }] },
    faults: ['issues.DEMO-9: no user with the key NOBODY', 'issues.DEMO-9: the project has no issue type 10400'],
  },
  {
    title: 'an issue in an unknown status',
    change: { issues: [...issues, { ...issue, statusId: 9 }] },
    faults: ['issues.DEMO-9: no status 9'],
  },
  {
    title: 'a sub-task of an unknown issue',
    change: { issues: [...issues, { ...issue, parent: 'DEMO-77' }] },
    faults: ['issues.DEMO-9: no issue DEMO-77 before it in the same project'],
  },
  {
    title: 'a comment of nobody',
    change: { issues: [...issues, { ...issue, comments: [{ author: 'NOBODY', body: 'Boo' }] }] },
    faults: ['issues.DEMO-9: no user with the key NOBODY'],
  },
  {
    title: 'a new project with an unknown workflow and unknown issue types',
    change: { newProject: { workflow: 'No workflow', issueTypeIds: [9], requestTypes: [] } },
    faults: ['newProject.workflow: no workflow No workflow', 'newProject: no issue type 9'],
  },
  {
    title: 'a new project whose permissions are granted to nobody',
    change: { newProject: { ...newProject, permissions: { BROWSE_PROJECTS: [{ user: 'NOBODY' }] } } },
    faults: ['newProject: a permission is granted to NOBODY, who is no user'],
  },
  {
    title: 'a tracker administered by nobody',
    change: { globalPermissions: { ADMINISTER: [{ user: 'NOBODY' }] } },
    faults: ['globalPermissions: a permission is granted to NOBODY, who is no user'],
  },
];

const duplicates: readonly BadWorld[] = [
  {
    title: 'two users with the same key',
    change: { users: [...users, { ...user, key: 'JIRAUSER10001' }] },
    faults: ['users.uma: there is a user with the key JIRAUSER10001 already'],
  },
  {
    title: 'two users with the same name in other letters',
    change: { users: [...users, { ...user, name: 'TESS' }] },
    faults: ['users.TESS: there is a user with that name already'],
  },
  ...Object.entries({
    issueTypes: [...issueTypes, { id: 10001, name: 'Twin' }],
    priorities: [...priorities, { id: 1, name: 'Twin' }],
    statuses: [...statuses, { id: 1, name: 'Twin' }],
    screens: [...screens, { id: 1, name: 'Twin' }],
    customFields: [...customFields, { id: 10000, name: 'Twin', type: 'text' }],
    templates: [...templates, { id: 7, name: 'Twin' }],
  }).map(([list, rows]) => ({
    title: `two ${list} with the same id`,
    change: { [list]: rows },
    faults: [`${list}.${String(rows.at(-1)?.id)}: that id is taken`],
  })),
  {
    title: 'two workflows with the same name',
    change: { workflows: [...workflows, { ...workflow, name: 'Plain workflow' }] },
    faults: ['workflows.Plain workflow: there is a workflow with that name already'],
  },
  {
    title: 'two transitions with the same id',
    change: { workflows: [...workflows, { ...workflow, transitions: [{ id: 1, name: 'Go', from: 'any', to: 1 }] }] },
    faults: ['workflows.Odd workflow: two transitions have the same id'],
  },
  {
    title: 'two projects with the same id and key',
    change: { projects: [...projects, { ...project, id: 11103, key: 'PLAIN' }] },
    faults: ['projects.PLAIN: the id 11103 is taken', 'projects.PLAIN: that key is taken'],
  },
  {
    title: 'two request types with the same id',
    change: { projects: [...projects, { ...desk, requestTypes: [{ id: 39, name: 'Ask', issueTypeId: 10001 }] }] },
    faults: ['projects.ODD.requestTypes.39: that id is taken', 'entries.131: project 11100 has no request type 39'],
  },
  {
    title: 'two entries with the same id',
    change: { entries: [...entries, { ...entry, id: 130 }] },
    faults: ['entries.130: that id is taken'],
  },
  {
    title: 'two entries of one template, project and type',
    change: { entries: [...entries, entry, { ...entry, id: 2 }] },
    faults: ['entries.2: there is an entry of the same template, project and type already'],
  },
  {
    title: 'two issues with the same id and key',
    change: { issues: [...issues, { ...issue, id: 12001, key: 'DEMO-1' }] },
    faults: ['issues.DEMO-1: the id 12001 is taken', 'issues.DEMO-1: that key is taken'],
  },
];

const wrongTypes: readonly BadWorld[] = [
  {
    title: 'an id that is text',
    change: { templates: [{ id: '7', name: 'Bug report' }] },
    faults: ['templates.0.id: Invalid input: expected number, received string'],
  },
  {
    title: 'a list that is an object',
    change: { users: {} },
    faults: ['users: Invalid input: expected array, received object'],
  },
  {
    title: 'a property nobody knows',
    change: { project: [] },
    faults: ['the document: Unrecognized key: "project" (did you mean "projects"?)'],
  },
  {
    title: 'a key that is none',
    change: { projects: [{ ...project, key: 'odd one' }] },
    faults: ['projects.0.key: a project key such as ABC'],
  },
  {
    title: 'an entry for an issue type and a request type',
    change: { entries: [{ ...entry, requestTypeId: 39 }] },
    faults: ['entries.0: exactly one of issueTypeId and requestTypeId is needed'],
  },
  {
    title: 'request types of a regular project',
    change: { projects: [{ ...project, requestTypes: [{ id: 1, name: 'Ask', issueTypeId: 10001 }] }] },
    faults: ['projects.0.requestTypes: only a service_desk project has request types'],
  },
  {
    title: 'several faults in several places',
    change: { version: '9', searchDelay: -1 },
    faults: ['version: a version such as 9.12.0', 'searchDelay: Too small: expected number to be >=0'],
  },
];

for (const { title, change, faults } of [...unknownReferences, ...duplicates, ...wrongTypes]) {
  test(`a world with ${title} is refused with the place`, () => {
    expect(thrownBy({ ...documentsWorld, ...change })).toEqual({
      name: 'WorldError',
      lines: ["The world can't be loaded:", ...faults.map((fault) => `  - ${fault}`)],
    });
  });
}

for (const [what, document] of Object.entries({ null: null, 'an array': [], text: 'world' })) {
  test(`a world that is ${what} is refused`, () => {
    expect(thrownBy(document as unknown as WorldInput).lines).toContainEqual(
      expect.stringMatching(/^ {2}- the document: Invalid input: expected object, received/),
    );
  });
}

test('an entry of an unknown project is refused once', () => {
  const { lines } = thrownBy({ ...documentsWorld, entries: [{ ...entry, projectId: 9 }] });

  expect(lines).toContain('  - entries.1: no project 9');
});

test('a world with every default left out is loaded', () => {
  const world: WorldInput = {
    users: [user],
    issueTypes: [{ id: 1, name: 'Task' }],
    priorities: [],
    statuses: [{ id: 1, name: 'Open' }],
    screens: [],
    workflows: [workflow],
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
