import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { test } from './tracker-test.js';
import { Tracker } from './tracker.js';
import type { Credentials } from './tracker.js';

async function search(caller: Credentials, jql: string) {
  const reply = await caller.get(`/search?${new URLSearchParams({ jql })}`);
  return endpoints.searchIssues.response.parse(reply.body);
}

async function keysOf(caller: Credentials, jql: string): Promise<string[]> {
  return (await search(caller, jql)).issues.map(({ key }) => key);
}

/** Adds four issues to PLAIN, with days and fields that tell them apart. */
function addIssues({ tenant }: Tracker): void {
  const issue = { issueTypeId: 10001, reporter: 'JIRAUSER10001' };
  tenant.add({
    issues: [
      {
        ...issue,
        id: 21,
        key: 'PLAIN-1',
        created: '2026-02-01T10:00:00.000+0000',
        fields: { summary: 'Alpha release notes', labels: ['docs', 'urgent'], priority: { name: 'Low' } },
      },
      {
        ...issue,
        id: 22,
        key: 'PLAIN-2',
        statusId: 5,
        created: '2026-03-01T10:00:00.000+0000',
        fields: { summary: 'beta "release" plan', customfield_10002: 3, customfield_10003: { value: 'Major' } },
      },
      {
        ...issue,
        id: 23,
        key: 'PLAIN-10',
        issueTypeId: 10002,
        reporter: 'JIRAUSER10000',
        created: '2026-04-01T10:00:00.000+0000',
        fields: { summary: 'Gamma rays?', labels: ['docs'], priority: { name: 'Highest' }, assignee: { name: 'tess' } },
      },
      {
        ...issue,
        id: 24,
        key: 'PLAIN-11',
        issueTypeId: 10004,
        parent: 'PLAIN-10',
        created: '2026-05-01T10:00:00.000+0000',
        fields: { summary: 'Delta', description: 'Release the gamma', customfield_10002: 8, duedate: '2026-06-01' },
        comments: [{ author: 'JIRAUSER10000', body: 'Hidden treasure' }],
      },
    ],
  });
}

test.describe('GET /search', () => {
  test.beforeEach(({ tracker }) => addIssues(tracker));

  test('finds everything the caller may see without a query, newest first', async ({ tracker }) => {
    const everything = await keysOf(tracker.tess, '');

    expect(everything).toEqual(['DEMO-2', 'DEMO-1', 'PLAIN-11', 'PLAIN-10', 'PLAIN-2', 'PLAIN-1']);
  });

  test('leaves out what the caller may not see', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect(await keysOf(tracker.guest, 'ORDER BY key')).toEqual(['READ-1']);
  });

  test('finds by project: key in any case, name, id', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'project = DEMO')).toEqual(['DEMO-2', 'DEMO-1']);
    expect(await keysOf(tracker.tess, 'project = demo')).toEqual(['DEMO-2', 'DEMO-1']);
    expect(await keysOf(tracker.tess, "project = 'Demonstration'")).toEqual(['DEMO-2', 'DEMO-1']);
    expect(await keysOf(tracker.tess, 'project in (11101, HELP)')).toEqual(['DEMO-2', 'DEMO-1']);
    expect(await keysOf(tracker.tess, 'project != PLAIN')).toEqual(['DEMO-2', 'DEMO-1']);
  });

  test('finds by key and id', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'key = PLAIN-10')).toEqual(['PLAIN-10']);
    expect(await keysOf(tracker.tess, 'issuekey in (PLAIN-1, "DEMO-1", PLAIN-1)')).toEqual(['DEMO-1', 'PLAIN-1']);
    expect(await keysOf(tracker.tess, 'id = 22')).toEqual(['PLAIN-2']);
    expect(await keysOf(tracker.tess, 'key > PLAIN-2')).toEqual(['PLAIN-11', 'PLAIN-10']);
    expect(await keysOf(tracker.tess, 'key <= plain-2')).toEqual(['PLAIN-2', 'PLAIN-1']);
  });

  test('finds by issue type, status and priority', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'project = PLAIN AND type = bug')).toEqual(['PLAIN-10']);
    expect(await keysOf(tracker.tess, 'project = PLAIN AND issuetype not in (Bug, 10004)')).toEqual([
      'PLAIN-2',
      'PLAIN-1',
    ]);
    expect(await keysOf(tracker.tess, 'status = Done')).toEqual(['PLAIN-2']);
    expect(await keysOf(tracker.tess, 'priority in (Highest, Low)')).toEqual(['PLAIN-10', 'PLAIN-1']);
  });

  test('finds by parent', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'parent = PLAIN-10')).toEqual(['PLAIN-11']);
    expect(await keysOf(tracker.tess, 'parent is not EMPTY')).toEqual(['DEMO-2', 'PLAIN-11']);
  });

  test('finds by labels', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'labels = docs')).toEqual(['PLAIN-10', 'PLAIN-1']);
    expect(await keysOf(tracker.tess, 'labels = docs AND labels != urgent')).toEqual(['PLAIN-10']);
    expect(await keysOf(tracker.tess, 'project = PLAIN AND labels is EMPTY')).toEqual(['PLAIN-11', 'PLAIN-2']);
    expect(await keysOf(tracker.tess, 'labels = none-has-it')).toEqual([]);
  });

  test('finds by people', async ({ tracker }) => {
    expect(await keysOf(tracker.admin, 'reporter = currentUser()')).toEqual(['PLAIN-10']);
    expect(await keysOf(tracker.admin, 'assignee = tess')).toEqual(['PLAIN-10']);
    expect(await keysOf(tracker.admin, 'project = PLAIN AND assignee is null')).toEqual([
      'PLAIN-11',
      'PLAIN-2',
      'PLAIN-1',
    ]);
  });

  test('finds words of a text in any case, in any order, with wildcards and as a phrase', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'summary ~ RELEASE')).toEqual(['PLAIN-2', 'PLAIN-1']);
    expect(await keysOf(tracker.tess, 'summary ~ "notes alpha"')).toEqual(['PLAIN-1']);
    expect(await keysOf(tracker.tess, 'summary ~ "relea*"')).toEqual(['PLAIN-2', 'PLAIN-1']);
    expect(await keysOf(tracker.tess, 'summary ~ relea')).toEqual([]);
    expect(await keysOf(tracker.tess, 'summary ~ rays')).toEqual(['PLAIN-10']);
    expect(await keysOf(tracker.tess, 'summary ~ "ra?s"')).toEqual(['PLAIN-10']);
    expect(await keysOf(tracker.tess, String.raw`summary ~ "\"notes alpha\""`)).toEqual([]);
    expect(await keysOf(tracker.tess, 'project = PLAIN AND summary !~ release')).toEqual(['PLAIN-11', 'PLAIN-10']);
  });

  test('finds by description, and by text in fields and comments', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'description ~ gamma')).toEqual(['PLAIN-11']);
    expect(await keysOf(tracker.tess, 'text ~ gamma')).toEqual(['PLAIN-11', 'PLAIN-10']);
    expect(await keysOf(tracker.tess, 'text ~ treasure')).toEqual(['PLAIN-11']);
  });

  test('finds by custom fields, by name and by id', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'Estimate > 3')).toEqual(['PLAIN-11']);
    expect(await keysOf(tracker.tess, 'cf[10002] = 3')).toEqual(['PLAIN-2']);
    expect(await keysOf(tracker.tess, 'severity = Major')).toEqual(['PLAIN-2']);
    expect(await keysOf(tracker.tess, '"Customer reference" is not EMPTY')).toEqual([]);
  });

  test('finds by time', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'created >= 2026-04-01')).toEqual(['PLAIN-11', 'PLAIN-10']);
    expect(await keysOf(tracker.tess, 'created > "2026/04/01 10:00"')).toEqual(['PLAIN-11']);
    expect(await keysOf(tracker.tess, 'created > -1m')).toEqual([]);
    expect(await keysOf(tracker.tess, 'created < now() AND project = DEMO')).toEqual(['DEMO-2', 'DEMO-1']);
    expect(await keysOf(tracker.tess, 'due <= 2026-06-01')).toEqual(['PLAIN-11']);
  });

  test('binds NOT closer than AND, and AND closer than OR', async ({ tracker }) => {
    const flat = 'project = PLAIN AND NOT labels = docs AND status = Done OR key = DEMO-1';
    const grouped = 'project = PLAIN && !(labels = docs || status = Done)';

    expect(await keysOf(tracker.tess, flat)).toEqual(['DEMO-1', 'PLAIN-2']);
    expect(await keysOf(tracker.tess, grouped)).toEqual(['PLAIN-11']);
  });

  test('reads keywords in any case and both kinds of quotes', async ({ tracker }) => {
    const jql = `Project = 'PLAIN' and SUMMARY ~ "gamma" Or key In ("DEMO-2") order By KEY asc`;

    expect(await keysOf(tracker.tess, jql)).toEqual(['DEMO-2', 'PLAIN-10']);
  });

  test('orders by several fields', async ({ tracker }) => {
    expect(await keysOf(tracker.tess, 'project = PLAIN ORDER BY key')).toEqual([
      'PLAIN-1',
      'PLAIN-2',
      'PLAIN-10',
      'PLAIN-11',
    ]);
    expect(await keysOf(tracker.tess, 'project = PLAIN ORDER BY type ASC, createdDate DESC')).toEqual([
      'PLAIN-10',
      'PLAIN-11',
      'PLAIN-2',
      'PLAIN-1',
    ]);
    expect(await keysOf(tracker.tess, 'priority is not EMPTY ORDER BY priority DESC')).toEqual(['PLAIN-10', 'PLAIN-1']);
    expect(await keysOf(tracker.tess, 'project = PLAIN ORDER BY summary')).toEqual([
      'PLAIN-1',
      'PLAIN-2',
      'PLAIN-11',
      'PLAIN-10',
    ]);
  });

  test('answers a page with the fields asked for', async ({ tracker }) => {
    const query = new URLSearchParams({
      jql: 'project = PLAIN ORDER BY key',
      startAt: '1',
      maxResults: '2',
      fields: 'summary',
    });

    const page = endpoints.searchIssues.response.parse((await tracker.tess.get(`/search?${query}`)).body);

    expect(page).toMatchObject({ startAt: 1, maxResults: 2, total: 4 });
    expect(page.issues.map(({ key }) => key)).toEqual(['PLAIN-2', 'PLAIN-10']);
    expect(page.issues[0]?.fields).toEqual({ summary: 'beta "release" plan' });
  });

  test('answers the navigable fields if none are asked for', async ({ tracker }) => {
    const [issue] = (await search(tracker.tess, 'key = PLAIN-10')).issues;

    expect(issue?.fields).toMatchObject({ status: { name: 'Open' }, subtasks: [{ key: 'PLAIN-11' }] });
    expect(issue?.fields).not.toHaveProperty('comment');
  });

  test('answers a thousand issues at most', async ({ tracker }) => {
    const reply = await tracker.tess.get('/search?maxResults=5000');

    expect(endpoints.searchIssues.response.parse(reply.body).maxResults).toBe(1000);
  });

  test('refuses values that do not exist, unless it is told not to', async ({ tracker }) => {
    const jql = 'project = NONE OR key in (PLAIN-1, PLAIN-99)';

    const strict = await tracker.tess.get(`/search?${new URLSearchParams({ jql })}`);
    const lenient = await tracker.tess.get(`/search?${new URLSearchParams({ jql, validateQuery: 'false' })}`);

    expect(strict).toMatchObject({
      status: 400,
      body: {
        errorMessages: [
          "The value 'NONE' does not exist for the field 'project'.",
          "An issue with key 'PLAIN-99' does not exist for field 'key'.",
        ],
        errors: {},
      },
    });
    expect(endpoints.searchIssues.response.parse(lenient.body).total).toBe(1);
  });

  test('refuses a project the caller can not see like an unknown one', async ({ tracker }) => {
    const reply = await tracker.guest.get('/search?jql=project=PLAIN');

    expect(reply).toMatchObject({
      status: 400,
      body: { errorMessages: ["The value 'PLAIN' does not exist for the field 'project'."] },
    });
  });

  test('refuses an unknown field', async ({ tracker }) => {
    const reply = await tracker.tess.get('/search?jql=colour=red');

    expect(reply).toMatchObject({
      status: 400,
      body: { errorMessages: ["Field 'colour' does not exist or you do not have permission to view it."] },
    });
  });

  test('refuses an operator the field does not have', async ({ tracker }) => {
    const contains = await tracker.tess.get('/search?jql=project~PLAIN');
    const equals = await tracker.tess.get('/search?jql=summary=x');

    expect(contains.body).toHaveProperty('errorMessages', [
      "The operator '~' is not supported by the 'project' field.",
    ]);
    expect(equals.body).toHaveProperty('errorMessages', ["The operator '=' is not supported by the 'summary' field."]);
  });

  test('names the place of a fault in the query', async ({ tracker }) => {
    const messageOf = async (jql: string) => (await tracker.tess.get(`/search?${new URLSearchParams({ jql })}`)).body;

    expect(await messageOf('project PLAIN')).toHaveProperty('errorMessages', [
      "Error in the JQL Query: Expecting an operator such as '=', '!=', 'in' or 'is' but got 'PLAIN'. (line 1, character 9)",
    ]);
    expect(await messageOf('project = PLAIN AND\n(key = DEMO-1')).toHaveProperty('errorMessages', [
      "Error in the JQL Query: Expecting ')' but the query ended. (line 2, character 14)",
    ]);
    expect(await messageOf('summary ~ "open')).toHaveProperty('errorMessages', [
      "Error in the JQL Query: The quoted string 'open' has not been completed. (line 1, character 11)",
    ]);
    expect(await messageOf('summary ~ a@b')).toHaveProperty('errorMessages', [
      "Error in the JQL Query: The character '@' is a reserved JQL character. You must enclose it in a string or use the escape '\\u0040' instead. (line 1, character 12)",
    ]);
  });

  test('refuses a query that is nested too deep', async ({ tracker }) => {
    const reply = await tracker.tess.post('/search', { jql: `${'('.repeat(50_000)}key = DEMO-1` });

    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty(
      'errorMessages.0',
      expect.stringContaining('at most 100 conditions in each other'),
    );
  });

  test('refuses a query that is too long', async ({ tracker }) => {
    const reply = await tracker.tess.post('/search', { jql: `summary ~ "${'a'.repeat(10_000_000)}"` });

    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty('errorMessages', ['A JQL query has at most 100000 characters.']);
  });
});

test.describe('GET /search with an index that is late', () => {
  test('finds an issue once the delay has passed', async ({ fake }) => {
    const tenant = fake.control.open({ world: { ...documentsWorld, searchDelay: 5_000 } });
    const tracker = new Tracker(fake.url, tenant);
    await tracker.tess.post('/issue', {
      fields: { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Not found yet' },
    });

    const early = await keysOf(tracker.tess, 'project = PLAIN');
    tenant.advance(5_000);
    const late = await keysOf(tracker.tess, 'project = PLAIN');
    tenant.close();

    expect(early).toEqual([]);
    expect(late).toEqual(['PLAIN-1']);
  });
});

test.describe('POST /search', () => {
  test('finds the same as GET', async ({ tracker }) => {
    const reply = await tracker.tess.post('/search', {
      jql: 'project = DEMO ORDER BY key',
      maxResults: 1,
      fields: ['*all', '-comment'],
    });

    const page = endpoints.searchIssuesByPost.response.parse(reply.body);
    expect(page).toMatchObject({ startAt: 0, maxResults: 1, total: 2, issues: [{ key: 'DEMO-1' }] });
    expect(page.issues[0]?.fields).toHaveProperty('attachment');
    expect(page.issues[0]?.fields).not.toHaveProperty('comment');
  });

  test('refuses a query that can not be understood', async ({ tracker }) => {
    expect((await tracker.tess.post('/search', { jql: 'AND' })).status).toBe(400);
  });
});
