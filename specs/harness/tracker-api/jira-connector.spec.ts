import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import JiraConnector from 'jira-connector';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

/** What the tests use of the client, most of which its own types leave open. */
interface Client {
  readonly myself: { getMyself(): Promise<object> };
  readonly field: { getAllFields(): Promise<readonly { id: string; name: string }[]> };
  readonly attachment: {
    getAttachment(opts: object): Promise<object>;
    deleteAttachment(opts: object): Promise<unknown>;
  };
  readonly search: { search(opts: object): Promise<{ issues: readonly { key: string }[] }> };
  readonly issue: {
    createIssue(issue: object): Promise<{ id: string; key: string }>;
    getIssue(opts: object): Promise<{ fields: object; names?: object }>;
    editIssue(opts: object): Promise<unknown>;
    deleteIssue(opts: object): Promise<unknown>;
    getTransitions(opts: object): Promise<{ transitions: readonly { id: string; name: string }[] }>;
    transitionIssue(opts: object): Promise<unknown>;
    addComment(opts: object): Promise<{ id: string }>;
    getComments(opts: object): Promise<{ comments: readonly object[] }>;
    editComment(opts: object): Promise<object>;
    deleteComment(opts: object): Promise<unknown>;
    addAttachment(opts: object): Promise<readonly { id: string }[]>;
  };
}

/** The client of the administrator, as its readme sets it up for a tracker under a context path. */
function clientOf({ baseUrl }: Tracker, login: object = { username: 'admin', password: 'admin' }): Client {
  const { hostname, port, pathname } = new URL(baseUrl);
  const Connector = JiraConnector as unknown as new (config: object) => Client;
  return new Connector({ protocol: 'http', host: hostname, port, path_prefix: `${pathname}/`, basic_auth: login });
}

/** Creates a bug with values in fields that it finds by their names. */
async function createBug(client: Client, summary: string): Promise<{ id: string; key: string }> {
  const fields = await client.field.getAllFields();
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? name;
  return client.issue.createIssue({
    fields: {
      project: { key: 'DEMO' },
      issuetype: { name: 'Bug' },
      summary,
      labels: ['by-client'],
      [idOf('Estimate')]: 5,
      [idOf('Severity')]: { value: 'Major' },
    },
  });
}

test.describe('jira-connector', () => {
  for (const [how, login] of Object.entries({
    'by name and password': { username: 'tess', password: 'tess' },
    'with both encoded': { base64: Buffer.from('tess:tess').toString('base64') },
  })) {
    test(`logs in ${how}`, async ({ tracker }) => {
      expect(await clientOf(tracker, login).myself.getMyself()).toMatchObject({ name: 'tess' });
    });
  }

  test('is refused with a wrong password', async ({ tracker }) => {
    const refused = clientOf(tracker, { username: 'tess', password: 'wrong' }).myself.getMyself();

    await expect(refused.catch((error: unknown) => String(error))).resolves.toContain('AUTHENTICATED_FAILED');
  });

  test('finds fields, and creates an issue with values in custom fields', async ({ tracker }) => {
    const client = clientOf(tracker);

    const { id: issueId } = await createBug(client, 'Mine');

    const { fields } = await client.issue.getIssue({ issueId });
    expect(fields).toMatchObject({
      summary: 'Mine',
      labels: ['by-client'],
      customfield_10002: 5,
      customfield_10003: { value: 'Major' },
    });
  });

  test('reads the fields it asks for', async ({ tracker }) => {
    const opts = { issueKey: 'DEMO-1', fields: ['summary', 'labels'], expand: ['names'] };

    const { fields, names } = await clientOf(tracker).issue.getIssue(opts);

    expect(fields).toEqual({ summary: expect.any(String), labels: ['login'] });
    expect(names).toEqual({ summary: 'Summary', labels: 'Labels' });
  });

  test('edits an issue', async ({ tracker }) => {
    const client = clientOf(tracker);
    const issue = { fields: { summary: 'Edited' }, update: { labels: [{ add: 'x' }] } };

    await client.issue.editIssue({ issueKey: 'DEMO-1', notifyUsers: false, issue });

    const { fields } = await client.issue.getIssue({ issueKey: 'DEMO-1' });
    expect(fields).toMatchObject({ summary: 'Edited', labels: ['login', 'x'] });
  });

  for (const method of ['GET', 'POST']) {
    test(`searches by JQL with ${method}, page by page`, async ({ tracker }) => {
      const client = clientOf(tracker);
      const keys: string[] = [];
      for (const summary of ['One', 'Two', 'Three']) keys.push((await createBug(client, summary)).key);
      const jql = 'labels = by-client ORDER BY key ASC';
      const page = (startAt: number) =>
        client.search.search({ method, jql, startAt, maxResults: 2, fields: ['summary', 'status'] });

      const [first, second] = [await page(0), await page(2)];

      expect([first, second]).toMatchObject([
        { startAt: 0, maxResults: 2, total: 3, issues: [{ key: keys[0] }, { key: keys[1] }] },
        { startAt: 2, maxResults: 2, total: 3, issues: [{ key: keys[2], fields: { summary: 'Three' } }] },
      ]);
      expect(second.issues).toHaveLength(1);
    });
  }

  test('takes an issue through a transition found by its name', async ({ tracker }) => {
    const { issue } = clientOf(tracker);

    const { transitions } = await issue.getTransitions({ issueKey: 'DEMO-1' });
    const transition = { id: transitions.find(({ name }) => name === 'Finish')?.id };
    await issue.transitionIssue({ issueKey: 'DEMO-1', transition });

    expect((await issue.getIssue({ issueKey: 'DEMO-1' })).fields).toMatchObject({ status: { name: 'Done' } });
  });

  test('comments, edits its comment and deletes it', async ({ tracker }) => {
    const { issue } = clientOf(tracker);
    const issueKey = 'DEMO-1';

    const { id: commentId } = await issue.addComment({ issueKey, body: 'From the client' });
    await issue.editComment({ issueKey, commentId, comment: { body: 'Said better' } });
    const { comments } = await issue.getComments({ issueKey });
    await issue.deleteComment({ issueKey, commentId });

    expect(comments).toMatchObject([{ body: 'Seen here too.' }, { id: commentId, body: 'Said better' }]);
    expect(tracker.tenant.state().comments).toHaveLength(1);
  });

  test('attaches files, reads of one and deletes it', async ({ tracker }) => {
    const { attachment, issue } = clientOf(tracker);
    const files = ['seen.txt', 'später.log'].map((name) => test.info().outputPath(name));
    for (const file of files) writeFileSync(file, 'all of it');

    const [first, second] = await issue.addAttachment({ issueKey: 'DEMO-1', filename: files });
    const known = await attachment.getAttachment({ attachmentId: second?.id });
    await attachment.deleteAttachment({ attachmentId: first?.id });

    expect(known).toMatchObject({ filename: 'später.log', size: 9, author: { name: 'admin' } });
    expect(tracker.tenant.state().attachments).toMatchObject([{ filename: 'später.log' }]);
  });

  test('deletes an issue with its sub-tasks', async ({ tracker }) => {
    await clientOf(tracker).issue.deleteIssue({ issueKey: 'DEMO-1', deleteSubtasks: true });

    expect(tracker.tenant.state().issues).toEqual([]);
  });
});
