import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';
import type { Credentials } from './tracker.js';

async function issueOf(caller: Credentials, path: string) {
  return endpoints.getIssue.response.parse((await caller.get(path)).body);
}

test.describe('GET /issue/{issueIdOrKey}', () => {
  test('answers every field, by key and by id', async ({ tracker }) => {
    const byKey = await issueOf(tracker.tess, '/issue/DEMO-1');
    const byId = await issueOf(tracker.tess, '/issue/12001');

    expect(byKey).toMatchObject({ id: '12001', key: 'DEMO-1', self: `${tracker.baseUrl}/rest/api/2/issue/12001` });
    expect(byKey.fields).toMatchObject({
      summary: 'Login page is blank',
      created: '2026-01-01T09:00:00.000+0000',
      labels: ['login'],
      comment: { total: 1, comments: [{ body: 'Seen here too.' }] },
      attachment: [],
      subtasks: [{ key: 'DEMO-2', fields: { status: { name: 'Open' } } }],
      customfield_10002: null,
    });
    expect(byKey.fields).not.toHaveProperty('parent');
    expect(byId).toEqual(byKey);
  });

  test('answers only the fields asked for', async ({ tracker }) => {
    const named = await issueOf(tracker.tess, '/issue/DEMO-1?fields=summary,%20status,unknown');
    const without = await issueOf(tracker.tess, '/issue/DEMO-1?fields=*all,-comment,-customfield_10000');
    const navigable = await issueOf(tracker.tess, '/issue/DEMO-1?fields=*navigable');

    expect(Object.keys(named.fields)).toEqual(['status', 'summary']);
    expect(without.fields).toHaveProperty('attachment');
    expect(without.fields).not.toHaveProperty('comment');
    expect(without.fields).not.toHaveProperty('customfield_10000');
    expect(navigable.fields).toHaveProperty('summary');
    expect(navigable.fields).not.toHaveProperty('comment');
  });

  test('leaves out a field with a minus if nothing else is named', async ({ tracker }) => {
    const issue = await issueOf(tracker.tess, '/issue/DEMO-1?fields=-description');

    expect(issue.fields).toHaveProperty('summary');
    expect(issue.fields).not.toHaveProperty('description');
  });

  test('adds names and transitions if they are asked for', async ({ tracker }) => {
    const issue = await issueOf(
      tracker.tess,
      '/issue/DEMO-1?fields=summary,customfield_10000&expand=names,transitions',
    );

    expect(issue['names']).toEqual({ summary: 'Summary', customfield_10000: 'Template' });
    expect(issue['transitions']).toMatchObject([{ name: 'Start' }, { name: 'Finish' }]);
  });

  test('answers 404 for an unknown issue', async ({ tracker }) => {
    const reply = await tracker.admin.get('/issue/DEMO-99');

    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({ errorMessages: ['Issue Does Not Exist'], errors: {} });
  });

  test('answers 403 to a user who may not see it', async ({ tracker }) => {
    expect(await tracker.guest.get('/issue/DEMO-1')).toMatchObject({
      status: 403,
      body: { errorMessages: ['You do not have the permission to see the specified issue.'] },
    });
  });
});

test.describe('PUT /issue/{issueIdOrKey}', () => {
  test('sets what is named, clears what is null and leaves the rest', async ({ tracker }) => {
    const reply = await tracker.tess.put('/issue/DEMO-1', {
      fields: { summary: 'New summary', description: null, assignee: { name: 'admin' }, reporter: { name: 'admin' } },
    });

    expect(reply).toMatchObject({ status: 204, body: undefined });
    const { fields } = await issueOf(tracker.tess, '/issue/DEMO-1');
    expect(fields).toMatchObject({
      summary: 'New summary',
      description: null,
      assignee: { name: 'admin' },
      reporter: { name: 'admin' },
      creator: { name: 'tess' },
      labels: ['login'],
      created: '2026-01-01T09:00:00.000+0000',
    });
    expect(fields['updated']).not.toBe(fields['created']);
  });

  test('adds, removes and sets by operations', async ({ tracker }) => {
    await tracker.tess.put('/issue/DEMO-1', {
      update: { labels: [{ add: 'new' }, { remove: 'login' }], summary: [{ set: 'By operation' }] },
    });

    const { fields } = await issueOf(tracker.tess, '/issue/DEMO-1');
    expect(fields).toMatchObject({ labels: ['new'], summary: 'By operation' });
  });

  test('unassigns an issue by null', async ({ tracker }) => {
    await tracker.tess.put('/issue/DEMO-1', { fields: { assignee: { name: 'tess' } } });
    await tracker.tess.put('/issue/DEMO-1', { fields: { assignee: null } });

    expect((await issueOf(tracker.tess, '/issue/DEMO-1')).fields['assignee']).toBeNull();
  });

  test('changes the type to another of the same kind only', async ({ tracker }) => {
    const other = await tracker.tess.put('/issue/DEMO-1', { fields: { issuetype: { name: 'Story' } } });
    const subtask = await tracker.tess.put('/issue/DEMO-1', { fields: { issuetype: { name: 'Sub-task' } } });

    expect(other.status).toBe(204);
    expect(subtask.status).toBe(400);
    expect((await issueOf(tracker.tess, '/issue/DEMO-1')).fields['issuetype']).toMatchObject({ name: 'Story' });
  });

  test('refuses all of it for one faulty field', async ({ tracker }) => {
    const before = tracker.tenant.state();

    const reply = await tracker.tess.put('/issue/DEMO-1', {
      fields: { description: 'Fine', summary: null, reporter: null },
      update: { priority: [{ add: { name: 'High' } }] },
    });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      errorMessages: [],
      errors: {
        summary: 'You must specify a summary of the issue.',
        reporter: 'Reporter is required.',
        priority:
          "Field with id 'priority' and name 'Priority' does not support operation 'add' Supported operation(s) are: 'set'",
      },
    });
    expect(tracker.tenant.state()).toEqual(before);
  });

  test('refuses a body that names nothing', async ({ tracker }) => {
    expect((await tracker.tess.put('/issue/DEMO-1', {})).status).toBe(400);
  });

  test('answers 404 for an unknown issue', async ({ tracker }) => {
    expect((await tracker.tess.put('/issue/DEMO-99', { fields: {} })).status).toBe(404);
  });

  test('answers 403 without the permission', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect((await tracker.tess.put('/issue/READ-1', { fields: { summary: 'Mine' } })).status).toBe(403);
  });
});

test.describe('DELETE /issue/{issueIdOrKey}', () => {
  test('deletes an issue', async ({ tracker }) => {
    const reply = await tracker.tess.delete('/issue/DEMO-2');

    expect(reply).toMatchObject({ status: 204, body: undefined });
    expect((await tracker.tess.get('/issue/DEMO-2')).status).toBe(404);
  });

  test('refuses to delete sub-tasks along unless it is told to', async ({ tracker }) => {
    const refused = await tracker.tess.delete('/issue/DEMO-1');
    const kept = await tracker.tess.get('/issue/DEMO-1');
    const deleted = await tracker.tess.delete('/issue/DEMO-1?deleteSubtasks=true');

    expect(refused.status).toBe(400);
    expect(kept.status).toBe(200);
    expect(deleted.status).toBe(204);
    expect(tracker.tenant.state()).toMatchObject({ issues: [], comments: [], attachments: [] });
  });

  test('answers 404 for an unknown issue', async ({ tracker }) => {
    expect((await tracker.tess.delete('/issue/1')).status).toBe(404);
  });

  test('answers 403 without the permission', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect((await tracker.tess.delete('/issue/READ-1')).status).toBe(403);
  });
});
