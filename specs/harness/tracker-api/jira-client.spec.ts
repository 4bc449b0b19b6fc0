import { createReadStream, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import JiraClient from 'jira-client';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

/** What its types, which are of the version before, leave out. */
interface Client extends Omit<JiraClient, 'addComment' | 'updateComment'> {
  addComment(issueId: string, comment: string): Promise<{ readonly id: string }>;
  updateComment(issueId: string, commentId: string, comment: string): Promise<object>;
  deleteAttachment(attachmentId: string): Promise<unknown>;
}

/** The client of the administrator, as its readme sets it up for a tracker under a context path. */
function clientOf({ baseUrl }: Tracker, login: object = { username: 'admin', password: 'admin' }): Client {
  const { hostname, port, pathname } = new URL(baseUrl);
  const options = { protocol: 'http', host: hostname, port, base: pathname, apiVersion: '2', ...login };
  return new JiraClient(options) as unknown as Client;
}

/** Creates a bug with values in fields that it finds by their names. */
async function createBug(client: Client, summary: string): Promise<string> {
  const fields = (await client.listFields()) as unknown as readonly { id: string; name: string }[];
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? name;
  const { key } = await client.addNewIssue({
    fields: {
      project: { key: 'DEMO' },
      issuetype: { name: 'Bug' },
      summary,
      labels: ['by-client'],
      [idOf('Estimate')]: 5,
      [idOf('Severity')]: { value: 'Major' },
    },
  });
  return key as string;
}

test.describe('jira-client', () => {
  for (const [how, login] of Object.entries({
    'by name and password': { username: 'tess', password: 'tess' },
    'with a token': { bearer: 'tess-token' },
  })) {
    test(`logs in ${how}`, async ({ tracker }) => {
      expect(await clientOf(tracker, login).getCurrentUser()).toMatchObject({
        name: 'tess',
        displayName: 'Tess Tester',
      });
    });
  }

  test('is refused with a wrong password', async ({ tracker }) => {
    const client = clientOf(tracker, { username: 'tess', password: 'wrong' });

    await expect(client.getCurrentUser()).rejects.toThrow('AUTHENTICATED_FAILED');
  });

  test('finds fields, and creates an issue with values in custom fields', async ({ tracker }) => {
    const client = clientOf(tracker);

    const key = await createBug(client, 'Mine');

    const { fields } = await client.findIssue(key);
    expect(fields).toMatchObject({
      summary: 'Mine',
      labels: ['by-client'],
      customfield_10002: 5,
      customfield_10003: { value: 'Major' },
    });
  });

  test('reads the fields it asks for', async ({ tracker }) => {
    const { fields } = await clientOf(tracker).findIssue('DEMO-1', '', 'summary,labels');

    expect(fields).toEqual({ summary: expect.any(String), labels: ['login'] });
  });

  test('edits an issue', async ({ tracker }) => {
    const client = clientOf(tracker);

    await client.updateIssue('DEMO-1', { fields: { summary: 'Edited' }, update: { labels: [{ add: 'x' }] } });

    const { fields } = await client.findIssue('DEMO-1');
    expect(fields).toMatchObject({ summary: 'Edited', labels: ['login', 'x'] });
  });

  test('searches by JQL, page by page', async ({ tracker }) => {
    const client = clientOf(tracker);
    const keys: string[] = [];
    for (const summary of ['One', 'Two', 'Three']) keys.push(await createBug(client, summary));
    const page = (startAt: number) =>
      client.searchJira('labels = by-client ORDER BY key ASC', { startAt, maxResults: 2, fields: ['summary'] });

    const [first, second] = [await page(0), await page(2)];

    expect([first, second]).toMatchObject([
      { startAt: 0, maxResults: 2, total: 3, issues: [{ key: keys[0] }, { key: keys[1] }] },
      { startAt: 2, maxResults: 2, total: 3, issues: [{ key: keys[2], fields: { summary: 'Three' } }] },
    ]);
    expect(second['issues']).toHaveLength(1);
  });

  test('takes an issue through a transition found by its name', async ({ tracker }) => {
    const client = clientOf(tracker);

    const { transitions } = (await client.listTransitions('DEMO-1')) as { transitions: { id: string; name: string }[] };
    await client.transitionIssue('DEMO-1', {
      transition: { id: transitions.find(({ name }) => name === 'Finish')?.id },
    });

    expect((await client.findIssue('DEMO-1'))['fields']).toMatchObject({ status: { name: 'Done' } });
  });

  test('comments, edits its comment and deletes it', async ({ tracker }) => {
    const client = clientOf(tracker);

    const { id } = await client.addComment('DEMO-1', 'From the client');
    await client.updateComment('DEMO-1', id, 'Said better');
    const { comments } = await client.getComments('DEMO-1');
    await client.deleteComment('DEMO-1', Number(id));

    expect(comments).toMatchObject([{ body: 'Seen here too.' }, { id, body: 'Said better' }]);
    expect(tracker.tenant.state().comments).toHaveLength(1);
  });

  test('attaches a file, reads it back and deletes it', async ({ tracker }) => {
    const client = clientOf(tracker);
    const file = test.info().outputPath('what was seen.txt');
    writeFileSync(file, 'all of it');

    const added = await client.addAttachmentOnIssue('DEMO-1', createReadStream(file));
    const [attachment] = added as unknown as [{ id: string; filename: string }];
    const bytes = (await client.downloadAttachment(attachment)) as unknown as Buffer;
    await client.deleteAttachment(attachment.id);

    expect(attachment.filename).toBe('what was seen.txt');
    expect(bytes.toString()).toBe('all of it');
    expect(tracker.tenant.state().attachments).toEqual([]);
  });

  test('deletes an issue', async ({ tracker }) => {
    const client = clientOf(tracker);
    const key = await createBug(client, 'Mine');

    await client.deleteIssue(key);

    await expect(client.findIssue(key)).rejects.toThrow('Issue Does Not Exist');
  });
});
