import { expect } from '@playwright/test';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

async function found({ tess }: Tracker, jql: string): Promise<string[]> {
  const { body } = await tess.get(`/search?${new URLSearchParams({ jql: `${jql} ORDER BY key`, fields: 'summary' })}`);
  return (body as { issues: { key: string }[] }).issues.map(({ key }) => key);
}

/** Two issues of PLAIN: the first goes from Open to In Progress to Done, the second stays as it is. */
async function addIssues({ tenant, tess, admin }: Tracker): Promise<void> {
  const issue = { issueTypeId: 10001, reporter: 'JIRAUSER10001', created: '2026-02-01T10:00:00.000+0000' };
  tenant.add({
    issues: [
      { ...issue, id: 21, key: 'PLAIN-1', fields: { summary: 'Moves' } },
      {
        ...issue,
        id: 22,
        key: 'PLAIN-2',
        fields: { summary: 'Stays' },
        comments: [{ author: 'JIRAUSER10001', body: 'Hello there' }],
      },
    ],
  });
  await admin.post('/component', { project: 'PLAIN', name: 'Engine' });
  await admin.post('/version', { project: 'PLAIN', name: '1.0' });
  await tess.put('/issue/PLAIN-1', {
    fields: { assignee: { name: 'admin' }, components: [{ name: 'Engine' }], fixVersions: [{ name: '1.0' }] },
  });
  await tess.post('/issue/PLAIN-1/transitions', { transition: { id: '11' } });
  await admin.post('/issue/PLAIN-1/transitions', {
    transition: { id: '21' },
    fields: { resolution: { name: 'Done' } },
  });
}

const queries: readonly (readonly [jql: string, keys: readonly string[]])[] = [
  ['resolution = Unresolved', ['PLAIN-2']],
  ['resolution = done', ['PLAIN-1']],
  ['resolution != Done', []],
  ['resolution is not EMPTY AND resolved >= -1d', ['PLAIN-1']],
  ['statusCategory = "To Do"', ['PLAIN-2']],
  ['statusCategory in (Done, "In Progress")', ['PLAIN-1']],
  ['component = engine', ['PLAIN-1']],
  ['component is EMPTY', ['PLAIN-2']],
  ['fixVersion = "1.0" AND affectedVersion is EMPTY', ['PLAIN-1']],
  ['comment ~ hello', ['PLAIN-2']],
  ['status was Open', ['PLAIN-1', 'PLAIN-2']],
  ['status was "In Progress"', ['PLAIN-1']],
  ['status was not "In Progress"', ['PLAIN-2']],
  ['status was in ("In Progress", Done) BY admin', ['PLAIN-1']],
  ['status was "In Progress" BY admin', []],
  ['status was not in (Open)', []],
  ['status was "In Progress" AFTER -1d', ['PLAIN-1']],
  ['status was "In Progress" BEFORE -1d', []],
  ['status changed', ['PLAIN-1']],
  ['status changed FROM Open TO "In Progress" BY tess', ['PLAIN-1']],
  ['status changed FROM Open TO Done', []],
  ['status changed DURING (startOfDay(), endOfDay())', ['PLAIN-1']],
  ['assignee was admin', ['PLAIN-1']],
  ['assignee was EMPTY', ['PLAIN-1', 'PLAIN-2']],
  ['status was 3', ['PLAIN-1']],
  ['resolution was Unresolved', ['PLAIN-1', 'PLAIN-2']],
  ['resolution changed FROM EMPTY TO Done', ['PLAIN-1']],
  ['fixVersion was "1.0"', ['PLAIN-1']],
  ['fixVersion changed TO "1.0" BY currentUser()', ['PLAIN-1']],
  ['reporter was tess AND priority was EMPTY', ['PLAIN-1', 'PLAIN-2']],
  ['status changed BY (tess, guest) ON startOfDay()', ['PLAIN-1']],
  ['status changed AFTER "-4w 2d" BEFORE "1h 5m"', ['PLAIN-1']],
  ['assignee in membersOf("tracker-administrators")', ['PLAIN-1']],
  ['updated >= startOfDay() AND updated <= endOfDay()', ['PLAIN-1']],
  ['created >= startOfYear("-100y") AND created < startOfMonth("+1M")', ['PLAIN-1', 'PLAIN-2']],
  ['created > endOfWeek()', []],
];

for (const [jql, keys] of queries) {
  test(`finds ${keys.join(' and ') || 'nothing'} by ${jql}`, async ({ tracker }) => {
    await addIssues(tracker);

    expect(await found(tracker, `project = PLAIN AND ${jql}`)).toEqual(keys);
  });
}

const refused: readonly (readonly [jql: string, message: unknown])[] = [
  ['summary was x', "History searches do not support the 'summary' field, nor the operator 'was'."],
  [
    'created > startOfDay(soon)',
    "Duration for function 'startOfDay' should have the format (+/-)n(yMwdm), e.g -1M for 1 month earlier.",
  ],
  ['created > startOfTime()', "Unable to find JQL function 'startOfTime()'."],
  ['assignee in membersOf()', "Function 'membersOf' expected '1' arguments but received '0'."],
  ['issue in linkedIssues()', "Function 'linkedIssues' expected between '1' and '2' arguments but received '0'."],
  [
    'created > soon',
    expect.stringMatching(/^Date value 'soon' for field 'created' is invalid\. Valid formats include/),
  ],
  ...['2026-02-30', '2026/2/30', '2026-01-01 24:00', '2026-13-01'].flatMap((day): [string, unknown][] => [
    [`created > '${day}'`, expect.stringMatching(`^Date value '${day}' for field 'created' is invalid`)],
    [`status changed ON '${day}'`, expect.stringMatching(`^Date value '${day}' for predicate 'on' is invalid`)],
  ]),
  ['status was Sung', "The value 'Sung' does not exist for the field 'status'."],
  ['status changed FROM Sung', "The value 'Sung' does not exist for the field 'status'."],
  ['status changed TO (Open, 99)', "The value '99' does not exist for the field 'status'."],
  ['assignee was not nobody', "The value 'nobody' does not exist for the field 'assignee'."],
  ['status changed BY nobody', "The value 'nobody' does not exist for the field 'by'."],
  ['status was Open AFTER soon', expect.stringMatching(/^Date value 'soon' for predicate 'after' is invalid\./)],
  [
    'status was Open DURING (-1d, soon)',
    expect.stringMatching(/^Date value 'soon' for predicate 'during' is invalid\./),
  ],
  ['status was Open DURING -1d', expect.stringMatching(/^The predicate 'during' takes two dates/)],
  ['component = Nowhere', "The value 'Nowhere' does not exist for the field 'component'."],
  ['statusCategory = Sung', "The value 'Sung' does not exist for the field 'statusCategory'."],
];

for (const [jql, message] of refused) {
  test(`refuses ${jql}`, async ({ tracker }) => {
    const { status, body } = await tracker.tess.get(`/search?${new URLSearchParams({ jql })}`);

    expect({ status, body }).toMatchObject({ status: 400, body: { errorMessages: [message] } });
  });
}
