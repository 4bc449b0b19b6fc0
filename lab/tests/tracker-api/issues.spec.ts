import { expect } from '@playwright/test';
import { addReadOnlyProject, fieldsOf, valuesIn, test } from './tracker-test.js';
import type { Caller } from './tracker-test.js';

const task = { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Something to do' };

async function transitionsOf({ get }: Caller, key: string): Promise<string[]> {
  return valuesIn(((await get(`/issue/${key}/transitions`)).body as { transitions: unknown }).transitions);
}

test.describe('POST /issue', () => {
  test('keeps every kind of field', async ({ tracker }) => {
    const kept = {
      ...{ summary: 'All at once', description: 'Line one\nLine two', environment: 'Test', duedate: '2027-02-28' },
      ...{ customfield_10001: 'Notes\nof two lines', customfield_10002: 2.5, customfield_10004: ['ui'] },
      customfield_10005: 'C-1',
    };
    await tracker.tess.post('/issue', {
      fields: {
        ...{ ...kept, project: { id: '11103' }, issuetype: { id: 10002 }, labels: ['b', 'a', 'b'] },
        ...{ priority: { name: 'High' }, reporter: { name: 'admin' }, assignee: { key: 'JIRAUSER10001' } },
        ...{ customfield_10000: 7, customfield_10003: { value: 'Critical' } },
      },
    });

    expect(await fieldsOf(tracker, 'PLAIN-1')).toMatchObject({
      ...kept,
      project: { id: '11103', key: 'PLAIN' },
      issuetype: { id: '10002', name: 'Bug' },
      status: { name: 'Open', statusCategory: { key: 'new' } },
      labels: ['a', 'b'],
      priority: { id: '2', name: 'High' },
      reporter: { name: 'admin' },
      creator: { name: 'tess' },
      assignee: { name: 'tess' },
      resolution: null,
      customfield_10000: '7',
      customfield_10003: { id: '10003003', value: 'Critical' },
    });
  });

  test('takes only fields of the create screen, which its metadata lists', async ({ tracker }) => {
    const project = { id: 900, key: 'SHORT', name: 'Short', lead: 'JIRAUSER10000', issueTypeIds: [10001] };
    tracker.tenant.add({
      screens: [{ id: 90, name: 'Short', fields: ['labels'] }],
      workflows: [{ name: 'Short workflow', initial: { to: 1, screenId: 90 } }],
      projects: [{ ...project, workflow: 'Short workflow' }],
    });
    const fields = { ...task, project: { key: 'SHORT' }, labels: ['a'] };
    const message = "Field 'description' cannot be set. It is not on the appropriate screen, or unknown.";

    const refused = await tracker.admin.post('/issue', { fields: { ...fields, description: 'Too much' } });
    const { body } = await tracker.admin.get('/issue/createmeta/SHORT/issuetypes/10001');

    expect(refused).toMatchObject({ status: 400, body: { errors: { description: message } } });
    expect((await tracker.admin.post('/issue', { fields })).status).toBe(201);
    const listed = (body as { values: { fieldId: string }[] }).values.map(({ fieldId }) => fieldId);
    expect(listed).toStrictEqual(['issuetype', 'project', 'summary', 'labels']);
  });

  test('in bulk creates what can be created, and names what can not and stores nothing of it', async ({ tracker }) => {
    const before = tracker.tenant.rows('issues').total;
    const refused = [
      { fields: { ...task, summary: '' } },
      { fields: { ...task, timetracking: { originalEstimate: '1d' } } },
    ];
    const errors = { summary: 'You must specify a summary of the issue.' };

    const reply = await tracker.tess.post('/issue/bulk', {
      issueUpdates: [{ fields: task }, ...refused, { fields: task }],
    });

    expect(reply).toMatchObject({
      status: 201,
      body: {
        issues: [{ key: 'PLAIN-1' }, { key: 'PLAIN-2' }],
        errors: [
          { status: 400, failedElementNumber: 1, elementErrors: { errorMessages: [], errors } },
          { failedElementNumber: 2 },
        ],
      },
    });
    expect(tracker.tenant.rows('issues').total).toBe(before + 2);
  });
});

test('an issue is deleted with all that it has, its sub-tasks too if that is asked for', async ({ tracker }) => {
  const { admin, tess, tenant } = tracker;
  await admin.post('/issue/DEMO-2/remotelink', { object: { url: 'https://example.com', title: 'A page' } });

  expect((await tess.delete('/issue/DEMO-1?deleteSubtasks=true')).status).toBe(204);

  const { issues, comments, attachments, remoteLinks } = tenant.state();
  expect((issues as { key: string }[]).map(({ key }) => key)).toStrictEqual(['QA-1', 'QA-2', 'QA-3']);
  expect([comments, attachments, remoteLinks].flat()).toStrictEqual([]);
});

test('transitions are those that are possible from the status, for who may move issues', async ({ tracker }) => {
  addReadOnlyProject(tracker);
  const first = await transitionsOf(tracker.tess, 'DEMO-1');
  await tracker.tess.post('/issue/DEMO-1/transitions', { transition: { id: '21' } });

  expect([first, await transitionsOf(tracker.tess, 'DEMO-1')]).toStrictEqual([['Start', 'Finish'], ['Reopen']]);
  expect(await transitionsOf(tracker.tess, 'READ-1')).toStrictEqual([]);
  // The transition Reopen has no screen.
  const reopen = { transition: { id: '31' }, fields: { labels: [] } };
  expect(await tracker.tess.post('/issue/DEMO-1/transitions', reopen)).toMatchObject({
    status: 400,
    body: { errors: { labels: expect.any(String) } },
  });
});

test('rendered fields and comments are escaped texts, with wiki markup as it is', async ({ tracker: { tess } }) => {
  const text = '<b>a & *b*</b>';
  const escaped = '&lt;b&gt;a &amp; *b*&lt;/b&gt;';
  await tess.put('/issue/DEMO-1', { fields: { description: text } });

  const { body } = await tess.get('/issue/DEMO-1?expand=renderedFields');
  const comment = await tess.post('/issue/DEMO-1/comment?expand=renderedBody', { body: text });

  expect(body).toMatchObject({ renderedFields: { description: escaped, labels: null } });
  expect(comment.body).toMatchObject({ body: text, renderedBody: escaped });
});

const lists = {
  '/resolution': ['Done', "Won't Do", 'Duplicate', 'Cannot Reproduce'],
  '/user/search?username=te': ['tess'],
  '/user/search?username=ess': [],
  '/user/search?username=t': ['tess'],
  '/user/assignable/search?project=DEMO': ['admin', 'tess'],
  '/user/assignable/search?project=DEMO&username=tess': ['tess'],
};

test('lists have what their queries ask for', async ({ tracker }) => {
  const gone = { key: 'U', name: 'gone', displayName: 'Tina Gone', password: 'x', active: false };
  tracker.tenant.add({ users: [gone] });

  for (const [path, names] of Object.entries(lists)) {
    expect.soft(valuesIn((await tracker.tess.get(path)).body), path).toStrictEqual(names);
  }
});

test('metadata of a creation names the projects the caller can create issues in', async ({ tracker }) => {
  addReadOnlyProject(tracker);
  const projects = ['HELP', 'DEMO', 'KEEP', 'PLAIN', 'QA'].map((key) => ({ key }));

  expect((await tracker.tess.get('/issue/createmeta')).body).toMatchObject({ projects });
  expect((await tracker.guest.get('/issue/createmeta')).body).toMatchObject({ projects: [] });
});
