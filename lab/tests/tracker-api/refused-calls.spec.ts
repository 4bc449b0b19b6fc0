import { inspect } from 'node:util';
import { expect } from '@playwright/test';
import { FormData } from 'undici';
import { addReadOnlyProject, test } from './tracker-test.js';
import type { Tracker } from './tracker-test.js';

/** The calls of a user that are refused: the status for each body, and the first message or the errors of fields. */
type Calls = Readonly<Record<string, readonly (readonly [status: number, body?: unknown, told?: string | object])[]>>;

const task = { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Something to do' };
const subtask = { ...task, issuetype: { name: 'Sub-task' } };
const blocks = { type: { name: 'Blocks' }, inwardIssue: { key: 'DEMO-1' }, outwardIssue: { key: 'DEMO-2' } };
const page = { object: { url: 'https://example.com/1', title: 'A page' } };
const request = { serviceDeskId: '11100', requestTypeId: '40', requestFieldValues: { summary: 'Nothing works' } };
const key = { projectKey: 'Project keys must be two or more uppercase letters.' };
const notOnScreen = (id: string) => `Field '${id}' cannot be set. It is not on the appropriate screen, or unknown.`;
const DESK = '/rest/servicedeskapi';

const issues: Calls = {
  'admin GET /issue/DEMO-99': [[404, undefined, 'Issue Does Not Exist']],
  'guest GET /issue/DEMO-1': [[403, undefined, 'You do not have the permission to see the specified issue.']],
  'tess PUT /issue/READ-1': [[403, { fields: { summary: 'Mine' } }]],
  'tess PUT /issue/DEMO-1': [
    [400, {}],
    [400, { fields: { issuetype: { name: 'Sub-task' } } }],
    [
      400,
      {
        fields: { description: 'Fine', summary: null, reporter: null },
        update: { priority: [{ add: { name: 'High' } }] },
      },
      {
        summary: 'You must specify a summary of the issue.',
        reporter: 'Reporter is required.',
        priority:
          "Field with id 'priority' and name 'Priority' does not support operation 'add' Supported operation(s) are: 'set'",
      },
    ],
  ],
  'tess PUT /issue/DEMO-1/assignee': [[400, { name: 'nobody' }]],
  'tess DELETE /issue/DEMO-1': [[400]],
  'tess DELETE /issue/READ-1': [[403]],
  'tess POST /issue': [
    [400, { fields: subtask }, { issuetype: /^Issue type is a sub-task but parent issue key/ }],
    [400, { fields: { ...subtask, project: { key: 'DEMO' }, parent: { id: '12002' } } }, { parent: /./ }],
    [400, { fields: { ...task, parent: { key: 'DEMO-1' } } }, { parent: /./ }],
    [400, { fields: { ...task, summary: 'x'.repeat(256) } }, { summary: /less than 255/ }],
    [400, { fields: { ...task, summary: 'one\ntwo' } }, { summary: /newline characters\.$/ }],
    [
      400,
      { fields: { ...task, labels: ['a'] }, update: { labels: [{ add: 'b' }] } },
      { labels: "Field 'labels' cannot appear in both 'fields' and 'update'" },
    ],
    [400, { fields: { ...task, project: { key: 'NONE' } } }, { project: 'valid project is required' }],
    [400, { fields: { ...task, issuetype: { id: '10400' } } }, { issuetype: 'valid issue type is required' }],
    [
      403,
      { fields: { ...task, project: { key: 'READ' } } },
      'You do not have permission to create issues in this project.',
    ],
    [
      400,
      {
        fields: {
          ...{ project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, description: 5, labels: ['two words'] },
          ...{
            priority: { name: 'Odd' },
            assignee: { name: 'nobody' },
            duedate: '2027-02-30',
            status: { name: 'Done' },
          },
          ...{ customfield_10000: '999', customfield_10002: 'three', customfield_10003: { value: 'Odd' } },
          customfield_10099: 'x',
        },
      },
      {
        summary: 'You must specify a summary of the issue.',
        description: 'Operation value must be a string',
        labels: "The label 'two words' contains spaces which is invalid.",
        priority: 'The priority selected is invalid.',
        assignee: "User 'nobody' does not exist.",
        duedate: 'Error parsing date string: 2027-02-30',
        customfield_10000: "There is no template with id '999'.",
        customfield_10002: 'Operation value must be a number',
        customfield_10003: "Option value 'Odd' is not valid. It is one of: Minor, Major, Critical.",
        customfield_10099: notOnScreen('customfield_10099'),
        status: notOnScreen('status'),
      },
    ],
  ],
  'guest POST /issue': [[400, { fields: task }]],
  'tess POST /issue/bulk': [
    [400, { issueUpdates: [{ fields: {} }] }],
    [400, { issueUpdates: [] }],
  ],
  'tess POST /issue/DEMO-99/transitions': [[404, { transition: { id: '11' } }]],
  'tess POST /issue/READ-1/transitions': [[403, { transition: { id: '11' } }]],
  'tess POST /issue/DEMO-1/transitions': [
    [400, { transition: { id: '31' } }, "Transition id '31' is not valid for this issue."],
    [400, { transition: { id: '11' }, fields: { priority: { id: '99' } } }, { priority: /./ }],
  ],
};

/** The administrator has written a comment, logged work and attached a file, each with the id 10001. */
const partsOfIssues: Calls = {
  'guest GET /issue/DEMO-1/comment': [[403]],
  'tess GET /issue/DEMO-1/comment?orderBy=author': [[400]],
  'tess GET /issue/DEMO-1/comment/x': [[404]],
  'tess GET /issue/DEMO-2/comment/10001': [[404]],
  'tess POST /issue/DEMO-1/comment': [[400, { body: ' ' }, { comment: 'Comment body can not be empty!' }]],
  'tess POST /issue/DEMO-99/comment': [[404, { body: 'x' }]],
  'tess POST /issue/READ-1/comment': [[403, { body: 'x' }]],
  'tess PUT /issue/DEMO-1/comment/10001': [[403, { body: 'Yours' }]],
  'tess DELETE /issue/DEMO-1/comment/10001': [[403]],
  'guest GET /attachment/10001': [[404]],
  'guest GET /secure/attachment/10001/a.txt': [[404]],
  'tess DELETE /attachment/10001': [[403]],
  'tess PUT /issue/DEMO-1/worklog/10001': [[403, { timeSpent: '2h' }]],
  'tess DELETE /issue/DEMO-1/worklog/10001': [[403]],
  'tess GET /issue/DEMO-2/worklog/10001': [[404]],
  'tess POST /issue/READ-1/worklog': [[403, { timeSpent: '1h' }]],
  'tess POST /issue/DEMO-1/worklog': [
    [400, {}, { timeLogged: 'You must indicate the time spent working.' }],
    [400, { timeSpent: 'long' }, { timeLogged: 'Invalid time duration entered.' }],
    [400, { timeSpent: '1h', started: '2026-02-30T09:00:00.000+0000' }, { started: /./ }],
  ],
  'tess POST /issue/DEMO-1/worklog?adjustEstimate=new': [
    [400, { timeSpent: '1h' }, { newEstimate: 'You must supply a valid newEstimate.' }],
  ],
  'tess POST /issue/DEMO-1/worklog?adjustEstimate=never': [
    [400, { timeSpent: '1h' }, { adjustEstimate: /auto, leave, new, manual/ }],
  ],
  'tess PUT /issue/DEMO-1': [
    [
      400,
      { fields: { summary: 'Changed' }, update: { worklog: [{ add: { timeSpent: 'x' } }] } },
      { worklog: 'Invalid time duration entered.' },
    ],
    [400, { update: { worklog: [{ sing: {} }] } }, { worklog: /the operation 'add'/ }],
    [400, { update: { issuelinks: [{ add: {} }] } }],
  ],
  'tess POST /issue/DEMO-1/watchers': [[403, 'admin']],
  'tess DELETE /issue/DEMO-1/watchers?username=admin': [[403]],
  'admin POST /issue/DEMO-1/watchers': [[404, 'nobody']],
  'tess DELETE /issue/DEMO-1/watchers': [[400]],
  'tess POST /issue/DEMO-1/votes': [[404, {}, 'You cannot vote for an issue you have reported.']],
  'admin DELETE /issue/DEMO-1/votes': [
    [404, undefined, 'Cannot remove a vote for an issue that the user has not already voted for.'],
  ],
  'tess POST /issueLink': [
    [404, { ...blocks, type: { name: 'Sings' } }, "No issue link type with name 'Sings' found."],
    [404, { ...blocks, inwardIssue: { key: 'DEMO-99' } }],
    [400, { ...blocks, inwardIssue: { key: 'DEMO-2' } }],
  ],
  'guest POST /issueLink': [[403, blocks]],
  'tess POST /issue/DEMO-1/remotelink': [
    [400, { object: {} }, { title: "'title' is required.", url: "'url' is required." }],
  ],
  'tess DELETE /issue/DEMO-1/remotelink': [[400]],
  'tess POST /issue/READ-1/remotelink': [[403, page]],
};

/** DEMO has a component Engine and a version 1.0, each with the id 10001, and a component Brakes. */
const projects: Calls = {
  'admin GET /project/NONE': [[404, undefined, "No project could be found with key 'NONE'."]],
  'admin GET /project/demo': [[404]],
  'guest GET /project/DEMO': [[404]],
  'admin POST /project': [
    [
      400,
      { key: 'DEMO', name: 'help desk', projectTypeKey: 'odd', lead: 'nobody' },
      {
        projectKey: "Project 'Demonstration' uses this project key.",
        projectName: 'A project with that name already exists.',
        projectTypeKey: "The project type 'odd' is invalid: it is business, service_desk, software.",
        projectLead: 'The user you have specified as project lead does not exist.',
      },
    ],
    [400, { key: 'lower', name: 'Lower', lead: 'admin' }, key],
    [400, { key: 'WITH_ONE', name: 'Lower', lead: 'admin' }, key],
    [400, { key: 'FRESH', name: 'A fresh one' }, { projectLead: 'You must specify a valid project lead.' }],
  ],
  'tess POST /project': [[403, { key: 'MINE', name: 'My own' }]],
  'admin DELETE /project/NONE': [[404]],
  'tess DELETE /project/DEMO': [[403]],
  'guest GET /project/DEMO/components': [[404]],
  'admin POST /component': [
    [
      400,
      { project: 'DEMO', name: 'eNGINE' },
      { name: 'A component with the name eNGINE already exists in this project.' },
    ],
    [
      400,
      { project: 'DEMO', name: ' ', leadUserName: 'nobody' },
      {
        name: 'The component name specified is invalid - cannot be an empty string.',
        leadUserName: 'The user nobody does not exist.',
      },
    ],
    [400, { project: 'DEMO', name: 'x'.repeat(256) }, { name: /255/ }],
    [400, { name: 'Motor' }, { project: /./ }],
    [400, { project: 'DEMO', name: 'Motor', assigneeType: 'ANYBODY' }, { assigneeType: /./ }],
    [404, { project: 'NONE', name: 'Motor' }],
  ],
  'tess POST /component': [[403, { project: 'DEMO', name: 'Motor' }]],
  'admin PUT /component/10001': [[400, { name: 'brakes' }, { name: /./ }]],
  'admin PUT /component/engine': [[404, { name: 'X' }]],
  'tess PUT /component/10001': [[403, { name: 'X' }]],
  'tess DELETE /component/10001': [[403]],
  'guest DELETE /component/10001': [[404]],
  'admin POST /version': [
    [400, { project: 'DEMO', name: '1.0' }, { name: /./ }],
    [400, { project: 'DEMO', name: '2.0', releaseDate: 'soon' }, { releaseDate: /./ }],
    [
      400,
      { project: 'DEMO', name: '2.0', releaseDate: '2026-02-30' },
      { releaseDate: 'Error parsing date string: 2026-02-30' },
    ],
    [400, { name: '2.0' }],
  ],
  'tess POST /version': [[403, { project: 'DEMO', name: '3.0' }]],
  'tess PUT /issue/DEMO-1': [
    [
      400,
      { fields: { components: [{ name: 'Elsewhere' }], versions: [{ name: 'Elsewhere' }] } },
      { components: "Component name 'Elsewhere' is not valid", versions: /./ },
    ],
  ],
  'tess GET /project/DEMO/role/1': [[404]],
};

const lookUps: Calls = {
  'guest GET /mypermissions?projectKey=DEMO': [[404]],
  'admin GET /mypermissions?projectKey=NONE': [[404]],
  'tess GET /permissions': [[403]],
  'admin GET /user?username=nobody': [[404, undefined, "The user named 'nobody' does not exist"]],
  'admin GET /user': [[400]],
  'tess GET /user/search': [[400]],
  'guest GET /user/assignable/search?project=DEMO': [[404]],
  'admin GET /group/member?groupname=none': [[404, undefined, "The group named 'none' does not exist."]],
  'tess GET /project/type/circus': [[404, undefined, "There is no project type with the key 'circus'."]],
  'tess GET /issue/createmeta/NONE/issuetypes': [[404]],
  'tess GET /issue/createmeta/READ/issuetypes': [[403]],
  'tess GET /issue/createmeta/DEMO/issuetypes/10400': [[404]],
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
  await admin.post('/issue/DEMO-1/worklog', { timeSpent: '1h' });
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
    expect(tracker.tenant.state()).toEqual(before);
  });
}

/** What an answer that says this is like; an expression stands for a text that it matches. */
function answer(told?: string | object): object {
  if (told === undefined) return {};
  if (typeof told === 'string') return { body: { errorMessages: expect.arrayContaining([told]) } };
  const errors = Object.entries(told).map(([field, text]: [string, string | RegExp]) => [
    field,
    typeof text === 'string' ? text : expect.stringMatching(text),
  ]);
  return { body: { errors: expect.objectContaining(Object.fromEntries(errors) as Record<string, unknown>) } };
}
