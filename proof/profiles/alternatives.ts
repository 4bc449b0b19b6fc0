import type { Assumptions, PermissionKey, Refusals } from '../../contracts/index.js';

/** For each setting other values than its default, every alternative of a choice among them. */
export type Alternatives = { readonly [Id in keyof Assumptions]: readonly Assumptions[Id][] };

/** Every permission in an order in which neighbours are far from each other, from a start; none is the fallback. */
function permissions(without: PermissionKey): (PermissionKey | null)[] {
  const all: (PermissionKey | null)[] = [
    'BROWSE_PROJECTS',
    'SYSTEM_ADMIN',
    null,
    'ADMINISTER_PROJECTS',
    'CREATE_ISSUES',
    'ADMINISTER',
    'EDIT_ISSUES',
    'ADD_COMMENTS',
    'DELETE_ISSUES',
    'CREATE_ATTACHMENTS',
    'TRANSITION_ISSUES',
  ];
  return all.filter((permission) => permission !== without);
}

const [reading, changing, bulk] = [
  permissions('BROWSE_PROJECTS'),
  permissions('ADMINISTER_PROJECTS'),
  permissions('ADMINISTER'),
];

const status = (id: number, name: string, isFinalStatus = false) => ({ id, name, color: '#336699', isFinalStatus });

const refusedWithMessage: Refusals = {
  noLogin: 403,
  wrongLogin: 400,
  unreadableBody: 422,
  wrongTypes: 409,
  mediaType: 406,
  body: 'message',
};
const refusedWithText: Refusals = {
  noLogin: 302,
  wrongLogin: 403,
  unreadableBody: 415,
  wrongTypes: 422,
  mediaType: 400,
  body: 'text',
};
const refusedWithNothing: Refusals = {
  noLogin: 404,
  wrongLogin: 409,
  unreadableBody: 500,
  wrongTypes: 500,
  mediaType: 422,
  body: 'empty',
};
const otherRefusals = [refusedWithMessage, refusedWithText, refusedWithNothing];

/** Other answers to each open question than the defaults. */
export const alternatives: Alternatives = {
  'DT-N01': [
    { list: 203, create: 201, delete: 202, transitions: 202 },
    { list: 206, create: 202, delete: 203, transitions: 201 },
  ],
  'DT-N02': [400, 200, 410, 403],
  'DT-N03': [410, 403, 200, 400],
  'DT-N04': [
    {
      unknownProject: 404,
      typeNotInProject: 422,
      requestTypeInRegularProject: 409,
      noType: 'passed over',
      noProject: 422,
      rest: 'created',
    },
    {
      unknownProject: 'passed over',
      typeNotInProject: 'passed over',
      requestTypeInRegularProject: 'passed over',
      noType: 422,
      noProject: 'passed over',
      rest: 'created',
    },
  ],
  'DT-N05': [
    { status: 201, entries: 2 },
    { status: 409, entries: 1 },
  ],
  'DT-N06': ['included'],
  'DT-N07': reading.map((read, index) => ({
    read,
    change: changing[index] as PermissionKey | null,
    bulk: bulk[index] as PermissionKey | null,
    refusal: [401, 404, 451, 405][index % 4] as number,
  })),
  'DT-N08': ['none'],
  'DT-N09': [404, 409, 204, 410],
  'DT-N10': [
    { transitionId: 'transitionId', name: 'screenName', screenId: 'screen' },
    { transitionId: null, name: 'id', screenId: 'name' },
    { transitionId: 'screenId', name: null, screenId: 'id' },
    { transitionId: 'name', name: 'title', screenId: null },
  ],
  'DT-N11': [
    { method: 'POST', path: '/template/{templateId}/delete' },
    { method: 'DELETE', path: '/template/{templateId}/defaults' },
    { method: 'PUT', path: '/template/{templateId}' },
    { method: 'POST', path: '/template/{templateId}/remove' },
    { method: 'PUT', path: '/template/{templateId}/delete' },
  ],
  'DT-N12': [
    { known: 'screen of the initial transition', missing: 'skipped' },
    { known: 'screen of that transition', missing: 'skipped' },
  ],
  'DT-N13': ['passed over', 'refused'],
  'DT-N14': ['oldest'],
  'DT-N15': ['applied'],
  'DT-N16': [400, 'passed over', 409, 422],
  'DT-N17': otherRefusals,
  'DT-N18': [
    { entries: 'left out', project: 'left out' },
    { entries: 'left out', project: 'skipped' },
    { entries: 'counted', project: 'left out' },
  ],
  'DT-N19': [
    { repeatedId: 'echoed twice', emptyList: 'as if left out' },
    { repeatedId: 422, emptyList: 409 },
    { repeatedId: 400, emptyList: 'as if left out' },
  ],
  'AD-N01': [['basic'], ['bearer']],
  'AD-N02': [
    { connection: 400, user: 410, attribute: 200 },
    { connection: 200, user: 400, attribute: 410 },
    { connection: 410, user: 200, attribute: 400 },
  ],
  'AD-N03': permissions('ADMINISTER').map((permission, index) => ({
    permission,
    refusal: [404, 451, 405][index % 3] as number,
  })),
  'AD-N04': [['comma-separated'], ['repeated']],
  'AD-N05': [
    { keep: 'attributes', valuePrefix: 'fields.' },
    { keep: 'field', valuePrefix: 'field_' },
    { keep: 'attribute', valuePrefix: 'attribute.' },
  ],
  'AD-N06': [
    { maximum: 250, larger: 'refused' },
    { maximum: 100, larger: 'cut' },
    { maximum: 50, larger: 'refused' },
  ],
  'AD-N07': [404, 400, 416],
  'AD-N08': [200, 422, 404],
  'AD-N09': [
    { status: 201, body: { updated: true } },
    { status: 204, body: null },
    { status: 202, body: 'done' },
  ],
  'AD-N10': [
    { status: 404, changed: 'the rest' },
    { status: 200, changed: 'the rest' },
    { status: 422, changed: 'nothing' },
  ],
  'AD-N11': ['connection, username'],
  'AD-N12': ['intersection', 'usernames', 'userkeys'],
  'AD-N13': [
    { first: 0, unasked: 'first' },
    { first: 1, unasked: 'last' },
    { first: 0, unasked: 'last' },
  ],
  'AD-N14': otherRefusals,
  'AD-N15': ['changed too'],
  'TM-N01': ['/rest/tms/latest', '/rest/tms', '/rest/tms/1'],
  'TM-N02': [
    { rows: 'rows', readBack: ['status', 'comments', 'attachments'] },
    { rows: 'steps', readBack: ['status', 'attachments'] },
    { rows: 'houseRows', readBack: ['comments'] },
    { rows: 'testSteps', readBack: [] },
  ],
  'TM-N03': ['issue ids'],
  'TM-N04': [
    {
      statuses: [status(11, 'Planned'), status(12, 'Right', true), status(13, 'Wrong', true)],
      defaultStatus: 'Planned',
      columns: ['Do', 'See'],
    },
    {
      statuses: [status(5, 'Red', true), status(7, 'Waiting'), status(6, 'Green', true)],
      defaultStatus: 'Waiting',
      columns: ['Given', 'When', 'Then', 'Note'],
    },
  ],
  'TM-N05': [
    { status: 201, body: 'empty' },
    { status: 202, body: 'changed rows' },
    { status: 204, body: 'empty' },
  ],
  'TM-N06': [400, 410],
  'TM-N07': [422, 404],
  'TM-N08': [
    { plans: 'plans', cases: 'cases', names: 'key', async: 'empty' },
    { plans: 'testPlans', cases: 'issues', names: 'id', async: 'absent' },
  ],
  'TM-N09': [
    { plans: null, cases: 'testCaseKeys', key: null, async: 'empty' },
    { plans: 'plans', cases: 'keys', key: null, async: 'absent' },
    { plans: null, cases: 'created', key: 'issueKey', async: 'absent' },
  ],
  'TM-N10': [
    { status: 401, property: 'messages' },
    { status: 400, property: 'problems' },
  ],
  'TM-N11': [
    {
      testCaseTemplate: ['Ready', 'Retired'],
      testCase: ['Waiting', 'Good', 'Bad'],
      testPlan: ['Planned', 'Running', 'Over'],
    },
    {
      testCaseTemplate: ['Update required', 'Active', 'Inactive'],
      testCase: ['In progress', 'Pass', 'Fail', 'Open'],
      testPlan: ['Closed', 'Open'],
    },
  ],
  'TM-N12': [
    { add: 'left out', copy: 'left out' },
    { add: 'created', copy: 'left out' },
    { add: 'left out', copy: 'created' },
  ],
  'TM-N13': ['refused'],
  'TM-N14': ['the last'],
  'TM-N15': [
    ['statuses', 'comments', 'attachments'],
    ['statuses'],
    ['comments', 'attachments'],
    ['attachments', 'statuses'],
  ],
  'TM-N16': [true],
  'TM-N17': [
    { ...refusedWithMessage, message: 'text' },
    { ...refusedWithText, message: 'by field' },
    { ...refusedWithNothing, message: 'body' },
  ],
  'TM-N18': ['accepted'],
  'TM-N19': [
    { add: [], byTemplates: [], byCases: [] },
    { add: ['preconditions'], byTemplates: ['preconditions', 'requirement'], byCases: ['description'] },
  ],
  'TM-N20': [
    { projects: 'ids', issueIds: 'text', listedIds: 'numbers', noProjects: 'nothing', noIssueIds: 'refused' },
    { projects: 'keys', issueIds: 'text', listedIds: 'text', noProjects: 'refused', noIssueIds: 'nothing' },
    { projects: 'ids', issueIds: 'numbers', listedIds: 'text', noProjects: 'as if left out', noIssueIds: 'nothing' },
  ],
};
