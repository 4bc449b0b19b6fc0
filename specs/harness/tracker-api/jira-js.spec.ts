import { expect } from '@playwright/test';
import { Version2Client } from 'jira.js';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

function clientOf({ baseUrl }: Tracker): Version2Client {
  return new Version2Client({ host: baseUrl, authentication: { basic: { email: 'admin', apiToken: 'admin' } } });
}

/** A search as a Data Center tracker has it; the client prefers that of the cloud edition. */
function search({ issueSearch }: Version2Client, method: string, query: SearchQuery) {
  /* eslint-disable @typescript-eslint/no-deprecated */
  return method === 'GET' ? issueSearch.searchForIssuesUsingJql(query) : issueSearch.searchForIssuesUsingJqlPost(query);
  /* eslint-enable @typescript-eslint/no-deprecated */
}

interface SearchQuery {
  jql: string;
  startAt: number;
  maxResults: number;
  fields: string[];
}

/** Creates an issue of the template with id 7, as a user of the client does. */
async function createFromTemplate(client: Version2Client): Promise<string> {
  const fields = await client.issueFields.getFields();
  const templateField = fields.find(({ name }) => name === 'Template')?.id ?? '';
  const created = await client.issues.createIssue({
    fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: 'Mine', [templateField]: '7' },
  });
  return created.key;
}

test.describe('jira.js', () => {
  test('logs in', async ({ tracker }) => {
    expect(await clientOf(tracker).myself.getCurrentUser()).toMatchObject({ displayName: 'Ada Administrator' });
  });

  test('logs in with a token', async ({ tracker }) => {
    const client = new Version2Client({
      host: tracker.baseUrl,
      authentication: { oauth2: { accessToken: 'tess-token' } },
    });

    expect(await client.myself.getCurrentUser()).toMatchObject({ displayName: 'Tess Tester' });
  });

  test('is refused with a wrong password', async ({ tracker }) => {
    const authentication = { basic: { email: 'tess', apiToken: 'wrong' } };
    const client = new Version2Client({ host: tracker.baseUrl, authentication });

    await expect(client.myself.getCurrentUser()).rejects.toMatchObject({ status: 401 });
  });

  test('finds fields, and creates an issue with values in custom fields', async ({ tracker }) => {
    const client = clientOf(tracker);
    const known = await client.issueFields.getFields();
    const idOf = (wanted: string) => known.find(({ name }) => name === wanted)?.id ?? wanted;

    const { key } = await client.issues.createIssue({
      fields: {
        project: { key: 'DEMO' },
        issuetype: { name: 'Bug' },
        summary: 'Mine',
        [idOf('Estimate')]: 5,
        [idOf('Severity')]: { value: 'Major' },
      },
    });

    const { fields } = await client.issues.getIssue({ issueIdOrKey: key });
    expect(fields).toMatchObject({ summary: 'Mine', customfield_10002: 5, customfield_10003: { value: 'Major' } });
  });

  test('creates an issue by template and reads what was filled in', async ({ tracker }) => {
    const client = clientOf(tracker);

    const key = await createFromTemplate(client);

    const { fields } = await client.issues.getIssue({ issueIdOrKey: key });
    expect(fields).toMatchObject({
      summary: 'Bug: what happens',
      description: 'Steps to reproduce, what was expected, what happened.',
      priority: { name: 'High' },
      labels: ['from-template'],
      customfield_10000: '7',
      customfield_10001: 'Fixed means: a test fails without the fix.',
      customfield_10002: 3,
      customfield_10003: { value: 'Major' },
    });
  });

  test('edits an issue', async ({ tracker }) => {
    const client = clientOf(tracker);

    await client.issues.editIssue({
      issueIdOrKey: 'DEMO-1',
      fields: { summary: 'Edited' },
      update: { labels: [{ add: 'x' }] },
    });

    const { fields } = await client.issues.getIssue({ issueIdOrKey: 'DEMO-1', fields: ['summary', 'labels'] });
    expect(fields).toEqual({ summary: 'Edited', labels: ['login', 'x'] });
  });

  test('comments on an issue', async ({ tracker }) => {
    const client = clientOf(tracker);

    await client.issueComments.addComment({ issueIdOrKey: 'DEMO-1', comment: 'From the client' });

    const { comments } = await client.issueComments.getComments({ issueIdOrKey: 'DEMO-1' });
    expect(comments).toMatchObject([{ body: 'Seen here too.' }, { body: 'From the client' }]);
  });

  test('takes an issue through a transition found by its name', async ({ tracker }) => {
    const client = clientOf(tracker);

    const { transitions } = await client.issues.getTransitions({ issueIdOrKey: 'DEMO-1' });
    const finish = transitions?.find(({ name }) => name === 'Finish');
    await client.issues.doTransition({ issueIdOrKey: 'DEMO-1', transition: { id: finish?.id ?? '' } });

    const { fields } = await client.issues.getIssue({ issueIdOrKey: 'DEMO-1' });
    expect(fields.status.name).toBe('Done');
  });

  test('searches by JQL', async ({ tracker }) => {
    const client = clientOf(tracker);
    const key = await createFromTemplate(client);

    // Its successor is of the cloud edition; a Data Center tracker has this search only.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const found = await client.issueSearch.searchForIssuesUsingJql({
      jql: 'project = DEMO AND labels = "from-template" ORDER BY created DESC',
      fields: ['summary'],
    });

    expect(found.issues?.map((issue) => issue.key)).toEqual([key]);
  });

  for (const method of ['GET', 'POST']) {
    test(`searches page by page with ${method}`, async ({ tracker }) => {
      const client = clientOf(tracker);
      const keys: string[] = [];
      for (const summary of ['One', 'Two', 'Three']) {
        const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary, labels: ['by-client'] };
        keys.push((await client.issues.createIssue({ fields })).key);
      }
      const jql = 'labels = by-client ORDER BY key ASC';
      const page = (startAt: number) => search(client, method, { jql, startAt, maxResults: 2, fields: ['summary'] });

      const [first, second] = [await page(0), await page(2)];

      expect([first, second]).toMatchObject([
        { startAt: 0, maxResults: 2, total: 3, issues: [{ key: keys[0] }, { key: keys[1] }] },
        { startAt: 2, maxResults: 2, total: 3, issues: [{ key: keys[2], fields: { summary: 'Three' } }] },
      ]);
      expect(second.issues).toHaveLength(1);
    });
  }

  test('edits its comment and deletes it', async ({ tracker }) => {
    const { issueComments } = clientOf(tracker);
    const { id = '' } = await issueComments.addComment({ issueIdOrKey: 'DEMO-1', comment: 'From the client' });

    await issueComments.updateComment({ issueIdOrKey: 'DEMO-1', id, comment: 'Said better' });
    const { comments } = await issueComments.getComments({ issueIdOrKey: 'DEMO-1' });
    await issueComments.deleteComment({ issueIdOrKey: 'DEMO-1', id });

    expect(comments).toMatchObject([{ body: 'Seen here too.' }, { id, body: 'Said better' }]);
    expect(tracker.tenant.state().comments).toHaveLength(1);
  });

  test('attaches a file, reads it back and deletes it', async ({ tracker }) => {
    const client = clientOf(tracker);

    const [attachment] = await client.issueAttachments.addAttachment({
      issueIdOrKey: 'DEMO-1',
      attachment: { filename: 'log.txt', file: Buffer.from('all of it') },
    });
    const response = await tracker.admin.raw(attachment?.content ?? '');
    await client.issueAttachments.removeAttachment(attachment?.id ?? '');

    expect(await response.text()).toBe('all of it');
    expect(tracker.tenant.state().attachments).toEqual([]);
  });

  test('deletes an issue with its sub-tasks', async ({ tracker }) => {
    await clientOf(tracker).issues.deleteIssue({ issueIdOrKey: 'DEMO-1', deleteSubtasks: true });

    expect(tracker.tenant.state().issues).toEqual([]);
  });
});
