import { expect } from '@playwright/test';
import { Version2Client } from 'jira.js';
import { PROJECT, STEPS, test } from './tests-test.js';

test('jira.js writes a template, reads its cells, moves it and comments on it', async ({ open }) => {
  const client = new Version2Client({
    host: open().url,
    authentication: { basic: { email: 'admin', apiToken: 'admin' } },
  });
  const stepsRows = [
    { isGroup: true, cells: ['Log in'] },
    { isGroup: false, cells: ['Open the form', '', 'It opens'] },
  ];

  const { key: issueIdOrKey } = await client.issues.createIssue({
    fields: {
      project: { key: PROJECT },
      issuetype: { name: 'Test Case Template' },
      summary: 'Log in',
      [STEPS]: { stepsRows },
    },
  });
  const { transitions } = await client.issues.getTransitions({ issueIdOrKey });
  const id = transitions?.find(({ name }) => name === 'Deactivate')?.id ?? '';
  await client.issues.doTransition({ issueIdOrKey, transition: { id } });
  await client.issueComments.addComment({ issueIdOrKey, comment: 'Out of date' });

  const { fields } = await client.issues.getIssue({ issueIdOrKey });
  const value = fields[STEPS] as { stepsRows: { cells: string[] }[] };
  expect(value.stepsRows.map(({ cells }) => cells)).toEqual([['Log in'], ['Open the form', '', 'It opens']]);
  expect(fields.status.name).toBe('Inactive');
  const { comments } = await client.issueComments.getComments({ issueIdOrKey });
  expect(comments).toMatchObject([{ body: 'Out of date' }]);
});
