import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';
import type { Credentials } from './tracker.js';

async function namesOf(caller: Credentials, key: string) {
  const reply = await caller.get(`/issue/${key}/transitions`);
  return endpoints.listTransitions.response.parse(reply.body).transitions.map(({ name }) => name);
}

async function statusOf(caller: Credentials, key: string) {
  return (await caller.get(`/issue/${key}?fields=status`)).body;
}

test.describe('GET /issue/{issueIdOrKey}/transitions', () => {
  test('lists what is possible from the status', async ({ tracker }) => {
    const first = await namesOf(tracker.tess, 'DEMO-1');
    await tracker.tess.post('/issue/DEMO-1/transitions', { transition: { id: '21' } });
    const afterwards = await namesOf(tracker.tess, 'DEMO-1');

    expect(first).toEqual(['Start', 'Finish']);
    expect(afterwards).toEqual(['Reopen']);
  });

  test('tells the fields of the screen if they are asked for', async ({ tracker }) => {
    const reply = await tracker.tess.get('/issue/DEMO-1/transitions?transitionId=11&expand=transitions.fields');

    expect(endpoints.listTransitions.response.parse(reply.body).transitions).toMatchObject([
      { id: '11', to: { name: 'In Progress' }, hasScreen: true, fields: { summary: { required: true } } },
    ]);
  });

  test('lists nothing to a user who can not transition issues', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect(await namesOf(tracker.tess, 'READ-1')).toEqual([]);
  });

  test('answers 404 for an unknown issue', async ({ tracker }) => {
    expect((await tracker.tess.get('/issue/DEMO-99/transitions')).status).toBe(404);
  });
});

test.describe('POST /issue/{issueIdOrKey}/transitions', () => {
  test('moves the issue and sets fields of the screen', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue/DEMO-1/transitions', {
      transition: { id: 11 },
      fields: { assignee: { name: 'tess' } },
      update: { labels: [{ add: 'started' }], comment: [{ add: { body: 'On it.' } }] },
    });

    expect(reply).toMatchObject({ status: 204, body: undefined });
    const issue = endpoints.getIssue.response.parse((await tracker.tess.get('/issue/DEMO-1')).body);
    expect(issue.fields).toMatchObject({
      status: { name: 'In Progress' },
      assignee: { name: 'tess' },
      labels: ['login', 'started'],
      comment: { total: 2 },
    });
  });

  test('refuses a transition that is not possible from the status', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue/DEMO-1/transitions', { transition: { id: '31' } });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ errorMessages: ["Transition id '31' is not valid for this issue."], errors: {} });
    expect(await statusOf(tracker.tess, 'DEMO-1')).toMatchObject({ fields: { status: { name: 'Open' } } });
  });

  test('stays where it is for a faulty field', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue/DEMO-1/transitions', {
      transition: { id: '11' },
      fields: { priority: { id: '99' } },
    });

    expect(reply.body).toHaveProperty('errors.priority');
    expect(await statusOf(tracker.tess, 'DEMO-1')).toMatchObject({ fields: { status: { name: 'Open' } } });
  });

  test('takes no fields at a transition without a screen', async ({ tracker }) => {
    await tracker.tess.post('/issue/DEMO-1/transitions', { transition: { id: '21' } });

    const reply = await tracker.tess.post('/issue/DEMO-1/transitions', {
      transition: { id: '31' },
      fields: { labels: [] },
    });

    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty('errors.labels');
  });

  test('answers 404 for an unknown issue', async ({ tracker }) => {
    expect((await tracker.tess.post('/issue/DEMO-99/transitions', { transition: { id: '11' } })).status).toBe(404);
  });

  test('answers 403 without the permission', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect((await tracker.tess.post('/issue/READ-1/transitions', { transition: { id: '11' } })).status).toBe(403);
  });
});
