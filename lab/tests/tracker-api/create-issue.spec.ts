import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';
import type { Credentials } from './tracker.js';

const task = { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Something to do' };

async function fieldsOf(caller: Credentials, key: string) {
  return endpoints.getIssue.response.parse((await caller.get(`/issue/${key}`)).body).fields;
}

test.describe('POST /issue', () => {
  test('creates an issue and answers id, key and address', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue', { fields: task });

    expect(reply.status).toBe(201);
    const created = endpoints.createIssue.response.parse(reply.body);
    expect(created).toEqual({
      id: created.id,
      key: 'PLAIN-1',
      self: `${tracker.baseUrl}/rest/api/2/issue/${created.id}`,
    });
  });

  test('keeps every kind of field', async ({ tracker }) => {
    await tracker.tess.post('/issue', {
      fields: {
        project: { id: '11103' },
        issuetype: { id: 10002 },
        summary: 'All at once',
        description: 'Line one\nLine two',
        environment: 'Test',
        labels: ['b', 'a', 'b'],
        priority: { name: 'High' },
        reporter: { name: 'admin' },
        assignee: { key: 'JIRAUSER10001' },
        duedate: '2027-02-28',
        customfield_10000: 7,
        customfield_10001: 'Notes\nof two lines',
        customfield_10002: 2.5,
        customfield_10003: { value: 'Critical' },
        customfield_10004: ['ui'],
        customfield_10005: 'C-1',
      },
    });

    expect(await fieldsOf(tracker.tess, 'PLAIN-1')).toMatchObject({
      project: { id: '11103', key: 'PLAIN' },
      issuetype: { id: '10002', name: 'Bug' },
      status: { name: 'Open', statusCategory: { key: 'new' } },
      summary: 'All at once',
      description: 'Line one\nLine two',
      environment: 'Test',
      labels: ['a', 'b'],
      priority: { id: '2', name: 'High' },
      reporter: { name: 'admin' },
      creator: { name: 'tess' },
      assignee: { name: 'tess' },
      duedate: '2027-02-28',
      resolution: null,
      customfield_10000: '7',
      customfield_10001: 'Notes\nof two lines',
      customfield_10002: 2.5,
      customfield_10003: { id: '10003003', value: 'Critical' },
      customfield_10004: ['ui'],
      customfield_10005: 'C-1',
    });
  });

  test('gives what was left out its default', async ({ tracker }) => {
    await tracker.tess.post('/issue', { fields: { ...task, description: null } });

    expect(await fieldsOf(tracker.tess, 'PLAIN-1')).toMatchObject({
      description: null,
      labels: [],
      priority: { name: 'Medium' },
      reporter: { name: 'tess' },
      assignee: null,
      customfield_10000: null,
      customfield_10004: null,
    });
  });

  test('applies update operations', async ({ tracker }) => {
    await tracker.tess.post('/issue', {
      fields: task,
      update: { labels: [{ add: 'one' }, { add: 'two' }, { remove: 'one' }], comment: [{ add: { body: 'First!' } }] },
    });

    const fields = await fieldsOf(tracker.tess, 'PLAIN-1');
    expect(fields['labels']).toEqual(['two']);
    expect(fields['comment']).toMatchObject({ total: 1, comments: [{ body: 'First!', author: { name: 'tess' } }] });
  });

  test('creates a sub-task under its parent', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue', {
      fields: { project: { key: 'DEMO' }, issuetype: { name: 'Sub-task' }, parent: { key: 'DEMO-1' }, summary: 'Part' },
    });

    const { key } = endpoints.createIssue.response.parse(reply.body);
    expect(await fieldsOf(tracker.tess, key)).toMatchObject({ parent: { key: 'DEMO-1' } });
    expect(await fieldsOf(tracker.tess, 'DEMO-1')).toMatchObject({ subtasks: [{ key: 'DEMO-2' }, { key }] });
  });

  test('refuses a sub-task without a parent', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue', { fields: { ...task, issuetype: { name: 'Sub-task' } } });

    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty(
      'errors.issuetype',
      'Issue type is a sub-task but parent issue key or id not specified.',
    );
  });

  test('refuses a parent of another project and a parent that is a sub-task', async ({ tracker }) => {
    const other = await tracker.tess.post('/issue', {
      fields: { ...task, issuetype: { name: 'Sub-task' }, parent: { key: 'DEMO-1' } },
    });
    const subtask = await tracker.tess.post('/issue', {
      fields: { project: { key: 'DEMO' }, issuetype: { name: 'Sub-task' }, summary: 'Deep', parent: { id: '12002' } },
    });

    expect(other.body).toHaveProperty('errors.parent');
    expect(subtask.body).toHaveProperty('errors.parent');
  });

  test('refuses a parent for an issue that is no sub-task', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue', { fields: { ...task, parent: { key: 'PLAIN-1' } } });

    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty('errors.parent');
  });

  test('names every faulty field and creates nothing', async ({ tracker }) => {
    const before = tracker.tenant.state();

    const reply = await tracker.tess.post('/issue', {
      fields: {
        project: { key: 'PLAIN' },
        issuetype: { name: 'Task' },
        description: 5,
        labels: ['two words'],
        priority: { name: 'Odd' },
        assignee: { name: 'nobody' },
        duedate: '2027-02-30',
        customfield_10000: '999',
        customfield_10002: 'three',
        customfield_10003: { value: 'Odd' },
        customfield_10099: 'x',
        status: { name: 'Done' },
      },
    });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      errorMessages: [],
      errors: {
        summary: 'You must specify a summary of the issue.',
        description: 'Operation value must be a string',
        labels: "The label 'two words' contains spaces which is invalid.",
        priority: 'The priority selected is invalid.',
        assignee: "User 'nobody' does not exist.",
        duedate: 'Error parsing date string: 2027-02-30',
        customfield_10000: "There is no template with id '999'.",
        customfield_10002: 'Operation value must be a number',
        customfield_10003: "Option value 'Odd' is not valid. It is one of: Minor, Major, Critical.",
        customfield_10099: "Field 'customfield_10099' cannot be set. It is not on the appropriate screen, or unknown.",
        status: "Field 'status' cannot be set. It is not on the appropriate screen, or unknown.",
      },
    });
    expect(tracker.tenant.state()).toEqual(before);
  });

  test('refuses a summary that is too long or has line breaks', async ({ tracker }) => {
    const long = await tracker.tess.post('/issue', { fields: { ...task, summary: 'x'.repeat(256) } });
    const broken = await tracker.tess.post('/issue', { fields: { ...task, summary: 'one\ntwo' } });

    expect(long.body).toHaveProperty('errors.summary', 'Summary must be less than 255 characters.');
    expect(broken.body).toHaveProperty(
      'errors.summary',
      'The summary is invalid because it contains newline characters.',
    );
  });

  test('refuses a field that is in fields and in update', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue', {
      fields: { ...task, labels: ['a'] },
      update: { labels: [{ add: 'b' }] },
    });

    expect(reply.body).toHaveProperty('errors.labels', "Field 'labels' cannot appear in both 'fields' and 'update'");
  });

  test('refuses a field that is not on the create screen', async ({ tracker }) => {
    tracker.tenant.add({
      screens: [{ id: 90, name: 'Short', fields: ['labels'] }],
      workflows: [{ name: 'Short workflow', initial: { to: 1, screenId: 90 } }],
      projects: [
        {
          id: 900,
          key: 'SHORT',
          name: 'Short',
          lead: 'JIRAUSER10000',
          issueTypeIds: [10001],
          workflow: 'Short workflow',
        },
      ],
    });
    const fields = { ...task, project: { key: 'SHORT' }, labels: ['a'] };

    const refused = await tracker.admin.post('/issue', { fields: { ...fields, description: 'Too much' } });
    const taken = await tracker.admin.post('/issue', { fields });

    expect(refused.body).toHaveProperty(
      'errors.description',
      "Field 'description' cannot be set. It is not on the appropriate screen, or unknown.",
    );
    expect(taken.status).toBe(201);
  });

  test('refuses an unknown project and a type the project does not have', async ({ tracker }) => {
    const project = await tracker.tess.post('/issue', { fields: { ...task, project: { key: 'NONE' } } });
    const type = await tracker.tess.post('/issue', { fields: { ...task, issuetype: { id: '10400' } } });

    expect(project.status).toBe(400);
    expect(project.body).toEqual({ errorMessages: [], errors: { project: 'valid project is required' } });
    expect(type.body).toEqual({ errorMessages: [], errors: { issuetype: 'valid issue type is required' } });
  });

  test('answers 403 without the permission and 400 to who can not see the project', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    const reader = await tracker.tess.post('/issue', { fields: { ...task, project: { key: 'READ' } } });
    const stranger = await tracker.guest.post('/issue', { fields: task });

    expect(reader.status).toBe(403);
    expect(reader.body).toEqual({
      errorMessages: ['You do not have permission to create issues in this project.'],
      errors: {},
    });
    expect(stranger.status).toBe(400);
  });

  test('does not give a number twice', async ({ tracker }) => {
    await tracker.tess.post('/issue', { fields: task });
    await tracker.tess.delete('/issue/PLAIN-1');

    const reply = await tracker.tess.post('/issue', { fields: task });

    expect(endpoints.createIssue.response.parse(reply.body).key).toBe('PLAIN-2');
  });

  test('fills an issue in from the template it names', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue', {
      fields: { ...task, project: { key: 'KEEP' }, customfield_10000: '7' },
    });

    const { key } = endpoints.createIssue.response.parse(reply.body);
    expect(await fieldsOf(tracker.tess, key)).toMatchObject({
      summary: 'Something to do',
      priority: { name: 'High' },
      labels: ['from-template'],
      customfield_10000: '7',
      customfield_10003: { value: 'Major' },
    });
  });
});

test.describe('POST /issue/bulk', () => {
  test('creates what can be created and names what can not', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue/bulk', {
      issueUpdates: [{ fields: task }, { fields: { ...task, summary: '' } }, { fields: { ...task, summary: 'Third' } }],
    });

    expect(reply.status).toBe(201);
    const { issues, errors } = endpoints.bulkCreateIssues.response.parse(reply.body);
    expect(issues.map(({ key }) => key)).toEqual(['PLAIN-1', 'PLAIN-2']);
    expect(errors).toEqual([
      {
        status: 400,
        failedElementNumber: 1,
        elementErrors: { errorMessages: [], errors: { summary: 'You must specify a summary of the issue.' } },
      },
    ]);
  });

  test('answers 400 if nothing can be created', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue/bulk', { issueUpdates: [{ fields: {} }] });

    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ issues: [], errors: [{ failedElementNumber: 0 }] });
  });

  test('answers 400 for an empty list', async ({ tracker }) => {
    expect((await tracker.tess.post('/issue/bulk', { issueUpdates: [] })).status).toBe(400);
  });
});
