import { expect } from '@playwright/test';
import { formatTrackerTime } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import { addReadOnlyProject, search, test } from './tracker-test.js';
import type { Caller, Tracker } from './tracker-test.js';

async function keysOf(caller: Caller, jql: string): Promise<string> {
  const { status, body } = await search(caller, jql);
  return status === 200 ? body.issues.map(({ key }) => key).join(' ') : body.errorMessages.join('\n');
}

async function expectFound(caller: Caller, queries: Readonly<Record<string, string>>): Promise<void> {
  for (const [jql, keys] of Object.entries(queries)) {
    expect.soft(await keysOf(caller, jql), jql).toBe(keys);
  }
}

const issue = { issueTypeId: 10001, reporter: 'JIRAUSER10001', created: '2026-02-01T10:00:00.000+0000' };

function addIssues({ tenant }: Tracker): void {
  const labels = ['docs', 'urgent'];
  const fields = [
    { summary: 'Alpha release notes', labels },
    { summary: 'beta "release" plan', customfield_10002: 3, customfield_10003: { value: 'Major' } },
    { summary: 'Gamma rays?', labels: ['docs'], assignee: { name: 'tess' } },
    { summary: 'Delta', customfield_10002: 8, duedate: '2026-06-01' },
  ] as const;
  const bug = { issueTypeId: 10002, reporter: 'JIRAUSER10000', created: '2026-04-01T10:00:00.000+0000' };
  const subtask = { issueTypeId: 10004, parent: 'PLAIN-10', created: formatTrackerTime(Date.now()) };
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
  'id = 23 AND issue = PLAIN-10 AND issuekey = plain-10 AND issuetype = 10002': 'PLAIN-10',
  'project = PLAIN AND type = bug': 'PLAIN-10',
  'status = Done': 'PLAIN-2',
  'assignee = TESS': 'PLAIN-10',
  'parent = PLAIN-10': 'PLAIN-11',
  'project = PLAIN AND status != Done AND type not in (Bug)': 'PLAIN-11 PLAIN-1',
  'project = PLAIN AND labels != docs': '',
  'project = PLAIN AND reporter = currentUser()': 'PLAIN-11 PLAIN-2 PLAIN-1',
  'parent is not EMPTY': 'QA-3 DEMO-2 PLAIN-11',
  'labels = docs': 'PLAIN-10 PLAIN-1',
  'project = PLAIN AND labels is EMPTY': 'PLAIN-11 PLAIN-2',
  'summary ~ RELEASE': 'PLAIN-2 PLAIN-1',
  'summary ~ "notes alpha"': 'PLAIN-1',
  'summary ~ relea': '',
  [String.raw`summary ~ "\"notes alpha\""`]: '',
  'created >= -5m': 'PLAIN-11',
  'project = PLAIN AND created < -5m': 'PLAIN-10 PLAIN-2 PLAIN-1',
  'project = PLAIN AND NOT labels = docs AND status = Done OR key = DEMO-1': 'DEMO-1 PLAIN-2',
  [`Project = 'PLAIN' and SUMMARY ~ "gamma" Or key In ("DEMO-2") order By KEY asc`]: 'DEMO-2 PLAIN-10',
  'project = PLAIN ORDER BY key': 'PLAIN-1 PLAIN-2 PLAIN-10 PLAIN-11',
  'project = PLAIN ORDER BY type ASC, createdDate DESC': 'PLAIN-10 PLAIN-11 PLAIN-2 PLAIN-1',
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

  expect([early, await keysOf(tess, 'project = PLAIN')]).toStrictEqual(['', 'PLAIN-1']);
});

const noValue = (value: string, field: string) => `The value '${value}' does not exist for the field '${field}'.`;
const jqlError = (text: string) => `Error in the JQL Query: ${text}`;

const operators = "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";

const textError = (text: string, part: string) =>
  `The text query '${text}' for field 'summary' is not supported because of '${part}'. Name words, or put the whole text in double quotes for a phrase.`;

const refused: Readonly<Record<string, string | RegExp>> = {
  'colour = red': "Field 'colour' does not exist or you do not have permission to view it.",
  'watcher = tess': "Field 'watcher' does not exist or you do not have permission to view it.",
  'reporter = nobody': noValue('nobody', 'reporter'),
  'reporter in membersOf(x)': /Expecting '\(' but got 'membersOf'/,
  'created > startOfDay()': "Unable to find JQL function 'startOfDay'.",
  'created > -1d2h': /^Date value '-1d2h' for field 'created' is invalid/,
  "created > '2026-02-01'": /^Date value '2026-02-01' for field 'created' is invalid/,
  'resolution = Unresolved': "Field 'resolution' does not exist or you do not have permission to view it.",
  'status was Open': /^Error in the JQL Query: Expecting operator but got 'was'\./,
  'status changed': /^Error in the JQL Query: Expecting operator but got 'changed'\./,
  'summary !~ x': /^Error in the JQL Query: The character '!' is a reserved JQL character\./,
  'key = A-1 || key = A-2': /^Error in the JQL Query: The character '\|' is a reserved JQL character\./,
  'cf[10002] = 3': /^Error in the JQL Query: /,
  'summary ~ "a OR b"': textError('a OR b', 'OR'),
  'summary ~ "+a -b"': textError('+a -b', '+a'),
  'summary ~ "a:b"': textError('a:b', ':'),
  [String.raw`summary ~ "\"open"`]: textError('"open', '"'),
  'summary ~ "lph*"': textError('lph*', '*'),
  'project PLAIN': jqlError(`Expecting operator but got 'PLAIN'. ${operators} (line 1, character 9)`),
  project: jqlError(`Expecting operator before the end of the query. ${operators} (line 1, character 8)`),
  'project = PLAIN AND\n(key = DEMO-1': /^Error in the JQL Query: Expecting '\)' before the end of the query\./,
  'labels = +x': jqlError(
    String.raw`The character '+' is a reserved JQL character. You must enclose it in a string or use the escape '\u002b' instead. (line 1, character 10)`,
  ),
  'key = DEMO-1 AND': /^Error in the JQL Query: Expecting a field name before the end of the query\./,
  'order by rank': "Not able to sort using field 'rank'.",
  [String.raw`summary ~ ca\k`]: /^Error in the JQL Query: What begins with \\ has not been completed/,
  'project in DEMO': jqlError("Expecting '(' but got 'DEMO'. (line 1, character 12)"),
  'assignee is tess': "Operator 'is' does not support searching for non-empty values for field 'assignee'.",
  'status > Open': "The operator '>' is not supported by the 'status' field.",
  'summary ~ ""': "The field 'summary' does not support searching for an empty string.",
  'summary ~ "open': /^Error in the JQL Query: What begins with " has not been completed/,
};

function messageLike(message: string | RegExp): unknown {
  return typeof message === 'string' ? message : expect.stringMatching(message);
}

test('queries that can not be answered are refused with the reason', async ({ tracker: { tess } }) => {
  for (const [jql, message] of Object.entries(refused)) {
    const { status, body } = await search(tess, jql);
    const told = [messageLike(message)];
    expect.soft({ jql, status, messages: body.errorMessages }).toStrictEqual({ jql, status: 400, messages: told });
  }
});
