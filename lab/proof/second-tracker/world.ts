import {
  type Connection, type CustomField, type Entry, type Issue, type IssueType, initialTransition, type Permission, type PostFunction, type Project,
  type RequestType, type Status, type StepRow, type StepStatus, type Template, type TemplateValues, type TestSettings, type Transition, type User, type Workflow,
  workflowOf, type World,
} from './model.js';

/** A company's tracker: a part set aside as a sandbox, and projects, templates and people who are to be left in peace. */

export const FIELD = {
  steps: 'customfield_10301', preconditions: 'customfield_10302', tcTemplate: 'customfield_10303', requirement: 'customfield_10304',
  template: 'customfield_10310', text: 'customfield_10320', number: 'customfield_10321', select: 'customfield_10322', requestType: 'customfield_10330',
} as const;

const regions = ['North', 'South', 'East', 'West'].map((value, index) => ({ id: String(10501 + index), value }));
const fields: CustomField[] = [
  { id: FIELD.steps, name: 'Steps', kind: 'steps', options: [] },
  { id: FIELD.preconditions, name: 'Preconditions', kind: 'preconditions', options: [] },
  { id: FIELD.tcTemplate, name: 'TC Template', kind: 'tcTemplate', options: [] },
  { id: FIELD.requirement, name: 'Requirement', kind: 'requirement', options: [] },
  { id: FIELD.template, name: 'Template', kind: 'template', options: [] },
  { id: FIELD.text, name: 'Reference', kind: 'text', options: [] },
  { id: FIELD.number, name: 'Effort', kind: 'number', options: [] },
  { id: FIELD.select, name: 'Region', kind: 'select', options: regions },
  { id: FIELD.requestType, name: 'Customer Request Type', kind: 'requestType', options: [] },
];

const types = {
  bug: { id: 10001, name: 'Bug', subtask: false }, task: { id: 10002, name: 'Task', subtask: false }, story: { id: 10003, name: 'Story', subtask: false },
  subtask: { id: 10004, name: 'Sub-task', subtask: true },
  plan: { id: 10100, name: 'Test Plan', subtask: false }, testCase: { id: 10101, name: 'Test Case', subtask: true },
  testTemplate: { id: 10102, name: 'Test Case Template', subtask: false }, requirement: { id: 10103, name: 'Requirement', subtask: false },
  service: { id: 10201, name: 'Service Request', subtask: false }, incident: { id: 10202, name: 'Incident', subtask: false },
} satisfies Record<string, IssueType>;

export const TYPE_NAME = { plan: types.plan.name, testCase: types.testCase.name, testTemplate: types.testTemplate.name } as const;

const statuses: Status[] = [
  { id: '10000', name: 'To Do', category: 'new' }, { id: '3', name: 'In Progress', category: 'indeterminate' }, { id: '10001', name: 'Done', category: 'done' },
  { id: '1', name: 'Open', category: 'new' }, { id: '6', name: 'Closed', category: 'done' }, { id: '10010', name: 'Acceptance', category: 'indeterminate' },
  { id: '10011', name: 'Pass', category: 'done' }, { id: '10012', name: 'Fail', category: 'done' }, { id: '10013', name: 'Retest', category: 'indeterminate' },
  { id: '10020', name: 'Active', category: 'new' }, { id: '10021', name: 'Inactive', category: 'done' }, { id: '10022', name: 'Update required', category: 'indeterminate' },
];

const screen = (id: number, name: string): Transition['screen'] => ({ id, name });
const move = (id: number, name: string, from: Transition['from'], to: string, of: Transition['screen'] = null): Transition => ({ id, name, from, to, screen: of });

/** To Do, In Progress, Done; the screens of Create, Review and Close are numbered from first on. */
const simpleWorkflow = (name: string, first: number, postFunction: PostFunction): Workflow => ({
  name, postFunction,
  transitions: [
    move(11, 'Start', ['To Do', 'Done'], 'In Progress'),
    move(21, 'Review', ['In Progress'], 'In Progress', screen(first + 2, `${name} review screen`)),
    move(1, 'Create', 'start', 'To Do', screen(first, `${name} create screen`)),
    move(31, 'Close', 'any', 'Done', screen(first + 1, `${name} close screen`)),
  ],
});
const workflows = {
  overwrite: simpleWorkflow('Sandbox overwriting', 10110, 'overwrite'), keep: simpleWorkflow('Sandbox keeping', 10120, 'keep'),
  plain: simpleWorkflow('Sandbox plain', 10130, null), odd: simpleWorkflow('Sandbox odd', 10140, null),
  deskOverwrite: simpleWorkflow('Desk overwriting', 10150, 'overwrite'), desk: simpleWorkflow('Desk plain', 10160, null),
  corporate: simpleWorkflow('Corporate', 10170, 'overwrite'), tests: simpleWorkflow('Test management', 10180, null),
};
const newProjectWorkflow: Workflow = {
  name: 'jira', postFunction: null,
  transitions: [
    move(1, 'Create', 'start', 'To Do', screen(1, 'Default Screen')), move(11, 'Start', ['To Do', 'Done'], 'In Progress'),
    move(31, 'Close', 'any', 'Done', screen(3, 'Resolve Issue Screen')),
  ],
};
const planWorkflow: Workflow = {
  name: 'Test plans', postFunction: null,
  transitions: [
    move(1, 'Create', 'start', 'Open', screen(10191, 'Plan create screen')), move(11, 'Start', ['Open'], 'In Progress'), move(21, 'Acceptance', ['In Progress'], 'Acceptance'),
    move(31, 'Accept', ['Acceptance'], 'Closed'), move(41, 'Retest', ['Acceptance'], 'In Progress'), move(51, 'Stop', ['In Progress'], 'Open'),
    move(71, 'Close', ['Open', 'In Progress', 'Acceptance'], 'Closed', screen(10192, 'Plan close screen')),
  ],
};
const caseWorkflow: Workflow = {
  name: 'Test cases', postFunction: null,
  transitions: [
    move(1, 'Create', 'start', 'Open', screen(10193, 'Case create screen')), move(11, 'Test', ['Open'], 'In Progress'), move(21, 'Pass', ['In Progress'], 'Pass'),
    move(31, 'Fail', ['In Progress'], 'Fail'), move(51, 'Retest', ['Pass', 'Fail'], 'Retest'), move(71, 'Pass', ['Retest'], 'Pass'), move(81, 'Fail', ['Retest'], 'Fail'),
  ],
};
const templateWorkflow: Workflow = {
  name: 'Test case templates', postFunction: null,
  transitions: [
    move(1, 'Create', 'start', 'Active', screen(10195, 'Template create screen')), move(11, 'Deactivate', ['Active', 'Update required'], 'Inactive'),
    move(21, 'Activate', ['Inactive', 'Update required'], 'Active'), move(31, 'Require update', ['Active', 'Inactive'], 'Update required'),
  ],
};
const testWorkflows = new Map([[types.plan.id, planWorkflow], [types.testCase.id, caseWorkflow], [types.testTemplate.id, templateWorkflow]]);

const stepStatus = (id: number, name: string, color: string, isFinalStatus: boolean): StepStatus => ({ ids: [id], name, color, isFinalStatus });
const usualTests: TestSettings = {
  columns: ['Action', 'Input', 'Expected result'],
  statuses: [stepStatus(1, 'To do', '#CCCCCC', false), stepStatus(2, 'In progress', '#6693B0', false), stepStatus(3, 'Pass', '#51a825', true), stepStatus(4, 'Fail', '#CC3300', true)],
};
const otherTests: TestSettings = {
  columns: ['Do', 'With', 'See'],
  statuses: [stepStatus(5, 'Open', '#CCCCCC', false), stepStatus(6, 'Blocked', '#CC9900', false), stepStatus(7, 'OK', '#51a825', true), stepStatus(8, 'Not OK', '#CC3300', true)],
};
const narrowTests: TestSettings = { columns: ['Step', 'Result'], statuses: usualTests.statuses };

const templateValues = (n: number): TemplateValues => ({
  summary: `Template summary ${n}`, description: `Description; "of" template ${n} & <b>, + 100%41\nwith a second line`, priority: ['Highest', 'High', 'Low', 'Lowest'][n % 4] ?? 'High',
  labels: [`template-${n}`, 'from-template'], text: `REF-${n}`, number: n + 0.5, select: regions[n % 4]?.value ?? 'North',
});

const emptyGrants = (): Record<Permission, ReadonlySet<string>> => ({ browse: new Set(), create: new Set(), edit: new Set(), administer: new Set() });

export const newProject = (world: World, from: { id: number; key: string; name: string; lead: User; desk: boolean }): Project => {
  const project: Project = {
    id: from.id, key: from.key, name: from.name, lead: from.lead, issueTypes: [types.bug, types.task, types.story, types.subtask],
    workflow: newProjectWorkflow, workflows: new Map(), serviceDesk: null, tests: null, lastNumber: 0,
  };
  if (from.desk) {
    project.issueTypes = [types.service, types.incident, types.task, types.subtask];
    const number = [...world.projects.values()].reduce((highest, { serviceDesk }) => Math.max(highest, serviceDesk?.id ?? 0), 0) + 1;
    project.serviceDesk = { id: number, requestTypes: ['Get help', 'Report a fault', 'Ask a question'].map((name, index) => ({ id: 900 + number * 3 + index, name, issueType: index === 1 ? types.incident : types.service })) };
  }
  world.projects.set(project.key, project);
  world.projectsById.set(project.id, project);
  return project;
};

function addUsers(world: World): void {
  const add = (name: string, displayName: string, more: Partial<User> = {}): void => {
    const user: User = { name, key: name, displayName, email: `${name}@example.com`, password: name, administrator: false, grants: emptyGrants(), ...more };
    world.users.set(name, user);
    world.usersByKey.set(user.key, user);
  };
  const tests = new Set(['QA1', 'QA2', 'QA3', 'QA4']);
  add('admin', 'Ada Administrator', { administrator: true });
  add('plain', 'Paul Plain', { grants: { browse: tests, create: new Set(['QA1', 'QA3']), edit: tests, administer: new Set() } });
  add('listed', 'Lisa Listed');
  const all = new Set(['*']);
  add('another', 'Anna Another', { grants: { browse: all, create: all, edit: all, administer: new Set() } });
  let number = 10001;
  const person = (name: string, displayName: string, oldKey = false): void => add(name, displayName, { key: oldKey ? name : `JIRAUSER${number++}`, password: null });
  // Names that begin others, a name of digits, and a user key that is another user's name.
  for (const name of ['ann', 'anna', 'annabel', 'bob', 'bobby']) person(name, `${name[0]?.toUpperCase()}${name.slice(1)} Miller`);
  person('4711', 'Fabric Terminal');
  person('carla', 'Carla Old', true);
  add('dora', 'Dora Renamed', { key: 'dorothea', password: null });
  for (const name of UNUSUAL) person(name, `Unusual ${name}`);
  for (let n = 15; n <= 57; n++) person(`corp${String(n).padStart(2, '0')}`, `Corporate Person ${n}`);
  for (let n = 1; n <= 22; n++) person(`partner${n}`, `Partner Person ${n}`);
  for (let n = 1; n <= 50; n++) person(`supplier${n}`, `Supplier Person ${n}`);
  for (const name of ['nina', 'ole', 'pia', 'quentin', 'rosa']) person(name, `${name[0]?.toUpperCase()}${name.slice(1)} Numbers`);
}

/** Names that are easily escaped wrongly or taken apart. */
const UNUSUAL = ['erika.berg', 'łukasz.żak', "d'angelo", 'ops+night', 'two  spaces', '高橋 花子'];

const two = (n: number): string => String(n).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function addConnections(world: World): void {
  const named = (start: RegExp): User[] => [...world.users.values()].filter(user => start.test(user.name));
  const corporate = [...named(/^(ann|anna|annabel|bob|bobby|4711|carla|dora|corp\d+)$/), ...UNUSUAL.flatMap(name => world.users.get(name) ?? [])];
  const numbers = named(/^(nina|ole|pia|quentin|rosa)$/);
  const connect = (id: number, name: string, attributes: string[], users: User[], enabled = true): void => {
    const connection: Connection = { id, name, userDn: `CN=sync-${id},OU=Service,DC=example,DC=com`, enabled, attributes, users: new Map() };
    users.forEach((user, index) => {
      const hour = index % 24;
      const values: Record<string, string> = {
        whenCreated: `${two(1 + (index % 28))}/${MONTHS[index % 12]}/${two(10 + (index % 16))} ${two(hour % 12 || 12)}:${two((index * 7) % 60)} ${hour < 12 ? 'AM' : 'PM'}`,
        mail: `${user.name}@${id}.example.com`, displayName: `${user.displayName}, ${name}`, telephoneNumber: String(4930000000 + id * 1000 + index),
        department: `Department ${index % 5}`, title: `Title ${index % 7}`, company: `Company ${id}`, l: ['Berlin', 'Graz', 'Łódź'][index % 3] ?? 'Berlin',
        mobile: `+49 170 ${1000 + index}`, description: `${user.displayName} of connection ${id}`,
      };
      const own: Record<string, string> = {};
      // Every tenth user, and bob and supplier2, lack the second attribute.
      for (const [position, attribute] of attributes.entries()) {
        own[attribute] = position === 1 && (index % 10 === 9 || user.name === 'bob' || user.name === 'supplier2') ? '' : values[attribute] ?? '';
      }
      connection.users.set(user, own);
    });
    world.connections.push(connection);
  };
  connect(1, 'Corporate AD', ['whenCreated', 'mail', 'displayName', 'telephoneNumber', 'department'], corporate);
  connect(2, 'Partners', ['mail', 'displayName', 'company', 'whenCreated'], [...named(/^partner\d+$/), ...corporate.slice(0, 8)]);
  connect(3, 'Suppliers', ['displayName', 'telephoneNumber', 'l', 'title'], named(/^supplier\d+$/));
  connect(4, '1001', ['mail', 'mobile', 'whenCreated'], numbers);
  connect(5, 'Corporate', ['displayName', 'description', 'mail'], [...corporate.slice(0, 3), ...numbers.slice(0, 3)]);
  connect(6, 'Old directory', ['mail', 'department'], [...corporate.slice(2, 5), ...numbers.slice(4)], false);
  const members = (id: number): User[] => [...(world.connections.find(connection => connection.id === id)?.users.keys() ?? [])];
  world.groups.set('jira-administrators', named(/^admin$/));
  world.groups.set('jira-users', [...world.users.values()]);
  ['corporate-users', 'partner-users', 'supplier-users', '1001-users', 'small-corporate-users', 'old-directory-users'].forEach((group, index) => world.groups.set(group, members(index + 1)));
}

function addProjects(world: World, lead: User): void {
  const regular = [types.bug, types.task, types.story, types.subtask];
  let id = 11100;
  const add = (key: string, name: string, issueTypes: IssueType[], workflow: Workflow, more: Partial<Project> = {}): Project => {
    const project: Project = { id: id++, key, name, lead, issueTypes, workflow, workflows: new Map(), serviceDesk: null, tests: null, lastNumber: 0, ...more };
    world.projects.set(key, project);
    world.projectsById.set(project.id, project);
    return project;
  };
  const addDesk = (number: number, key: string, name: string, workflow: Workflow): void => {
    const ticket: IssueType = { id: 300 + number, name: `Ticket ${number}`, subtask: false };
    world.issueTypes.push(ticket);
    // The first request type has the number of the desk's own issue type, but makes issues of another type.
    const requestTypes: RequestType[] = [
      { id: 300 + number, name: 'Get IT help', issueType: types.service }, { id: 400 + number * 2, name: 'Report a fault', issueType: types.incident },
      { id: 401 + number * 2, name: 'Order equipment', issueType: ticket },
    ];
    // A regular project has the desk's own issue type too.
    world.projects.get(`NON${number}`)?.issueTypes.push(ticket);
    add(key, name, [ticket, types.service, types.incident, types.task], workflow, { serviceDesk: { id: number, requestTypes } });
  };
  for (let n = 1; n <= 4; n++) add(`OVR${n}`, `Sandbox overwriting ${n}`, regular, workflows.overwrite);
  for (let n = 1; n <= 4; n++) add(`KEP${n}`, `Sandbox keeping ${n}`, regular, workflows.keep);
  for (let n = 1; n <= 8; n++) add(`NON${n}`, `Sandbox plain ${n}`, [...regular], n < 7 ? workflows.plain : workflows.odd);
  add('NON', 'Sandbox whose key begins others', regular, workflows.odd);
  for (let n = 1; n <= 6; n++) addDesk(n, `DESK${n}`, `Sandbox desk ${n}`, n <= 2 ? workflows.deskOverwrite : workflows.desk);
  const testTypes = [types.plan, types.testCase, types.testTemplate, types.requirement];
  [usualTests, otherTests, usualTests, narrowTests].forEach((tests, index) =>
    add(`QA${index + 1}`, `Sandbox tests ${index + 1}`, testTypes, workflows.tests, { tests, workflows: testWorkflows }));
  add('CORP', 'Corporate', regular, workflows.corporate);
  add('OPS', 'Operations', regular, workflows.plain);
  addDesk(7, 'HELP', 'Help desk', workflows.desk);
  add('QUAL', 'Quality', testTypes, workflows.tests, { tests: usualTests, workflows: testWorkflows });
}

/** Issues and entries of other people, so that one can see whether they stay as they are. */
function addBackground(world: World, author: User): void {
  const project = (key: string): Project => world.projects.get(key) as Project;
  const issue = (key: string, type: IssueType, summary: string, more: Partial<Issue> = {}): Issue => addIssue(world, project(key), type, author, { summary, ...more });
  for (const key of ['CORP', 'OPS']) for (let n = 1; n <= 4; n++) issue(key, types.task, `${key} matter ${n}`);
  const rows = (n: number): StepRow[] => [1, 2, 3].map(step => ({ isGroup: step === 1, cells: step === 1 ? [`Group ${n}`] : [`Do ${step}`, '', `See ${step}`], status: null, comments: [], attachments: [] }));
  const plan = issue('QUAL', types.plan, 'Release check');
  for (const n of [1, 2, 3]) {
    const template = issue('QUAL', types.testTemplate, `Check ${n}`, { steps: rows(n) });
    issue('QUAL', types.testCase, template.summary, { parent: plan, steps: rows(n), custom: new Map([[FIELD.tcTemplate, template.key]]) });
  }
  const entry = (key: string, templateId: number, issueTypeId: number | null, requestTypeId: number | null, stored = false): void => {
    const initial = initialTransition(project(key).workflow);
    const made: Entry = {
      id: 100 + world.entries.size, template: world.templates.get(templateId) as Template, project: project(key), issueTypeId, requestTypeId,
      transitions: stored && initial.screen ? [{ transition: initial, screen: initial.screen }] : undefined, cleared: false,
    };
    world.entries.set(made.id, made);
  };
  entry('CORP', 900, types.bug.id, null, true);
  entry('CORP', 901, types.task.id, null);
  entry('OPS', 901, types.story.id, null);
  entry('HELP', 902, null, 307);
  entry('HELP', 902, null, 415, true);
  entry('HELP', 900, 307, null);
}

export function addIssue(world: World, project: Project, type: IssueType, creator: User, more: Partial<Issue> & { summary: string }): Issue {
  const number = ++project.lastNumber;
  const now = Date.now();
  const status = world.statuses.get(initialTransition(workflowOf(project, type)).to) as Status;
  const issue: Issue = {
    id: world.nextId(), number, key: `${project.key}-${number}`, project, type, status, description: null,
    priority: world.priorities[2] as World['priorities'][number], labels: [], reporter: creator, creator, requestType: null,
    created: now, updated: now, parent: null, subtasks: [], comments: [], attachments: [], steps: null, custom: new Map(), ...more,
  };
  world.issues.set(issue.id, issue);
  world.issuesByKey.set(issue.key, issue);
  issue.parent?.subtasks.push(issue);
  return issue;
}

export function createWorld(): World {
  let lastId = 20000;
  const world: World = {
    users: new Map(), usersByKey: new Map(), groups: new Map(), projects: new Map(), projectsById: new Map(), issues: new Map(), issuesByKey: new Map(),
    attachments: new Map(), components: new Map(), templates: new Map(), entries: new Map(), connections: [], fields,
    issueTypes: Object.values(types), statuses: new Map(statuses.map(status => [status.name, status])),
    priorities: ['Highest', 'High', 'Medium', 'Low', 'Lowest'].map((name, index) => ({ id: String(index + 1), name })),
    nextId: () => ++lastId,
  };
  for (let n = 1472; n <= 1483; n++) world.templates.set(n, { id: n, name: `Sandbox template ${n}`, values: templateValues(n) });
  // Some templates leave fields alone.
  for (const n of [1472, 1478, 1482]) delete (world.templates.get(n) as Template).values.description;
  delete (world.templates.get(1483) as Template).values.labels;
  for (const n of [900, 901, 902]) world.templates.set(n, { id: n, name: `Template of others ${n}`, values: templateValues(n) });
  addUsers(world);
  const lead = world.users.get('admin') as User;
  addConnections(world);
  addProjects(world, lead);
  addBackground(world, world.users.get('another') as User);
  return world;
}
