import { inspect } from 'node:util';
import { expect } from '@playwright/test';
import { FormData, fetch } from 'undici';
import { addReadOnlyProject, test } from './tracker-test.js';
import type { Tracker } from './tracker-test.js';

/** The calls of a user that are refused: the status for each body, and the first message or the errors of fields. */
type Calls = Readonly<Record<string, readonly (readonly [status: number, body?: unknown, told?: string | object])[]>>;

const task = { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Something to do' };
const subtask = { ...task, issuetype: { name: 'Sub-task' } };
const blocks = { type: { name: 'Blocks' }, inwardIssue: { key: 'DEMO-1' }, outwardIssue: { key: 'DEMO-2' } };
const page = { object: { url: 'https://example.com/1', title: 'A page' } };
const request = { serviceDeskId: '11100', requestTypeId: '40', requestFieldValues: { summary: 'Nothing works' } };
const DESK = '/rest/servicedeskapi';

const issues: Calls = {
  'admin GET /issue/DEMO-99': [[404, undefined, 'Issue Does Not Exist']],
  'guest GET /issue/DEMO-1': [[403, undefined, 'You do not have the permission to see the specified issue.']],
  'tess PUT /issue/READ-1': [[403, { fields: { summary: 'Mine' } }]],
  'tess PUT /issue/DEMO-1': [
    [400, {}, "one of 'fields' or 'update' required"],
    [400, { fields: { summary: 'Fine', reporter: null } }, { reporter: 'Reporter is required.' }],
    [400, { update: { priority: [{ add: { name: 'High' } }] } }, { priority: /does not support operation 'add'/ }],
    [
      400,
      { fields: { resolution: { name: 'done' }, assignee: { name: 'guest' } } },
      { resolution: "Resolution name 'done' is not valid", assignee: "User 'guest' cannot be assigned issues." },
    ],
  ],
  'tess PUT /issue/DEMO-1/assignee': [[400, { name: 'nobody' }]],
  'tess DELETE /issue/DEMO-1': [[400]],
  'tess DELETE /issue/READ-1': [[403]],
  'tess POST /issue': [
    [400, { fields: subtask }, { issuetype: /^Issue type is a sub-task but parent issue key/ }],
    [400, { fields: { ...subtask, parent: { key: 'DEMO-1' } } }, { project: /in the same project as the parent/ }],
    [400, { fields: { ...task, summary: 'x'.repeat(256) } }, { summary: /less than 255/ }],
    [
      400,
      { fields: { ...task, labels: ['a'] }, update: { labels: [{ add: 'b' }] } },
      { labels: /in both 'fields' and 'update'/ },
    ],
    [400, { fields: { summary: 'x' } }, { project: 'valid project is required' }],
    [400, { fields: { ...task, duedate: '0000-01-01' } }, { duedate: /^Error parsing date string/ }],
    [400, { fields: { ...task, issuetype: { id: '10400' } } }, { issuetype: 'The issue type selected is invalid.' }],
    [403, { fields: { ...task, project: { key: 'READ' } } }, /permission CREATE_ISSUES in this project/],
    [
      400,
      {
        fields: {
          ...{ project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, description: 5, labels: ['two words'] },
          ...{ duedate: '2027-02-30', status: { name: 'Done' }, customfield_10002: 'three', customfield_10099: 'x' },
        },
      },
      {
        ...{ summary: /./, description: 'Operation value must be a string', labels: /contains spaces/ },
        ...{ duedate: 'Error parsing date string: 2027-02-30', customfield_10002: 'Operation value must be a number' },
        ...{ status: /not on the appropriate screen/, customfield_10099: /not on the appropriate screen/ },
      },
    ],
  ],
  'guest POST /issue': [[400, { fields: task }]],
  'tess POST /issue/bulk': [[400, { issueUpdates: [{ fields: {} }] }]],
  'tess POST /issue/READ-1/transitions': [[403, { transition: { id: '11' } }]],
  'tess POST /issue/DEMO-1/transitions': [
    [400, {}, "Missing 'transition' identifier"],
    [400, { transition: { id: '99' } }, "Transition id '99' is not valid for this issue."],
    [400, { transition: { id: '11' }, fields: { priority: { id: '99' } } }, { priority: /./ }],
  ],
};

/** The administrator has written a comment and attached a file, each with the id 10001. */
const partsOfIssues: Calls = {
  'guest GET /issue/DEMO-1/comment': [[403]],
  'tess GET /issue/DEMO-2/comment/10001': [[404]],
  'tess POST /issue/DEMO-1/comment': [
    [400, { body: ' ' }, { comment: 'Comment body can not be empty!' }],
    [400, { body: 'x', visibility: { type: 'group', value: 'tracker-users' } }],
  ],
  'tess POST /issue/READ-1/comment': [[400, { body: 'x' }, /do not have the permission to comment on this issue/]],
  'tess PUT /issue/DEMO-1/comment/10001': [[400, { body: 'Yours' }]],
  'tess DELETE /issue/DEMO-1/comment/10001': [[400]],
  'guest GET /attachment/10001': [[404]],
  'guest GET /secure/attachment/10001/a.txt': [[404]],
  'tess DELETE /attachment/10001': [[403]],
  'tess PUT /issue/DEMO-1': [
    [400, { fields: { summary: 'Changed' }, update: { worklog: [{ add: { timeSpent: '1h' } }] } }, { worklog: /./ }],
    [400, { fields: { timetracking: { originalEstimate: '1d' } } }, { timetracking: /./ }],
    [400, { update: { comment: [{ add: { body: 'x', visibility: { type: 'group' } } }] } }, { comment: /only some/ }],
    [400, { update: { comment: [{ remove: { id: '1' } }] } }, { comment: /^A comment takes the operation 'add'/ }],
  ],
  'tess POST /issueLink': [
    [404, { ...blocks, inwardIssue: { key: 'DEMO-99' } }],
    [400, { ...blocks, inwardIssue: { key: 'DEMO-2' } }, 'You cannot link an issue to itself.'],
    [401, { ...blocks, inwardIssue: { key: 'READ-1' } }, "No Link Issue Permission for issue 'READ-1'"],
  ],
  'guest POST /issueLink': [[404, blocks]],
  'tess POST /issue/DEMO-1/remotelink': [[400, { object: {} }, { title: /required/, url: /required/ }]],
  'tess POST /issue/READ-1/remotelink': [[403, page]],
};

/** DEMO has a component Engine and a version 1.0, each with the id 10001, and a component Brakes. */
const projects: Calls = {
  'admin GET /project/demo': [[404]],
  'guest GET /project/DEMO': [[404]],
  'admin POST /project': [
    [
      400,
      { key: 'DEMO', name: 'help desk', projectTypeKey: 'odd', lead: 'nobody' },
      { projectKey: /uses this project key/, projectName: /already exists/, projectTypeKey: /./, projectLead: /./ },
    ],
    [
      400,
      { key: 'lower' },
      { projectKey: /^You must specify a unique project key/, projectName: /./, projectLead: /./ },
    ],
  ],
  'tess POST /project': [[403, { key: 'MINE', name: 'My own' }]],
  'admin DELETE /project/NONE': [[404]],
  'tess DELETE /project/DEMO': [[403]],
  'guest GET /project/DEMO/components': [[404]],
  'admin POST /component': [
    [400, { project: 'DEMO', name: 'eNGINE' }, { name: /already exists in this project/ }],
    [400, { name: 'Motor' }, 'A project id must be specified for this operation.'],
    [404, { project: 'NONE', name: 'Motor' }],
  ],
  'tess POST /component': [[403, { project: 'DEMO', name: 'Motor' }]],
  'admin PUT /component/10001': [[400, { name: 'brakes' }, { name: /./ }]],
  'tess PUT /component/10001': [[403, { name: 'X' }]],
  'tess DELETE /component/10001': [[403]],
  'admin POST /version': [
    [400, { project: 'DEMO', name: '1.0' }, { name: /./ }],
    [400, { project: 'DEMO', name: '2.0', releaseDate: '2026-02-30' }, { releaseDate: /^Error parsing date string/ }],
    [404, { project: 'NONE', name: '2.0' }],
  ],
  'tess POST /version': [[404, { project: 'DEMO', name: '3.0' }]],
  'tess DELETE /version/10001': [[401]],
  'guest GET /version/10001': [[404]],
  'admin DELETE /version/10001?moveFixIssuesTo=10001': [[400]],
  'tess PUT /issue/DEMO-1': [
    [
      400,
      { fields: { components: [{ name: 'Elsewhere' }] } },
      { components: "Component name 'Elsewhere' is not valid" },
    ],
  ],
};

const lookUps: Calls = {
  'guest GET /mypermissions?projectKey=DEMO': [[404]],
  'admin GET /user?username=nobody': [[404, undefined, "The user named 'nobody' does not exist"]],
  'tess GET /user/search': [[400]],
  'guest GET /user/assignable/search?project=DEMO': [[404]],
  'tess GET /group/member?groupname=tracker-administrators': [[403]],
  'tess GET /group?groupname=tracker-administrators': [[403]],
  'admin GET /group/member?groupname=none': [[404, undefined, "The group named 'none' does not exist."]],
  'tess GET /issue/createmeta/NONE/issuetypes': [[404]],
  'tess GET /issue/createmeta/READ/issuetypes': [[403]],
  [`tess GET ${DESK}/servicedesk/11101/requesttype`]: [[404]],
  [`guest GET ${DESK}/servicedesk/11100/requesttype`]: [[404]],
  [`tess POST ${DESK}/request`]: [
    [400, { ...request, serviceDeskId: '11101' }, { serviceDeskId: 'The service desk does not exist.' }],
    [400, { ...request, requestTypeId: '41' }, { requestTypeId: 'The service desk has no such request type.' }],
    [400, { ...request, requestFieldValues: {} }, { summary: 'You must specify a summary of the issue.' }],
    [403, { ...request, serviceDeskId: 700, requestTypeId: 70 }],
  ],
};

async function populate(tracker: Tracker): Promise<void> {
  addReadOnlyProject(tracker);
  const { admin, tenant } = tracker;
  const worker = { key: 'JIRAUSER20000', name: 'worker', displayName: 'Worker', password: 'worker' };
  tenant.add({ users: [{ ...worker, groups: ['tracker-users'] }] });
  await admin.put('/issue/DEMO-1/assignee', { name: 'worker' });
  const form = new FormData();
  form.append('file', new File(['x'], 'a.txt'));
  await admin.post('/issue/DEMO-1/attachments', undefined, { form });
  for (const name of ['Engine', 'Brakes']) await admin.post('/component', { project: 'DEMO', name });
  await admin.post('/version', { project: 'DEMO', name: '1.0' });
  const look = { id: 700, key: 'LOOK', name: 'Look only', type: 'service_desk', lead: 'JIRAUSER10000' } as const;
  const requestTypes = [{ id: 70, name: 'Ask', issueTypeId: 10400 }];
  const permissions = { BROWSE_PROJECTS: ['users' as const] };
  tenant.add({
    projects: [{ ...look, issueTypeIds: [10400], requestTypes, workflow: 'Plain workflow', permissions }],
  });
}

for (const [what, calls] of Object.entries({
  issues,
  'parts of issues': partsOfIssues,
  projects,
  'look-ups': lookUps,
})) {
  test(`calls of ${what} are refused, and change nothing`, async ({ tracker }) => {
    await populate(tracker);
    const before = tracker.tenant.state();

    for (const [call, answers] of Object.entries(calls)) {
      const [who, method, path = ''] = call.split(' ');
      for (const [status, body, told] of answers) {
        const reply = await tracker[who as 'tess'][method?.toLowerCase() as 'post'](path, body);
        expect.soft(reply, `${call} ${inspect(body, { depth: 9, maxStringLength: 40 })}`).toMatchObject({
          status,
          ...answer(told),
        });
      }
    }
    expect(tracker.tenant.state()).toStrictEqual(before);
  });
}

/** What an answer that says this is like; an expression stands for a text that it matches. */
function answer(told?: string | object): object {
  if (told === undefined) return {};
  if (typeof told === 'string') return { body: { errorMessages: expect.arrayContaining([told]) } };
  if (told instanceof RegExp) return { body: { errorMessages: [expect.stringMatching(told)] } };
  const errors = Object.entries(told).map(([field, text]: [string, string | RegExp]) => [
    field,
    typeof text === 'string' ? text : expect.stringMatching(text),
  ]);
  return { body: { errors: expect.objectContaining(Object.fromEntries(errors) as Record<string, unknown>) } };
}

const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'x' };

test('paths may end with a slash, and keys of issues are found in any case', async ({ tracker: { tess } }) => {
  expect((await tess.get('/project/DEMO/')).body).toHaveProperty('key', 'DEMO');
  expect((await tess.post('/issue/', { fields })).status).toBe(201);
  expect((await tess.get('/issue/demo-1')).body).toHaveProperty('key', 'DEMO-1');
  expect((await tess.post('/issue/Demo-1/comment', { body: 'x' })).status).toBe(201);
});

test('who has not logged in sees what a project shows to anyone, and no more', async ({ tracker }) => {
  const { tenant, baseUrl } = tracker;
  const project = { id: 600, key: 'OPEN', name: 'Open', lead: 'JIRAUSER10000', issueTypeIds: [10001] };
  tenant.add({
    projects: [{ ...project, workflow: 'Plain workflow', permissions: { BROWSE_PROJECTS: ['anyone'] } }],
    issues: [{ id: 601, key: 'OPEN-1', issueTypeId: 10001, reporter: 'JIRAUSER10000', fields: { summary: 'Seen' } }],
  });
  const get = async (path: string) => {
    const response = await fetch(`${baseUrl}/rest/api/2${path}`);
    return { status: response.status, body: await response.json() };
  };

  expect(await get('/project')).toMatchObject({ status: 200, body: [{ key: 'OPEN' }] });
  expect(await get('/search?jql=')).toMatchObject({ status: 200, body: { total: 1, issues: [{ key: 'OPEN-1' }] } });
  expect(await get('/issue/OPEN-1')).toMatchObject({ status: 200, body: { fields: { summary: 'Seen' } } });
  const errorMessages = ['You do not have the permission to see the specified issue.', 'Login Required'];
  expect(await get('/issue/DEMO-1')).toMatchObject({ status: 401, body: { errorMessages } });
  expect((await get('/myself')).status).toBe(401);
});
