import { expect } from '@playwright/test';
import { FormData } from 'undici';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

async function search({ tess }: Tracker, jql: string) {
  const { status, body } = await tess.get(`/search?${new URLSearchParams({ jql, fields: 'summary' })}`);
  return { status, body: body as { issues: { key: string }[]; errorMessages: readonly string[] } };
}

async function found(tracker: Tracker, jql: string): Promise<string[]> {
  const { body } = await search(tracker, `project = PLAIN AND ${jql} ORDER BY key`);
  return body.issues.map(({ key }) => key);
}

interface ListedField {
  readonly id: string;
  readonly searchable: boolean;
  readonly clauseNames: readonly string[];
}

/** Conditions on fields that are never empty and so refuse `is EMPTY`. */
const operands: Readonly<Record<string, string>> = { votes: '>= 0', watchers: '>= 0' };
const sortOnly = ['progress', 'subtasks'];

test('each clause name that GET /field lists works in a search and sorts', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/field');
  const names = (body as ListedField[]).flatMap(({ clauseNames }) => clauseNames);
  expect(names).toEqual(expect.arrayContaining(['votes', 'watchers', 'attachments', 'lastViewed', 'originalEstimate']));

  for (const name of names.filter((one) => !sortOnly.includes(one))) {
    const jql = `"${name}" ${operands[name] ?? 'is EMPTY'} ORDER BY "${name}"`;
    expect({ jql, ...(await search(tracker, jql)) }).toMatchObject({ jql, status: 200 });
  }
});

test('GET /field calls a field searchable as a server does', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/field');
  const fields = body as ListedField[];

  const unsearchable = fields.filter(({ searchable }) => !searchable).map(({ id }) => id);

  expect(unsearchable).toEqual(expect.arrayContaining(['timespent', 'votes', 'progress', 'aggregatetimespent']));
  expect(unsearchable).toHaveLength(11);
  expect(fields.find(({ id }) => id === 'issuekey')).toMatchObject({
    clauseNames: ['id', 'issue', 'issuekey', 'key'],
  });
});

for (const name of sortOnly) {
  test(`${name} sorts, and is no field of conditions`, async ({ tracker }) => {
    expect((await search(tracker, `ORDER BY ${name}`)).status).toBe(200);
    expect(await search(tracker, `${name} is EMPTY`)).toMatchObject({
      status: 400,
      body: { errorMessages: [`Field '${name}' does not exist or you do not have permission to view it.`] },
    });
  });
}

/** Two issues of PLAIN: on the first is worked, it is watched, voted for and has a file; the second links to it. */
async function addIssues({ tenant, tess, admin }: Tracker): Promise<void> {
  const issue = { issueTypeId: 10001, created: '2026-02-01T10:00:00.000+0000' };
  tenant.add({
    issues: [
      { ...issue, id: 21, key: 'PLAIN-1', reporter: 'JIRAUSER10000', fields: { summary: 'Worked on' } },
      { ...issue, id: 22, key: 'PLAIN-2', reporter: 'JIRAUSER10000', fields: { summary: 'Left alone' } },
    ],
  });
  await tess.put('/issue/PLAIN-1', { fields: { timetracking: { originalEstimate: '4h' } } });
  const started = '2026-03-05T14:00:00.000+0000';
  await tess.post('/issue/PLAIN-1/worklog', { timeSpent: '1h', started, comment: 'turned a screw' });
  await tess.post('/issue/PLAIN-1/watchers', 'tess');
  await tess.post('/issue/PLAIN-1/votes', {});
  const form = new FormData();
  form.append('file', new File(['x'], 'a.txt'));
  await tess.upload('/issue/PLAIN-1/attachments', form);
  await tess.post('/issue/PLAIN-1/remotelink', {
    globalId: 'there',
    object: { url: 'https://example.com', title: 'x' },
  });
  const link = { inwardIssue: { key: 'PLAIN-1' }, outwardIssue: { key: 'PLAIN-2' } };
  await tess.post('/issueLink', { type: { name: 'Blocks' }, ...link });
  for (const name of ['1.0', '2.0', '3.0'])
    await admin.post('/version', { project: 'PLAIN', name, released: name < '3' });
  await admin.post('/component', { project: 'PLAIN', name: 'Engine', leadUserName: 'admin' });
  await tess.put('/issue/PLAIN-1', { fields: { fixVersions: [{ name: '2.0' }], components: [{ name: 'Engine' }] } });
  await tess.put('/issue/PLAIN-2', { fields: { fixVersions: [{ name: '3.0' }] } });
}

const both = ['PLAIN-1', 'PLAIN-2'];
const first = ['PLAIN-1'];
const second = ['PLAIN-2'];

const queries: readonly (readonly [jql: string, keys: readonly string[]])[] = [
  ['votes = 1', first],
  ['watchers >= 1', first],
  ['watchers = 0 AND votes < 1', second],
  ['watcher = currentUser()', first],
  ['voter in (tess, admin)', first],
  ['voter is EMPTY', second],
  ['attachments is not EMPTY', first],
  ['workratio >= 25 AND workratio < 26', first],
  ['timespent = 1h', first],
  ['timespent > 60', []],
  ['remainingEstimate <= 3h AND timeestimate > 2h', first],
  ['originalEstimate = "4h"', first],
  ['timeoriginalestimate is EMPTY', second],
  ['worklogAuthor = tess', first],
  ['worklogDate = "2026-03-05"', first],
  ['worklogDate > "2026-03-05"', []],
  ['worklogComment ~ screw', first],
  ['lastViewed is EMPTY', both],
  ['created > 1769900000000', both],
  ['issue in watchedIssues()', first],
  ['issue in votedIssues()', first],
  ['issue in issueHistory()', []],
  ['issue in updatedBy(tess)', both],
  ['issue in updatedBy(tess, "2026-01-01", "2026-01-02")', []],
  ['issue in updatedBy(guest)', []],
  ['issue in linkedIssues(PLAIN-2)', first],
  ['issue in linkedIssues(PLAIN-2, "is blocked by")', first],
  ['issue in issuesWithRemoteLinksByGlobalId(there)', first],
  ['fixVersion in releasedVersions()', first],
  ['fixVersion in unreleasedVersions(PLAIN)', second],
  ['fixVersion = latestReleasedVersion(PLAIN)', first],
  ['fixVersion = earliestUnreleasedVersion(PLAIN)', second],
  ['component in componentsLeadByUser(admin)', first],
  ['component in componentsLeadByUser()', []],
  ['project in projectsLeadByUser(admin)', both],
  ['project in projectsLeadByUser(guest)', []],
  ['project in projectsWhereUserHasPermission("Browse Projects")', both],
  ['project in projectsWhereUserHasRole(Users)', both],
  ['issuetype in standardIssueTypes()', both],
  ['issuetype in subtaskIssueTypes()', []],
  ['updated <= now() AND updated > startOfDay("-1")', both],
];

for (const [jql, keys] of queries) {
  test(`finds ${keys.join(' and ') || 'nothing'} by ${jql}`, async ({ tracker }) => {
    await addIssues(tracker);

    expect(await found(tracker, jql)).toEqual(keys);
  });
}

const refused: readonly (readonly [jql: string, message: string])[] = [
  ['votes is EMPTY', "The operator 'is' is not supported by the 'votes' field."],
  ['attachments = 1', "The operator '=' is not supported by the 'attachments' field."],
  ['watcher = nobody', "The value 'nobody' does not exist for the field 'watcher'."],
  ['timespent > long', "The value 'long' does not exist for the field 'timespent'."],
  ['issue in linkedIssues(DEMO-1, Kicks)', "Issue link type 'Kicks' could not be found in function 'linkedIssues'."],
  ['issue in linkedIssues(NONE-1)', "Issue 'NONE-1' could not be found in function 'linkedIssues'."],
  [
    'assignee in membersOf(strangers)',
    "Function 'membersOf' can not generate a list of usernames for group 'strangers'; the group does not exist.",
  ],
  ['fixVersion in releasedVersions(NONE)', "Could not find the project 'NONE' in function 'releasedVersions'."],
];

for (const [jql, message] of refused) {
  test(`refuses ${jql}`, async ({ tracker }) => {
    expect(await search(tracker, jql)).toMatchObject({ status: 400, body: { errorMessages: [message] } });
  });
}

test('currentLogin() and lastLogin() are when the caller logged in', async ({ tracker }) => {
  const past = { id: 21, key: 'PLAIN-1', issueTypeId: 10001, reporter: 'JIRAUSER10000', fields: { summary: 'Older' } };
  tracker.tenant.add({ issues: [{ ...past, created: '2026-02-01T10:00:00.000+0000' }] });
  const logIn = () => tracker.tess.post('/rest/auth/1/session', { username: 'tess', password: 'tess' });
  await logIn();
  tracker.tenant.advance(60_000);
  await logIn();

  expect(await found(tracker, 'created < lastLogin() AND created < currentLogin()')).toEqual(first);
  expect(await found(tracker, 'created > lastLogin()')).toEqual([]);
});

test('linked issues that the caller may not see are passed over', async ({ tracker }) => {
  await addIssues(tracker);
  const project = { id: 700, key: 'SEE', name: 'Hidden', lead: 'JIRAUSER10000', issueTypeIds: [10001] };
  tracker.tenant.add({
    projects: [{ ...project, workflow: 'Plain workflow', permissions: {} }],
    issues: [{ id: 701, key: 'SEE-1', issueTypeId: 10001, reporter: 'JIRAUSER10000', fields: { summary: 'Hidden' } }],
  });
  const link = { inwardIssue: { key: 'SEE-1' }, outwardIssue: { key: 'PLAIN-2' } };
  expect((await tracker.admin.post('/issueLink', { type: { name: 'Blocks' }, ...link })).status).toBe(201);

  expect(await search(tracker, 'issue in linkedIssues(PLAIN-2)')).toMatchObject({
    status: 200,
    body: { issues: [{ key: 'PLAIN-1' }] },
  });
});
