import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';

test.describe('GET /field', () => {
  test('lists the own fields and the custom fields with their types', async ({ tracker }) => {
    const reply = await tracker.guest.get('/field');

    const fields = endpoints.listFields.response.parse(reply.body);
    expect(fields.find(({ id }) => id === 'summary')).toMatchObject({
      name: 'Summary',
      custom: false,
      schema: { type: 'string' },
    });
    expect(fields.find(({ name }) => name === 'Estimate')).toMatchObject({
      id: 'customfield_10002',
      custom: true,
      clauseNames: ['cf[10002]', 'Estimate'],
      schema: { type: 'number', customId: 10002 },
    });
  });
});

test.describe('GET /issuetype', () => {
  test('lists every issue type', async ({ tracker }) => {
    const types = endpoints.listIssueTypes.response.parse((await tracker.guest.get('/issuetype')).body);

    expect(types).toHaveLength(6);
    expect(types.find(({ name }) => name === 'Sub-task')).toMatchObject({ id: '10004', subtask: true });
  });
});

test.describe('GET /priority', () => {
  test('lists the priorities, the most urgent first', async ({ tracker }) => {
    const priorities = endpoints.listPriorities.response.parse((await tracker.guest.get('/priority')).body);

    expect(priorities.map(({ name }) => name)).toEqual(['Highest', 'High', 'Medium', 'Low', 'Lowest']);
  });
});

test.describe('GET /status', () => {
  test('lists the statuses with their categories', async ({ tracker }) => {
    const statuses = endpoints.listStatuses.response.parse((await tracker.guest.get('/status')).body);

    expect(statuses.map(({ name }) => name)).toEqual(['Open', 'In Progress', 'Done']);
    expect(statuses[2]).toMatchObject({ id: '5', statusCategory: { key: 'done' } });
  });
});
