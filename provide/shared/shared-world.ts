import { awkwardUsernames, seededBuilders } from '../../builders/index.js';
import type { Builders } from '../../builders/index.js';
import { defaultAssumptions, defaultBasePaths } from '../../contracts/index.js';
import { whitelistPropertyAt } from '../../contracts/directory-sync/endpoints.js';
import type { Assumptions, ProjectPermission, WorldInput } from '../../contracts/index.js';
import type { Sandbox } from '../../client/settings/sandbox.js';
import { sharedTests } from './shared-world-tests.js';

export interface SharedWorld {
  readonly world: WorldInput;
  readonly login: { readonly username: string; readonly password: string };
  readonly sandbox: Sandbox;
}

type Project = NonNullable<WorldInput['projects']>[number];
type Row<Name extends keyof WorldInput> = NonNullable<WorldInput[Name]> extends readonly (infer Item)[] ? Item : never;

const STAFF = 'staff';
const OPERATORS = 'operators';
const PEOPLE = 'directory-people';

/**
 * Makes a tracker as other people set it up: its ids and names differ from the fake's own world, it has pre-existing
 * projects, templates, entries, issues and comments, and its search finds new issues late. It also has a sandbox for
 * the suite. Its templates, cases and plans have the statuses that TM-N11 names.
 */
export function sharedWorld(
  seed: number,
  { 'TM-N11': statuses }: Pick<Assumptions, 'TM-N11'> = defaultAssumptions,
): SharedWorld {
  const build = seededBuilders(seed);
  let lastId = build.source.nextId('row of others');
  const id = () => (lastId += 7);
  const plain = build.user.inGroups(STAFF).build();
  const others = Array.from({ length: 11 }, () => build.user.inGroups(STAFF).build());
  const administrator = build.user.inGroups(STAFF, OPERATORS).build();
  const whitelisted = build.user.inGroups(STAFF).build();
  const users = [plain, whitelisted, ...others, administrator];
  const catalogue = catalogueOf(id);
  const context = { build, id, users, lead: administrator.key, catalogue };
  const sandboxTemplates = Array.from({ length: 8 }, () => templateOf(context));
  const sandboxProjects = (['overwrite', 'keep'] as const).flatMap((postFunction) =>
    [0, 0, 0, 3].map((requestTypes) => ({
      postFunction,
      project: projectOf(context, `Workflow that ${postFunction}s`, requestTypes, postFunction === 'keep'),
    })),
  );
  const existing = preExistingDataOf(context);
  const directory = directoryOf(build, id, users);
  const tests = sharedTests(build, id, administrator.key, grants(), statuses);
  return {
    world: {
      title: 'Tracker of other people',
      version: '9.4.17',
      searchDelay: 300,
      properties: {
        [whitelistPropertyAt(defaultBasePaths['directory-sync'])]: `${administrator.name},${whitelisted.name}`,
      },
      globalPermissions: { ADMINISTER: [{ group: OPERATORS }], SYSTEM_ADMIN: [{ group: OPERATORS }] },
      newProject: {
        workflow: 'House workflow',
        issueTypeIds: catalogue.issueTypes.map((type) => type.id),
        requestTypes: ['Question', 'Fault', 'Order', 'Leave'].map((name) => ({
          name,
          issueTypeId: catalogue.plainType,
        })),
        permissions: grants(),
      },
      users: [...directory.users, ...users],
      connections: directory.connections,
      directoryUsers: directory.directoryUsers,
      ...catalogue.rows,
      testIssueTypes: tests.testIssueTypes,
      issueTypes: [...catalogue.rows.issueTypes, ...tests.issueTypes],
      statuses: [...catalogue.rows.statuses, ...tests.statuses],
      workflows: [...catalogue.rows.workflows, ...tests.workflows],
      customFields: [...catalogue.rows.customFields, ...tests.customFields],
      projects: [...existing.projects, ...sandboxProjects.map(({ project }) => project), ...tests.projects],
      templates: [...existing.templates, ...sandboxTemplates],
      entries: existing.entries,
      issues: [...existing.issues, ...tests.issues],
    },
    login: { username: administrator.name, password: administrator.password },
    sandbox: {
      templates: sandboxTemplates.map((template) => ({ id: template.id, fields: template.fields ?? {} })),
      projects: sandboxProjects.map(({ project, postFunction }) => ({
        key: project.key,
        templatePostFunction: postFunction,
      })),
      createProjects: true,
      newProjectScreens: catalogue.newProjectScreens,
      connections: directory.sandbox,
      tests: tests.sandbox,
      plainUser: loginOf(plain),
      whitelistedUser: loginOf(whitelisted),
      templateField: 'Issue template',
      disposable: false,
    },
  };
}

function loginOf({ name: username, password, token }: ReturnType<Builders['user']['build']>) {
  return { username, password, token };
}

interface Context {
  readonly build: Builders;
  readonly id: () => number;
  readonly users: readonly Row<'users'>[];
  readonly lead: string;
  readonly catalogue: ReturnType<typeof catalogueOf>;
}

function catalogueOf(id: () => number) {
  const named = (name: string) => ({ id: id(), name });
  const chore = named('Chore');
  const issueTypes = [chore, ...['Defect', 'Need', 'Question'].map(named), { ...named('Part of'), subtask: true }];
  const priorities = ['Now', 'Soon', 'Someday'].map(named);
  const [open, doing, done] = [named('Noted'), named('Being done'), named('Settled')];
  const screens = [named('Note it'), named('Note it from a template'), named('Settle it')] as const;
  const [{ id: noteIt }, { id: noteFromTemplate }, { id: settleIt }] = screens;
  const transitions = [
    { id: 411, name: 'Take', from: [open.id], to: doing.id },
    { id: 421, name: 'Settle', from: 'any' as const, to: done.id, screenId: settleIt },
  ];
  const workflow = (name: string, screenId: number, overwrite?: boolean) => ({
    name,
    initial: {
      to: open.id,
      screenId,
      postFunctions: overwrite === undefined ? [] : [{ type: 'create from template' as const, overwrite }],
    },
    transitions,
  });
  const custom = (name: string, type: Row<'customFields'>['type'], options?: string[]) => ({
    ...named(name),
    type,
    ...(options && { options }),
  });
  const fields = {
    template: custom('Issue template', 'template'),
    notes: custom('House notes', 'paragraph'),
    effort: custom('Effort', 'number'),
    weight: custom('Weight', 'select', ['Light', 'Heavy']),
    reference: custom('House reference', 'text'),
    tags: custom('House tags', 'labels'),
  };
  return {
    issueTypes,
    priorities,
    fields,
    plainType: chore.id,
    newProjectScreens: {
      initial: { transitionId: 1, name: 'Create', screenId: noteIt },
      other: { transitionId: 421, name: 'Settle', screenId: settleIt },
    },
    rows: {
      issueTypes,
      priorities,
      statuses: [open, doing, done],
      screens: [...screens],
      workflows: [
        workflow('House workflow', noteIt),
        workflow('Workflow that overwrites', noteFromTemplate, true),
        workflow('Workflow that keeps', noteFromTemplate, false),
      ],
      customFields: Object.values(fields),
    },
  };
}

function grants(): Partial<Record<ProjectPermission, { group: string }[]>> {
  const staff = [{ group: STAFF }];
  return {
    BROWSE_PROJECTS: staff,
    CREATE_ISSUES: staff,
    EDIT_ISSUES: staff,
    TRANSITION_ISSUES: staff,
    ADD_COMMENTS: staff,
    CREATE_ATTACHMENTS: staff,
  };
}

/** @param sameNumber whether its first request type has the number of its first issue type */
function projectOf(
  { build, id, lead, catalogue }: Context,
  workflow: string,
  requestTypes = 0,
  sameNumber = false,
): Project {
  const key = build.unusedKey();
  return {
    id: id(),
    key,
    name: `House project ${key}`,
    type: requestTypes > 0 ? 'service_desk' : 'business',
    lead,
    issueTypeIds: catalogue.issueTypes.map((type) => type.id),
    requestTypes: Array.from({ length: requestTypes }, (_, index) => ({
      id: sameNumber && index === 0 ? catalogue.plainType : id(),
      name: `House request ${index + 1}`,
      issueTypeId: catalogue.plainType,
    })),
    workflow,
    permissions: grants(),
  };
}

function templateOf({ build, id, users, catalogue }: Context): Row<'templates'> {
  const { notes, effort, weight, reference, tags } = catalogue.fields;
  const assignee = users[0] as Row<'users'>;
  const priority = catalogue.priorities[0] as { id: number };
  const { fields } = build.template
    .withTexts()
    .withFields({
      [`customfield_${notes.id}`]: 'As the house does it.',
      [`customfield_${effort.id}`]: id(),
      [`customfield_${weight.id}`]: { value: 'Heavy' },
      [`customfield_${reference.id}`]: 'House 7',
      [`customfield_${tags.id}`]: ['of-the-house'],
      environment: 'In the house',
      duedate: '2031-03-01',
      assignee: { name: assignee.name },
      priority: { id: String(priority.id) },
    })
    .build();
  return { id: id(), name: `House template ${id()}`, fields };
}

/** One that was there before, one that is switched off, and four for the suite with the same people; the last has more. */
function directoryOf(build: Builders, id: () => number, staff: readonly Row<'users'>[]) {
  const connection = (name: string, enabled = true) => ({ ...build.connection.build(), id: id(), name, enabled });
  const [house, closed] = [connection('House directory'), connection('Closed directory', false)];
  const sandbox = ['North', 'South', 'East', 'West'].map((name) => connection(`Sandbox ${name}`));
  const person = (of: Builders['syncedUser']) => ({ ...of.build().user, groups: [PEOPLE] });
  const people = [
    ...Array.from({ length: 48 }, () => person(build.syncedUser)),
    ...awkwardUsernames.map((name) => person(build.syncedUser.named(name))),
  ];
  const others = Array.from({ length: 3 }, () => person(build.syncedUser));
  const peopleOf = (one: { readonly enabled: boolean }) => (one.enabled ? people : staff);
  const last = sandbox.at(-1);
  const values = () => build.syncedUser.build().values;
  const rows = (to: { id: number }, of: readonly { key: string }[]) =>
    of.map(({ key }) => ({ connectionId: to.id, userKey: key, values: values() }));
  return {
    users: [...people, ...others],
    connections: [house, closed, ...sandbox],
    directoryUsers: [
      ...rows(house, staff),
      ...rows(closed, staff),
      ...sandbox.flatMap((one) => rows(one, one === last ? [...people, ...others] : people)),
    ],
    sandbox: [...sandbox, closed].map((one) => ({
      id: String(one.id),
      name: one.name,
      enabled: one.enabled,
      userDn: one.userDn,
      users: [...peopleOf(one), ...(one === last ? others : [])].map(({ key, name }) => ({ key, username: name })),
      group: one.enabled ? PEOPLE : STAFF,
    })),
  };
}

function preExistingDataOf(context: Context) {
  const { build, id, users, catalogue } = context;
  const projects = Array.from({ length: 12 }, (_, index) =>
    projectOf(context, index % 3 === 0 ? 'Workflow that overwrites' : 'House workflow', index % 4 === 0 ? 3 : 0),
  );
  const templates = Array.from({ length: 5 }, () => templateOf(context));
  const entries = projects.flatMap((project, index) => {
    const templateId = (templates[index % templates.length] as Row<'templates'>).id;
    const types = [
      ...project.issueTypeIds.slice(0, 2).map((issueTypeId) => ({ issueTypeId })),
      ...(project.requestTypes ?? []).map((requestType) => ({ requestTypeId: requestType.id })),
    ];
    return types.map((type) => ({ id: id(), templateId, projectId: project.id, ...type }));
  });
  const issues = projects.flatMap((project) =>
    Array.from({ length: 4 }, (_, index) => ({
      id: id(),
      key: `${project.key}-${index + 1}`,
      issueTypeId: catalogue.plainType,
      reporter: (users[index] as Row<'users'>).key,
      fields: { summary: build.source.faker.hacker.phrase() },
      comments: [{ author: (users[index + 1] as Row<'users'>).key, body: 'Noted.' }],
    })),
  );
  return { projects, templates, entries, issues };
}
