import { expect } from '@playwright/test';
import { fieldsOf, test } from './tracker-test.js';
import type { Tracker } from './tracker-test.js';

/** An object that stands in itself so deep that a recursion over it would fail. */
function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { id: value } : [value];
  return value;
}

/** Values that no field of an issue, a project or a comment can take, each of its own kind of nasty. */
const junkValues: readonly unknown[] = [
  ...[0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, true, false, [], [null], [[]], [{}], [1, 'a', null], {}],
  ...[null, {}, [], -1, 1e21, '99999999999999999999', '١٢'].map((id) => ({ id })),
  ...[{ name: null, key: null }, { name: {}, key: [] }, { name: { toString: 1 } }, { toString: null, valueOf: null }],
  ...[{ constructor: 1, hasOwnProperty: 2 }, { key: '__proto__' }, { name: 'constructor' }],
  ...[{ value: 'toString', id: 'x' }, { set: { set: { set: 1 } } }, nested(2_000)],
];

const task = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'Junk' };
const subtask = { ...task, issuetype: { name: 'Sub-task' } };
const asked = { serviceDeskId: '11100', requestTypeId: 39, requestFieldValues: { summary: 'Junk' } };
const project = { key: 'JUNK', name: 'Junk', lead: 'admin' };

/** The calls that take a value, by what it stands for. */
const places: Record<string, (tracker: Tracker, junk: unknown) => Promise<{ readonly status: number }>> = {
  'the body of a new issue': ({ tess }, junk) => tess.post('/issue', junk),
  'the fields of a new issue': ({ tess }, fields) => tess.post('/issue', { fields }),
  'the parent of a new sub-task': ({ tess }, parent) => tess.post('/issue', { fields: { ...subtask, parent } }),
  'the list of issues to create': ({ tess }, issueUpdates) => tess.post('/issue/bulk', { issueUpdates }),
  'an assignee of an issue that is there': ({ tess }, assignee) => tess.put('/issue/DEMO-1', { fields: { assignee } }),
  'a label to add': ({ tess }, add) => tess.put('/issue/DEMO-1', { update: { labels: [{ add }] } }),
  'a comment to add by an operation': ({ tess }, add) => tess.put('/issue/DEMO-1', { update: { comment: [{ add }] } }),
  'a transition': ({ tess }, transition) => tess.post('/issue/DEMO-1/transitions', { transition }),
  'a comment': ({ tess }, body) => tess.post('/issue/DEMO-1/comment', { body }),
  'the key of a project': ({ admin }, key) => admin.post('/project', { ...project, key }),
  'the lead of a project': ({ admin }, lead) => admin.post('/project', { ...project, lead }),
  'a request type': ({ tess }, requestTypeId) => tess.post('/rest/servicedeskapi/request', { ...asked, requestTypeId }),
  'the values of a request': ({ tess }, requestFieldValues) =>
    tess.post('/rest/servicedeskapi/request', { ...asked, requestFieldValues }),
  'a query': ({ tess }, jql) => tess.post('/search', { jql }),
};
const fields = ['project', 'issuetype', 'summary', 'description', 'priority', 'reporter', 'hasOwnProperty'];
for (const id of [...fields, 'customfield_10000', 'customfield_10003']) {
  places[`the field ${id}`] = ({ tess }, junk) => tess.post('/issue', { fields: { ...task, [id]: junk } });
}

for (const [place, send] of Object.entries(places)) {
  test(`junk is refused as ${place}, and changes nothing`, async ({ tracker }) => {
    const before = tracker.tenant.state();

    const statuses = await Promise.all(junkValues.map(async (junk) => (await send(tracker, junk)).status));

    expect(junkValues.filter((_, index) => Math.floor((statuses[index] ?? 0) / 100) !== 4)).toEqual([]);
    expect(tracker.tenant.state()).toEqual(before);
  });
}

test('what nests a hundred thousand times, and what is no JSON at all, is refused', async ({ tracker }) => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  for (const text of [`{"fields":{"project":{"key":"DEMO"},"summary":${deep}}}`, '{"fields":']) {
    expect((await tracker.tess.post('/issue', undefined, { text })).status).toBe(400);
  }
});

for (const [call, status] of Object.entries({
  'get /issue/%00': 404,
  'get /issue/99999999999999999999': 404,
  'get /project/__proto__': 404,
  'get /user?username=a&username=b': 404,
  'get /search?startAt=-1': 400,
  'delete /issue/DEMO-1?deleteSubtasks=perhaps': 400,
})) {
  test(`an odd path or query is the fault of the caller: ${call}`, async ({ tracker }) => {
    const [method, path = ''] = call.split(' ');

    expect((await tracker.admin[method as 'get'](path)).status).toBe(status);
  });
}

test('odd text is kept as it was sent', async ({ tracker }) => {
  const summary = 'Half a pair \ud800, a zero \u0000, right to left \u202e, 🙂';

  expect((await tracker.tess.put('/issue/DEMO-1', { fields: { summary } })).status).toBe(204);
  expect(await fieldsOf(tracker)).toMatchObject({ summary });
});
