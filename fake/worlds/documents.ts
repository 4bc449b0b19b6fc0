import { defaultAssumptions } from '../../contracts/index.js';
import type { WorldInput } from '../../contracts/index.js';

const members = [{ group: 'tracker-users' }];

const memberPermissions = {
  BROWSE_PROJECTS: members,
  CREATE_ISSUES: members,
  EDIT_ISSUES: members,
  DELETE_ISSUES: members,
  TRANSITION_ISSUES: members,
  ADD_COMMENTS: members,
  CREATE_ATTACHMENTS: members,
  ADMINISTER_PROJECTS: [{ group: 'tracker-administrators' }],
};

const moves = [
  { id: 11, name: 'Start', from: [1], to: 3, screenId: 2 },
  { id: 21, name: 'Finish', from: [1, 3], to: 5, screenId: 3 },
  { id: 31, name: 'Reopen', from: [5], to: 1 },
];

const usualTests = defaultAssumptions['TM-N04'];

/** The Steps of a test case template and of a case that was made from it. */
const loginSteps = {
  stepsRows: [
    { isGroup: true, cells: ['With a password'] },
    { isGroup: false, cells: ['Open the form', '', 'It opens'] },
    { isGroup: false, cells: ['Enter name and password', 'tess / tess', 'The start page opens'] },
  ],
};

const testWorkflows = {
  10500: 'Test case template workflow',
  10501: 'Test plan workflow',
  10502: 'Test case workflow',
};

function user(key: string, name: string, displayName: string, more: Partial<WorldInput['users'][number]>) {
  return { key, name, displayName, emailAddress: `${name}@example.com`, password: name, ...more };
}

type ProjectInput = WorldInput['projects'][number];

function project(given: Omit<ProjectInput, 'lead' | 'permissions'>): ProjectInput {
  return { lead: 'JIRAUSER10000', permissions: memberPermissions, ...given };
}

type IssueInput = NonNullable<WorldInput['issues']>[number];

/** An issue that Tess has reported. */
function issue(given: Omit<IssueInput, 'reporter'>): IssueInput {
  return { reporter: 'JIRAUSER10001', ...given };
}

/**
 * The tracker the fake starts as: a small one that holds the sample entries seen for the default-template API (ids 130
 * and 131 of template 1472 in project 11100, for issue type 10400 and request type 39), and template 7.
 */
export const documentsWorld: WorldInput = {
  title: 'Bundled tracker',
  users: [
    user('JIRAUSER10000', 'admin', 'Ada Administrator', {
      token: 'admin-token',
      groups: ['tracker-administrators', 'tracker-users'],
    }),
    user('JIRAUSER10001', 'tess', 'Tess Tester', { token: 'tess-token', groups: ['tracker-users'] }),
    user('JIRAUSER10002', 'guest', 'Gus Guest', { groups: [] }),
  ],
  globalPermissions: {
    ADMINISTER: [{ group: 'tracker-administrators' }, { group: 'tracker-operators' }],
    SYSTEM_ADMIN: [{ group: 'tracker-administrators' }],
  },
  issueTypes: [
    { id: 10001, name: 'Task' },
    { id: 10002, name: 'Bug' },
    { id: 10003, name: 'Story' },
    { id: 10004, name: 'Sub-task', subtask: true },
    { id: 10400, name: 'Service Request' },
    { id: 10401, name: 'Incident' },
    { id: 10500, name: 'Test Case Template' },
    { id: 10501, name: 'Test Plan' },
    { id: 10502, name: 'Test Case', subtask: true },
  ],
  priorities: [
    { id: 1, name: 'Highest' },
    { id: 2, name: 'High' },
    { id: 3, name: 'Medium' },
    { id: 4, name: 'Low' },
    { id: 5, name: 'Lowest' },
  ],
  statuses: [
    { id: 1, name: 'Open', category: 'new' },
    { id: 3, name: 'In Progress', category: 'indeterminate' },
    { id: 5, name: 'Done', category: 'done' },
    { id: 11, name: 'Active', category: 'indeterminate' },
    { id: 12, name: 'Inactive', category: 'done' },
    { id: 13, name: 'Update required', category: 'new' },
    { id: 15, name: 'Pass', category: 'done' },
    { id: 16, name: 'Fail', category: 'done' },
    { id: 17, name: 'Closed', category: 'done' },
    { id: 18, name: 'Retest', category: 'indeterminate' },
    { id: 19, name: 'Acceptance', category: 'indeterminate' },
  ],
  screens: [
    { id: 1, name: 'Create screen' },
    { id: 2, name: 'Start screen' },
    { id: 3, name: 'Finish screen' },
    { id: 4, name: 'Template create screen' },
  ],
  workflows: [
    { name: 'Plain workflow', initial: { to: 1, screenId: 1 }, transitions: moves },
    {
      name: 'Template workflow',
      initial: { to: 1, screenId: 4, postFunctions: [{ type: 'create from template', overwrite: false }] },
      transitions: moves,
    },
    {
      name: 'Overwriting template workflow',
      initial: { to: 1, screenId: 4, postFunctions: [{ type: 'create from template', overwrite: true }] },
      transitions: moves,
    },
    {
      name: 'Test case template workflow',
      initial: { to: 11 },
      transitions: [
        { id: 101, name: 'Deactivate', from: 'any', to: 12 },
        { id: 102, name: 'Ask for an update', from: 'any', to: 13 },
        { id: 103, name: 'Activate', from: [12, 13], to: 11 },
      ],
    },
    {
      name: 'Test case workflow',
      initial: { to: 1 },
      transitions: [
        { id: 11, name: 'Test', from: [1], to: 3 },
        { id: 21, name: 'Pass', from: [3], to: 15 },
        { id: 31, name: 'Fail', from: [3], to: 16 },
        { id: 51, name: 'Retest', from: [15, 16], to: 18 },
        { id: 71, name: 'Pass', from: [18], to: 15 },
        { id: 81, name: 'Fail', from: [18], to: 16 },
      ],
    },
    {
      name: 'Test plan workflow',
      initial: { to: 1 },
      transitions: [
        { id: 11, name: 'Start', from: [1], to: 3 },
        { id: 21, name: 'Acceptance', from: [3], to: 19 },
        { id: 31, name: 'Accept', from: [19], to: 17 },
        { id: 41, name: 'Retest', from: [19], to: 3 },
        { id: 51, name: 'Stop', from: [3], to: 1 },
        { id: 71, name: 'Close', from: [1, 3, 19], to: 17 },
      ],
    },
  ],
  customFields: [
    { id: 10000, name: 'Template', type: 'template' },
    { id: 10001, name: 'Acceptance notes', type: 'paragraph' },
    { id: 10002, name: 'Estimate', type: 'number' },
    { id: 10003, name: 'Severity', type: 'select', options: ['Minor', 'Major', 'Critical'] },
    { id: 10004, name: 'Components touched', type: 'labels' },
    { id: 10005, name: 'Customer reference', type: 'text' },
    { id: 10101, name: 'Steps', type: 'steps' },
    { id: 10102, name: 'Preconditions', type: 'preconditions' },
    { id: 10103, name: 'TC Template', type: 'test case template' },
    { id: 10104, name: 'Requirement', type: 'requirement' },
  ],
  testIssueTypes: { testCaseTemplate: 10500, testPlan: 10501, testCase: 10502 },
  newProject: {
    workflow: 'Plain workflow',
    issueTypeIds: [10001, 10002, 10003, 10004],
    requestTypes: [
      { name: 'Ask a question', issueTypeId: 10001 },
      { name: 'Report a fault', issueTypeId: 10002 },
      { name: 'Order something', issueTypeId: 10001 },
    ],
    permissions: memberPermissions,
  },
  projects: [
    project({
      id: 11100,
      key: 'HELP',
      name: 'Help desk',
      type: 'service_desk',
      issueTypeIds: [10400, 10401],
      requestTypes: [
        { id: 39, name: 'Get help', issueTypeId: 10400 },
        { id: 40, name: 'Report an outage', issueTypeId: 10401 },
      ],
      workflow: 'Overwriting template workflow',
    }),
    project({
      id: 11101,
      key: 'DEMO',
      name: 'Demonstration',
      issueTypeIds: [10001, 10002, 10003, 10004],
      workflow: 'Overwriting template workflow',
    }),
    project({
      id: 11102,
      key: 'KEEP',
      name: 'Keeps what the caller wrote',
      issueTypeIds: [10001, 10002, 10004],
      workflow: 'Template workflow',
    }),
    project({
      id: 11104,
      key: 'QA',
      name: 'Quality assurance',
      issueTypeIds: [10001, 10002, 10500, 10501, 10502],
      workflow: 'Plain workflow',
      workflowByIssueType: testWorkflows,
      tests: {
        ...usualTests,
        statuses: [
          ...usualTests.statuses,
          { id: 5, name: 'Blocked', color: '#FFAB00' },
          { id: 6, name: 'N/A', color: '#97A0AF', isFinalStatus: true },
        ],
      },
    }),
    project({
      id: 11103,
      key: 'PLAIN',
      name: 'Without templates',
      issueTypeIds: [10001, 10002, 10004],
      workflow: 'Plain workflow',
    }),
  ],
  templates: [
    {
      id: 7,
      name: 'Bug report',
      fields: {
        summary: 'Bug: what happens',
        description: 'Steps to reproduce, what was expected, what happened.',
        priority: { name: 'High' },
        labels: ['from-template'],
        customfield_10001: 'Fixed means: a test fails without the fix.',
        customfield_10002: 3,
        customfield_10003: { value: 'Major' },
      },
    },
    {
      id: 1472,
      name: 'Service request',
      fields: {
        summary: 'Service request',
        description: 'What is needed, by whom, and by when.',
        priority: { name: 'Medium' },
        customfield_10005: 'none yet',
      },
    },
  ],
  connections: [
    {
      id: 1,
      name: 'Corporate AD',
      userDn: 'ou=people,dc=example,dc=com',
      attributes: ['whenCreated', 'mail', 'displayName', 'title', 'department', 'manager'],
    },
    { id: 2, name: 'Partners', userDn: 'ou=partners,dc=example,dc=com', attributes: ['mail', 'company'] },
    { id: 3, name: 'Old directory', enabled: false, attributes: ['mail'] },
  ],
  directoryUsers: [
    {
      connectionId: 1,
      userKey: 'JIRAUSER10000',
      values: {
        whenCreated: '3/Mar/14 9:05 AM',
        mail: 'admin@example.com',
        displayName: 'Ada Administrator',
        title: 'Head of tools',
        department: 'IT',
      },
    },
    {
      connectionId: 1,
      userKey: 'JIRAUSER10001',
      values: {
        whenCreated: '21/Oct/19 12:30 PM',
        mail: 'tess@example.com',
        displayName: 'Tess Tester',
        title: 'Tester',
        department: 'Quality',
        manager: 'CN=Ada Administrator,OU=people,DC=example,DC=com',
      },
    },
    { connectionId: 2, userKey: 'JIRAUSER10001', values: { mail: 'tess@partner.example', company: 'Partner Ltd' } },
    { connectionId: 2, userKey: 'JIRAUSER10002', values: { mail: 'guest@partner.example', company: 'Guest & Co' } },
    { connectionId: 3, userKey: 'JIRAUSER10002', values: { mail: 'gus@old.example' } },
  ],
  entries: [
    { id: 130, templateId: 1472, projectId: 11100, issueTypeId: 10400 },
    { id: 131, templateId: 1472, projectId: 11100, requestTypeId: 39 },
  ],
  issues: [
    issue({
      id: 12003,
      key: 'QA-1',
      issueTypeId: 10500,
      statusId: 11,
      fields: { summary: 'Log in', customfield_10101: loginSteps },
    }),
    issue({ id: 12004, key: 'QA-2', issueTypeId: 10501, fields: { summary: 'Regression of the login' } }),
    issue({
      id: 12005,
      key: 'QA-3',
      issueTypeId: 10502,
      parent: 'QA-2',
      fields: { summary: 'Log in', customfield_10103: 'QA-1', customfield_10101: loginSteps },
    }),
    issue({
      id: 12001,
      key: 'DEMO-1',
      issueTypeId: 10002,
      fields: { summary: 'Login page is blank', description: 'On every browser.', labels: ['login'] },
      comments: [{ author: 'JIRAUSER10000', body: 'Seen here too.' }],
    }),
    issue({
      id: 12002,
      key: 'DEMO-2',
      issueTypeId: 10004,
      parent: 'DEMO-1',
      fields: { summary: 'Find the change that broke it' },
    }),
  ],
};
