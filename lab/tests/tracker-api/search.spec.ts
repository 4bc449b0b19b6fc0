import { expect } from '@playwright/test';
import { FormData } from 'undici';
import { documentsWorld } from '../../../fake/index.js';
import { addReadOnlyProject, search, test } from './tracker-test.js';
import type { Caller, Tracker } from './tracker-test.js';

async function keysOf(caller: Caller, jql: string): Promise<string> {
  const { status, body } = await search(caller, jql);
  return status === 200 ? body.issues.map(({ key }) => key).join(' ') : body.errorMessages.join('\n');
}

/** Compares what queries find, as keys in their order, with what they have to. */
async function expectFound(caller: Caller, queries: Readonly<Record<string, string>>, within = ''): Promise<void> {
  for (const [jql, keys] of Object.entries(queries)) {
    expect.soft(await keysOf(caller, within === '' ? jql : `${within} AND ${jql} ORDER BY key`), jql).toBe(keys);
  }
}

const issue = { issueTypeId: 10001, reporter: 'JIRAUSER10001', created: '2026-02-01T10:00:00.000+0000' };

/** Adds four issues to PLAIN, with days and fields that tell them apart. */
function addIssues({ tenant }: Tracker): void {
  const [labels, low] = [['docs', 'urgent'], { name: 'Low' }];
  const fields = [
    { summary: 'Alpha release notes', labels, priority: low },
    { summary: 'beta "release" plan', customfield_10002: 3, customfield_10003: { value: 'Major' } },
    { summary: 'Gamma rays?', labels: ['docs'], priority: { name: 'Highest' }, assignee: { name: 'tess' } },
    { summary: 'Delta', description: 'Release the gamma', customfield_10002: 8, duedate: '2026-06-01' },
  ] as const;
  const comments = [{ author: 'JIRAUSER10000', body: 'Hidden treasure' }];
  const bug = { issueTypeId: 10002, reporter: 'JIRAUSER10000', created: '2026-04-01T10:00:00.000+0000' };
  const subtask = { issueTypeId: 10004, parent: 'PLAIN-10', created: '2026-05-01T10:00:00.000+0000', comments };
  tenant.add({
    issues: [
      { ...issue, id: 21, key: 'PLAIN-1', fields: fields[0] },
      { ...issue, id: 22, key: 'PLAIN-2', statusId: 5, created: '2026-03-01T10:00:00.000+0000', fields: fields[1] },
      { ...issue, ...bug, id: 23, key: 'PLAIN-10', fields: fields[2] },
      { ...issue, ...subtask, id: 24, key: 'PLAIN-11', fields: fields[3] },
    ],
  });
}

const found: Readonly<Record<string, string>> = {
  '': 'QA-3 QA-2 QA-1 DEMO-2 DEMO-1 PLAIN-11 PLAIN-10 PLAIN-2 PLAIN-1',
  'project = demo': 'DEMO-2 DEMO-1',
  'project in (11101, HELP)': 'DEMO-2 DEMO-1',
  'key = PLAIN-10': 'PLAIN-10',
  'key > PLAIN-2': 'PLAIN-11 PLAIN-10',
  'project = PLAIN AND type = bug': 'PLAIN-10',
  'status = Done': 'PLAIN-2',
  'priority in (Highest, Low)': 'PLAIN-10 PLAIN-1',
  'priority > Medium': 'PLAIN-10',
  'assignee = "tess@example.com"': 'PLAIN-10',
  'parent = PLAIN-10': 'PLAIN-11',
  'parent is not EMPTY': 'QA-3 DEMO-2 PLAIN-11',
  'labels = docs': 'PLAIN-10 PLAIN-1',
  'project = PLAIN AND labels is EMPTY': 'PLAIN-11 PLAIN-2',
  'summary ~ RELEASE': 'PLAIN-2 PLAIN-1',
  'summary ~ "notes alpha"': 'PLAIN-1',
  'summary ~ relea': '',
  [String.raw`summary ~ "\"notes alpha\""`]: '',
  'description ~ gamma': 'PLAIN-11',
  'text ~ gamma': 'PLAIN-11 PLAIN-10',
  'text ~ treasure': 'PLAIN-11',
  'Estimate > 3': 'PLAIN-11',
  'cf[10002] = 3': 'PLAIN-2',
  'created >= 2026-04-01': 'PLAIN-11 PLAIN-10',
  'created > "2026/04/01 10:00"': 'PLAIN-11',
  'created < now() AND project = DEMO': 'DEMO-2 DEMO-1',
  'project = PLAIN AND NOT labels = docs AND status = Done OR key = DEMO-1': 'DEMO-1 PLAIN-2',
  [`Project = 'PLAIN' and SUMMARY ~ "gamma" Or key In ("DEMO-2") order By KEY asc`]: 'DEMO-2 PLAIN-10',
  'project = PLAIN ORDER BY key': 'PLAIN-1 PLAIN-2 PLAIN-10 PLAIN-11',
  'project = PLAIN ORDER BY type ASC, createdDate DESC': 'PLAIN-10 PLAIN-11 PLAIN-2 PLAIN-1',
  'priority is not EMPTY ORDER BY priority DESC': 'PLAIN-10 PLAIN-1',
};

test('queries find issues by each field, with each operator, in order', async ({ tracker }) => {
  addIssues(tracker);
  await expectFound(tracker.tess, found);

  addReadOnlyProject(tracker);
  expect(await keysOf(tracker.guest, 'ORDER BY key')).toBe('READ-1');
});

test('values that do not exist are refused, unless the call is told not to', async ({ tracker }) => {
  const query = new URLSearchParams({ jql: 'project = NONE OR key in (DEMO-1, DEMO-99)' });

  const lenient = await tracker.tess.get(`/search?${query}&validateQuery=false`);

  const messages = [
    "The value 'NONE' does not exist for the field 'project'.",
    "An issue with key 'DEMO-99' does not exist for field 'key'.",
  ];
  const strict = await tracker.tess.get(`/search?${query}`);
  expect(strict).toMatchObject({ status: 400, body: { errorMessages: messages, errors: {} } });
  expect(lenient.body).toMatchObject({ total: 1 });
  // The caller can not see PLAIN.
  expect(await keysOf(tracker.guest, 'project = PLAIN')).toBe(
    "The value 'PLAIN' does not exist for the field 'project'.",
  );
});

test('an index that is late finds an issue once the delay has passed', async ({ open }) => {
  const { tess, tenant } = open({ world: { ...documentsWorld, searchDelay: 5_000 } });
  const fields = { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Not found yet' };
  await tess.post('/issue', { fields });

  const early = await keysOf(tess, 'project = PLAIN');
  tenant.advance(5_000);

  expect([early, await keysOf(tess, 'project = PLAIN')]).toEqual(['', 'PLAIN-1']);
});

test('each clause name that GET /field lists works in a search and sorts', async ({ tracker: { tess } }) => {
  const fields = (await tess.get('/field')).body as { id: string; searchable: boolean; clauseNames: string[] }[];
  const names = fields.flatMap(({ clauseNames }) => clauseNames);
  expect(names).toEqual(expect.arrayContaining(['votes', 'watchers', 'attachments', 'lastViewed', 'originalEstimate']));

  for (const name of names) {
    const jql = `"${name}" is EMPTY ORDER BY "${name}"`;
    expect.soft(await search(tess, jql), jql).toMatchObject({ status: 200 });
  }
  const unsearchable = fields.filter(({ searchable }) => !searchable).map(({ id }) => id);
  expect(unsearchable).toEqual(expect.arrayContaining(['timespent', 'votes', 'progress', 'aggregatetimespent']));
  expect(unsearchable).toHaveLength(11);
  const clauseNames = ['id', 'issue', 'issuekey', 'key'];
  expect(fields).toContainEqual(expect.objectContaining({ id: 'issuekey', clauseNames }));
});

const both = 'PLAIN-1 PLAIN-2';
const first = 'PLAIN-1';
const second = 'PLAIN-2';

/**
 * Two issues of PLAIN. The first goes from Open to In Progress to Done, is worked on, watched and voted for, and has a file;
 * the second links to it.
 */
async function addBusyIssues({ tenant, tess, admin }: Tracker): Promise<void> {
  const [summary, comments] = ['Worked on', [{ author: 'JIRAUSER10001', body: 'Hello there' }]];
  const quiet = { ...issue, reporter: 'JIRAUSER10000', id: 22, key: 'PLAIN-2', fields: { summary }, comments };
  tenant.add({ issues: [{ ...issue, reporter: 'JIRAUSER10000', id: 21, key: 'PLAIN-1', fields: { summary } }, quiet] });
  const started = '2026-03-05T14:00:00.000+0000';
  const form = new FormData();
  form.append('file', new File(['x'], 'a.txt'));
  const link = { type: { name: 'Blocks' }, inwardIssue: { key: 'PLAIN-1' }, outwardIssue: { key: 'PLAIN-2' } };
  await tess.put('/issue/PLAIN-1', { fields: { timetracking: { originalEstimate: '4h' } } });
  await tess.post('/issue/PLAIN-1/worklog', { timeSpent: '1h', started, comment: 'turned a screw' });
  await tess.post('/issue/PLAIN-1/watchers', 'tess');
  await tess.post('/issue/PLAIN-1/votes', {});
  await tess.post('/issue/PLAIN-1/attachments', undefined, { form });
  await tess.post('/issueLink', link);
  for (const name of ['1.0', '2.0', '3.0']) {
    await admin.post('/version', { project: 'PLAIN', name, released: name < '3' });
  }
  await admin.post('/component', { project: 'PLAIN', name: 'Engine', leadUserName: 'admin' });
  await tess.put('/issue/PLAIN-1', {
    fields: { fixVersions: [{ name: '2.0' }], components: [{ name: 'Engine' }], assignee: { name: 'admin' } },
  });
  await tess.put('/issue/PLAIN-2', { fields: { fixVersions: [{ name: '3.0' }] } });
  await tess.post('/issue/PLAIN-1/transitions', { transition: { id: '11' } });
  const done = { transition: { id: '21' }, fields: { resolution: { name: 'Done' } } };
  await admin.post('/issue/PLAIN-1/transitions', done);
}

const foundBusy: Readonly<Record<string, string>> = {
  'watchers = 0 AND votes < 1': second,
  'watcher = currentUser()': first,
  'voter in (tess, admin)': first,
  'attachments is not EMPTY': first,
  'workratio >= 25 AND workratio < 26': first,
  'remainingEstimate <= 3h AND timeestimate > 2h': first,
  'issue in watchedIssues()': first,
  'issue in linkedIssues(PLAIN-2)': first,
  'updated <= now() AND updated > startOfDay("-1")': both,
  'resolution = Unresolved': second,
  'resolution = done': first,
  'resolution is not EMPTY AND resolved >= -1d': first,
  'statusCategory = "To Do"': second,
  'statusCategory in (Done, "In Progress")': first,
  'fixVersion < "3.0"': first,
  'fixVersion >= "2.0"': both,
  'component = engine': first,
  'component is EMPTY': second,
  'comment ~ hello': second,
  'status was Open': both,
  'status was "In Progress"': first,
  'status was not "In Progress"': second,
  'status was in ("In Progress", Done)': first,
  'status changed': first,
  'assignee was admin': first,
  'resolution was EMPTY': both,
  'fixVersion was "2.0"': first,
};

test('queries find what was done with issues, and how they were', async ({ tracker }) => {
  await addBusyIssues(tracker);
  await expectFound(tracker.tess, foundBusy, 'project = PLAIN');
});

const noValue = (value: string, field: string) => `The value '${value}' does not exist for the field '${field}'.`;
const badDate = (value: string, where: string) => new RegExp(`^Date value '${value}' for ${where} is invalid\\.`);
const jqlError = (text: string) => `Error in the JQL Query: ${text}`;

const operators =
  "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";

const reservedSign = (sign: string, code: string, character: number) =>
  `The character '${sign}' is a reserved JQL character. You must enclose it in a string or use the escape '\\u${code}' instead. (line 1, character ${character})`;

const refused: Readonly<Record<string, string | RegExp>> = {
  'colour = red': "Field 'colour' does not exist or you do not have permission to view it.",
  'progress is EMPTY': "Field 'progress' does not exist or you do not have permission to view it.",
  'watcher = nobody': noValue('nobody', 'watcher'),
  'issue in linkedIssues()': "Function 'linkedIssues' expected between '1' and '2' arguments but received '0'.",
  'created > startOfTime()': "Unable to find JQL function 'startOfTime()'.",
  'created > soon': /^Date value 'soon' for field 'created' is invalid\. Valid formats include/,
  'project PLAIN': jqlError(`Expecting operator but got 'PLAIN'. ${operators} (line 1, character 9)`),
  project: jqlError(`Expecting operator before the end of the query. ${operators}`),
  'project = PLAIN AND\n(key = DEMO-1': jqlError("Expecting ')' before the end of the query."),
  'project = INT': /^Error in the JQL Query: 'INT' is a reserved JQL word\./,
  'labels = +x': jqlError(reservedSign('+', '002b', 10)),
  'key = DEMO-1 AND': jqlError('Expecting a field name at the end of the query.'),
  'order by rank': "Not able to sort using field 'rank'.",
  [String.raw`text ~ ca\k`]: jqlError(
    String.raw`'\k' is an illegal JQL escape sequence. The valid escape sequences are \', \", \t, \n, \r, \\, '\ ' and \uXXXX. (line 1, character 10)`,
  ),
  'project in DEMO': "Operator 'in' does not support the non-list value '\"DEMO\"' for field 'project'.",
  'assignee is tess': "Operator 'is' does not support searching for non-empty values for field 'assignee'.",
  'priority > EMPTY': "Operator '>' does not support the empty value representation 'EMPTY' for field 'priority'.",
  'status > Open': "The operator '>' is not supported by the 'status' field.",
  'summary ~ "*lpha"':
    "The text query '*lpha' for field 'summary' is not valid: the '*' and '?' are not allowed as first character in wildcard query.",
  'text ~ ""': "The field 'text' does not support searching for an empty string.",
  'summary ~ "open': jqlError("The quoted string 'open' has not been completed. (line 1, character 11)"),
};

function messageLike(message: string | RegExp): unknown {
  return typeof message === 'string' ? message : expect.stringMatching(message);
}

test('queries that can not be answered are refused with the reason', async ({ tracker: { tess } }) => {
  const days = ['2026-02-30', '2026/2/30', '2026-01-01 24:00', '2026-13-01'].flatMap((day) => [
    [`created > '${day}'`, badDate(day, "field 'created'")] as const,
  ]);

  for (const [jql, message] of [...Object.entries(refused), ...days]) {
    const { status, body } = await search(tess, jql);
    const told = [messageLike(message)];
    expect.soft({ jql, status, messages: body.errorMessages }).toEqual({ jql, status: 400, messages: told });
  }
});

test('a query that is nested too deep, too long or too much work is refused', async ({ tracker: { tess, tenant } }) => {
  const issues = Array.from({ length: 300 }, (_, index) => ({
    ...issue,
    id: 100 + index,
    key: `PLAIN-${100 + index}`,
  }));
  tenant.add({ issues: issues.map((one) => ({ ...one, fields: { summary: 'x' } })) });
  for (const [jql, message] of [
    [`${'('.repeat(50_000)}key = DEMO-1`, /at most 100 conditions in each other/],
    [`summary ~ "${'a'.repeat(10_000_000)}"`, /^A JQL query has at most 100000 characters\.$/],
    [Array.from({ length: 6_000 }, () => 'text~"a b"').join(' OR '), /^The request takes more than \d+ steps/],
  ] as const) {
    const errorMessages = [expect.stringMatching(message)];
    expect(await tess.post('/search', { jql })).toMatchObject({ status: 400, body: { errorMessages } });
  }
});
