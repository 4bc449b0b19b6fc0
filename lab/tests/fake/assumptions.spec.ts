import { expect } from '@playwright/test';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { basic, test } from './fake-test.js';
import type { OpenTracker } from './fake-test.js';

const inDemo = (...issueTypeIds: readonly number[]) => ({ defaults: [{ projectKey: 'DEMO', issueTypeIds }] });
const nothingRemoved = { removed: 0, defaults: [] };
const unknownProject = { projectKey: 'NOWHERE', issueTypeIds: [1] };

/** The entries of template 7, as far as they tell two apart. */
function entriesOfSeven({ tenant }: OpenTracker): unknown[] {
  const rows = tenant.state().entries as { templateId: number; issueTypeId?: number }[];
  return rows.filter(({ templateId }) => templateId === 7).map(({ issueTypeId }) => issueTypeId);
}

/** Creates an issue of a type in a project, with nothing but a summary, and gives its fields. */
async function newIssue({ call }: OpenTracker, project: string, type: string): Promise<Record<string, unknown>> {
  const fields = { project: { key: project }, issuetype: { name: type }, summary: 'Written by the caller' };
  const { body } = await call('POST', '/rest/api/2/issue', { json: { fields } });
  const issue = await call('GET', `/rest/api/2/issue/${(body as { key: string }).key}`);
  return (issue.body as { fields: Record<string, unknown> }).fields;
}

test('DT-N01: successes are answered with the statuses it names', async ({ open }) => {
  const { templates } = open({
    assumptions: { 'DT-N01': { list: 203, create: 201, delete: 202, transitions: 299 } },
  });

  const replies = [
    await templates('GET', '/template/1472'),
    await templates('POST', '/template/7', { json: inDemo(10001) }),
    await templates('DELETE', '/template/7'),
    await templates('POST', '/transition/1', { json: {} }),
    await templates('DELETE', '/transition', { json: {} }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([203, 201, 202, 299, 299]);
});

test('DT-N02: an unknown project has an empty list and nothing to remove', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N02': 206 } });

  expect(await templates('GET', '/project/NOWHERE')).toMatchObject({ status: 206, body: [] });
  expect(await templates('GET', '/project/NOWHERE/template/1472')).toMatchObject({ status: 206, body: [] });
  expect(await templates('DELETE', '/project/9')).toMatchObject({ status: 206, body: nothingRemoved });
  expect(await templates('DELETE', '/project/9/template/1472')).toMatchObject({
    status: 206,
    body: nothingRemoved,
  });
});

test('DT-N02: an unknown project is refused with another status', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N02': 400 } });

  expect(await templates('GET', '/project/NOWHERE')).toMatchObject({
    status: 400,
    body: { errorMessages: ["No project could be found with id or key 'NOWHERE'."] },
  });
});

test('DT-N03: an unknown template has an empty list and nothing to remove', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N03': 200 } });

  const json = { defaults: [{ projectKey: 'HELP' }] };
  expect(await templates('GET', '/template/9')).toMatchObject({ status: 200, body: [] });
  expect(await templates('GET', '/template/9', { json })).toMatchObject({ status: 200, body: [] });
  expect(await templates('GET', '/project/HELP/template/9')).toMatchObject({ status: 200, body: [] });
  expect(await templates('POST', '/template/9', { json })).toMatchObject({ status: 200, body: { defaults: [] } });
  const nothing = { status: 200, body: nothingRemoved };
  expect(await templates('DELETE', '/template/9')).toMatchObject(nothing);
  expect(await templates('DELETE', '/template/9', { json })).toMatchObject(nothing);
  expect(await templates('DELETE', '/project/HELP/template/9')).toMatchObject(nothing);
  expect(await templates('DELETE', '/template/9/issuetype/10400')).toMatchObject(nothing);
  expect(await templates('DELETE', '/template/9/requesttype/39')).toMatchObject(nothing);
});

const kinds = {
  unknownProject: [unknownProject],
  typeNotInProject: [{ projectKey: 'DEMO', issueTypeIds: [10400] }],
  requestTypeInRegularProject: [{ projectKey: 'DEMO', requestTypeIds: [39] }],
  noType: [{ projectKey: 'DEMO' }],
  noProject: [{ issueTypeIds: [10001] }],
} as const;

const refused = {
  unknownProject: 400,
  typeNotInProject: 400,
  requestTypeInRegularProject: 400,
  noType: 400,
  noProject: 400,
  rest: 'not created',
} as const;

for (const [kind, items] of Object.entries(kinds)) {
  test(`DT-N04: ${kind} is passed over and the rest is created`, async ({ open }) => {
    const tracker = open({ assumptions: { 'DT-N04': { ...refused, [kind]: 'passed over' } } });

    const reply = await tracker.templates('POST', '/template/7', {
      json: { defaults: [...items, ...inDemo(10001).defaults] },
    });

    expect(reply).toMatchObject({ status: 200, body: inDemo(10001) });
    expect(entriesOfSeven(tracker)).toEqual([10001]);
  });

  test(`DT-N04: ${kind} is refused with another status`, async ({ open }) => {
    const { templates } = open({ assumptions: { 'DT-N04': { ...refused, [kind]: 422 } } });

    expect(await templates('POST', '/template/7', { json: { defaults: items } })).toMatchObject({
      status: 422,
      body: { errorMessages: [expect.stringContaining('defaults[0]: ')] },
    });
  });
}

test('DT-N04: the rest of a refused body is created', async ({ open }) => {
  const tracker = open({ assumptions: { 'DT-N04': { ...refused, rest: 'created' } } });

  const reply = await tracker.templates('POST', '/template/7', {
    json: { defaults: [...inDemo(10001).defaults, unknownProject] },
  });

  expect(reply.status).toBe(400);
  expect(entriesOfSeven(tracker)).toEqual([10001]);
});

test('DT-N05: a second assignment is refused', async ({ open }) => {
  const tracker = open({ assumptions: { 'DT-N05': { status: 400, entries: 1 } } });
  await tracker.templates('POST', '/template/7', { json: inDemo(10001) });

  expect(await tracker.templates('POST', '/template/7', { json: inDemo(10001) })).toMatchObject({
    status: 400,
    body: { errorMessages: [expect.any(String)] },
  });
  expect(entriesOfSeven(tracker)).toEqual([10001]);
});

test('DT-N05: a second assignment makes a second entry', async ({ open }) => {
  const tracker = open({ assumptions: { 'DT-N05': { status: 201, entries: 2 } } });
  await tracker.templates('POST', '/template/7', { json: inDemo(10001) });

  expect((await tracker.templates('POST', '/template/7', { json: inDemo(10001) })).status).toBe(201);
  expect(entriesOfSeven(tracker)).toEqual([10001, 10001]);
});

test('DT-N05: a second assignment of a request type is refused too', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N05': { status: 409, entries: 1 } } });
  const json = { defaults: [{ projectKey: 'HELP', requestTypeIds: [40] }] };

  const replies = [await templates('POST', '/template/7', { json }), await templates('POST', '/template/7', { json })];

  expect(replies.map(({ status }) => status)).toEqual([200, 409]);
});

test('DT-N06: a key that stands in both lists is included', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N06': 'included' } });

  const reply = await templates('POST', '/transition/1', {
    json: { includeProjectKeys: ['HELP'], ignoreProjectKeys: ['HELP'] },
  });

  expect(reply.body).toMatchObject({ updatedDefaultTemplates: 2, updatedProjects: ['HELP'] });
});

test('DT-N07: the permissions it names are asked for, and refused with its status', async ({ open }) => {
  const free = open({ assumptions: { 'DT-N07': { read: null, change: null, bulk: null, refusal: 403 } } });
  const strict = open({
    assumptions: { 'DT-N07': { read: 'ADMINISTER', change: 'CREATE_ISSUES', bulk: 'SYSTEM_ADMIN', refusal: 404 } },
  });
  const [guest, tess] = [{ authorization: basic('guest') }, { authorization: basic('tess') }];
  const body = { json: inDemo(10001) };

  expect((await free.templates('GET', '/project/HELP', guest)).status).toBe(200);
  expect((await free.templates('POST', '/template/7', { ...body, ...guest })).status).toBe(200);
  expect((await free.templates('POST', '/transition/1', { json: {}, ...guest })).status).toBe(200);
  expect((await strict.templates('GET', '/project/HELP', tess)).status).toBe(404);
  expect((await strict.templates('POST', '/template/7', { ...body, ...tess })).status).toBe(200);
  expect((await strict.templates('POST', '/transition/1', { json: {}, ...tess })).status).toBe(404);
});

test('DT-N07: a bulk call needs a permission of projects in each of them', async ({ open }) => {
  const { tenant, templates } = open({
    assumptions: { 'DT-N07': { read: null, change: null, bulk: 'CREATE_ISSUES', refusal: 404 } },
  });
  const permissions = { CREATE_ISSUES: [{ user: 'JIRAUSER10002' }] };
  const project = { id: 12000, key: 'OPEN', name: 'Open', lead: 'JIRAUSER10000', issueTypeIds: [10001] };
  tenant.add({ projects: [{ ...project, workflow: 'Plain workflow', permissions }] });
  const guest = basic('guest');
  const callFor = (...includeProjectKeys: readonly string[]) =>
    templates('POST', '/transition/1', { json: { includeProjectKeys }, authorization: guest });

  expect((await callFor('OPEN')).status).toBe(200);
  expect((await callFor('OPEN', 'DEMO')).status).toBe(404);
});

test('DT-N07: a permission is asked for in a project without entries too', async ({ open }) => {
  const { templates } = open();
  const tess = { authorization: basic('tess') };

  expect((await templates('DELETE', '/project/PLAIN', tess)).status).toBe(403);
  expect((await templates('DELETE', '/project/PLAIN/template/7', tess)).status).toBe(403);
  expect((await templates('GET', '/project/PLAIN', { authorization: basic('guest') })).status).toBe(403);
  expect((await templates('GET', '/project/PLAIN/template/7', { authorization: basic('guest') })).status).toBe(403);
});

for (const bulk of ['ADMINISTER', 'SYSTEM_ADMIN'] as const) {
  test(`DT-N07: ${bulk} is needed for a bulk call, even if no project is in scope`, async ({ open }) => {
    const { templates } = open({ assumptions: { 'DT-N07': { read: null, change: null, bulk, refusal: 404 } } });
    const json = { includeProjectKeys: ['NOWHERE'] };

    expect((await templates('POST', '/transition/1', { json, authorization: basic('tess') })).status).toBe(404);
    expect((await templates('POST', '/transition/1', { json })).status).toBe(200);
  });
}

test('DT-N08: an item without type lists selects nothing', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N08': 'none' } });

  const reply = await templates('GET', '/template/1472', { json: { defaults: [{ projectKey: 'HELP' }] } });

  expect(reply).toMatchObject({ status: 200, body: [] });
});

test('DT-N08: items select by project and type, in the order of the ids of entries, and nothing of an unknown project', async ({
  open,
}) => {
  const { templates } = open();
  await templates('POST', '/template/1472', { json: inDemo(10001) });
  const idsOf = async (...defaults: readonly object[]) => {
    const { body } = await templates('GET', '/template/1472', { json: { defaults } });
    return (body as { id: number }[]).map(({ id }) => id);
  };
  const [demo] = await idsOf({ projectKey: 'DEMO' });

  expect(await idsOf({ projectKey: 'DEMO' }, { projectKey: 'HELP' })).toEqual([130, 131, demo]);
  expect(await idsOf({ projectKey: 'NOWHERE' }, { projectKey: 'HELP', requestTypeIds: [39] })).toEqual([131]);
});

for (const status of [200, 204]) {
  test(`DT-N09: a removal that matches nothing is answered with ${status}`, async ({ open }) => {
    const { templates } = open({ assumptions: { 'DT-N09': status } });

    const { status: answered, body = nothingRemoved } = await templates('DELETE', '/template/7');

    expect({ status: answered, body }).toEqual({ status, body: nothingRemoved });
  });
}

test('DT-N09: a removal that matches nothing is refused with 400', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N09': 400 } });

  expect(await templates('DELETE', '/template/7')).toMatchObject({
    status: 400,
    body: { errorMessages: [expect.any(String)] },
  });
});

test('DT-N09: a removal that matches nothing is refused', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N09': 404 } });

  expect((await templates('DELETE', '/template/7')).status).toBe(404);
  expect((await templates('DELETE', '/template/1472/issuetype/10401')).status).toBe(404);
});

test('DT-N10: the properties of a stored screen are named as it says', async ({ open }) => {
  const names = { transitionId: 'transition', name: null, screenId: 'screen' };
  const { templates } = open({ assumptions: { 'DT-N10': names } });
  await templates('POST', '/transition/1', { json: {} });

  const { body } = await templates('GET', '/template/1472');

  const transitions = [{ transition: 1, screen: 4 }];
  expect((body as { transitions: unknown }[]).map((entry) => entry.transitions)).toStrictEqual([
    transitions,
    transitions,
  ]);
});

const moves: readonly AssumptionOverrides['DT-N11'][] = [
  { method: 'POST', path: '/template/{templateId}/remove' },
  { method: 'PUT', path: '/template/{templateId}' },
  { method: 'DELETE', path: '/template/{templateId}/selected' },
];

for (const move of moves) {
  test(`DT-N11: a removal with a body is sent to ${move?.method} ${move?.path}`, async ({ open }) => {
    const { templates } = open({ assumptions: { 'DT-N11': move } });
    const path = move?.path.replace('{templateId}', '1472') ?? '';

    const reply = await templates(move?.method ?? '', path, {
      json: { defaults: [{ projectId: 11100, issueTypeIds: [10400] }] },
    });

    expect(reply).toMatchObject({ status: 200, body: { removed: 1, defaults: [{ id: 130 }] } });
    expect((await templates('GET', '/template/1472')).body).toMatchObject([{ id: 131 }]);
  });
}

test('DT-N12: another transition id writes the screen of the initial transition', async ({ open }) => {
  const { templates } = open({
    assumptions: { 'DT-N12': { known: 'screen of the initial transition', missing: 'error message' } },
  });
  await templates('POST', '/transition/21', { json: { includeProjectKeys: ['HELP'] } });

  const { body } = await templates('GET', '/project/HELP');

  expect(body).toMatchObject([{ transitions: [{ id: 1, screenId: 4 }] }, { transitions: [{ id: 1, screenId: 4 }] }]);
});

test('DT-N12: a project whose workflow lacks the transition is skipped', async ({ open }) => {
  const { templates } = open({
    assumptions: { 'DT-N12': { known: 'screen of that transition', missing: 'skipped' } },
  });

  const { body } = await templates('POST', '/transition/999', { json: { includeProjectKeys: ['HELP'] } });

  expect(body).toEqual({
    updatedDefaultTemplates: 0,
    updatedProjects: [],
    skippedProjects: ['HELP'],
    errorMessages: [],
  });
});

for (const { id, error } of [
  { id: '999', error: 'HELP: the workflow has no transition 999.' },
  { id: '0x1', error: 'HELP: the workflow has no transition 0x1.' },
  { id: '31', error: 'HELP: the transition Reopen has no screen.' },
]) {
  test(`DT-N12: a project in which transition ${id} has no screen is named with an error`, async ({ open }) => {
    const { tenant, templates } = open();
    const before = tenant.state();

    const { body } = await templates('POST', `/transition/${id}`, { json: { includeProjectKeys: ['HELP'] } });

    expect(body).toEqual({
      updatedDefaultTemplates: 0,
      updatedProjects: [],
      skippedProjects: [],
      errorMessages: [error],
    });
    expect(tenant.state()).toStrictEqual(before);
  });
}

test('DT-N13: an unknown project key is passed over', async ({ open }) => {
  const { templates } = open({ assumptions: { 'DT-N13': 'passed over' } });

  const reply = await templates('POST', '/transition/1', { json: { includeProjectKeys: ['HELP', 'NOWHERE'] } });

  expect(reply).toMatchObject({ status: 200, body: { updatedProjects: ['HELP'], errorMessages: [] } });
});

test('DT-N13: an unknown project key is refused and nothing is stored', async ({ open }) => {
  const { tenant, templates } = open({ assumptions: { 'DT-N13': 'refused' } });
  const before = tenant.state();

  const reply = await templates('POST', '/transition/1', { json: { includeProjectKeys: ['HELP', 'NOWHERE'] } });

  expect(reply).toMatchObject({
    status: 400,
    body: { errorMessages: ["No project could be found with key 'NOWHERE'."] },
  });
  expect(tenant.state()).toStrictEqual(before);
});

test('DT-N14: the oldest of two default templates fills the issue in', async ({ open }) => {
  const tracker = open({ assumptions: { 'DT-N14': 'oldest' } });
  await tracker.templates('POST', '/template/1472', { json: inDemo(10002) });
  await tracker.templates('POST', '/template/7', { json: inDemo(10002) });

  expect(await newIssue(tracker, 'DEMO', 'Bug')).toMatchObject({ summary: 'Service request' });
});

test('DT-N15: a default template applies without the post function', async ({ open }) => {
  const tracker = open({ assumptions: { 'DT-N15': 'applied' } });
  await tracker.templates('POST', '/template/1472', {
    json: { defaults: [{ projectKey: 'PLAIN', issueTypeIds: [10002] }] },
  });

  expect(await newIssue(tracker, 'PLAIN', 'Bug')).toMatchObject({
    summary: 'Written by the caller',
    description: 'What is needed, by whom, and by when.',
  });
});

test('DT-N16: issue types in a service desk are refused, or passed over', async ({ open }) => {
  const [strict, lax] = [open({ assumptions: { 'DT-N16': 422 } }), open({ assumptions: { 'DT-N16': 'passed over' } })];
  const json = { defaults: [{ projectKey: 'HELP', issueTypeIds: [10400], requestTypeIds: [39] }] };

  const refused = await strict.templates('POST', '/template/7', { json });
  const taken = await lax.templates('POST', '/template/7', { json });

  expect([refused.status, entriesOfSeven(strict)]).toEqual([422, []]);
  expect(taken).toMatchObject({ status: 200, body: { defaults: [{ projectKey: 'HELP', requestTypeIds: [39] }] } });
  expect(taken.body).not.toMatchObject({ defaults: [{ issueTypeIds: [10400] }] });
});

test('DT-N16: request types alone are taken if issue types are refused, and both if they are accepted', async ({
  open,
}) => {
  const [strict, lax] = [open({ assumptions: { 'DT-N16': 422 } }), open()];
  const types = { projectKey: 'HELP', issueTypeIds: [10400], requestTypeIds: [39] };

  const alone = await strict.templates('POST', '/template/7', {
    json: { defaults: [{ projectKey: 'HELP', requestTypeIds: [39] }] },
  });
  const both = await lax.templates('POST', '/template/7', { json: { defaults: [types] } });

  expect(alone.status).toBe(200);
  expect(both.body).toEqual({ defaults: [types] });
});

for (const { project, lists } of [
  { project: 'left out', lists: { updatedProjects: [], skippedProjects: [] } },
  { project: 'skipped', lists: { updatedProjects: [], skippedProjects: ['HELP'] } },
  { project: 'updated', lists: { updatedProjects: ['HELP'], skippedProjects: [] } },
] as const) {
  test(`DT-N18: a project of which nothing had to change is ${project}, and its entries are not counted`, async ({
    open,
  }) => {
    const { templates } = open({ assumptions: { 'DT-N18': { entries: 'left out', project } } });
    const json = { includeProjectKeys: ['HELP'] };
    await templates('POST', '/transition/1', { json });

    const again = await templates('POST', '/transition/1', { json });

    expect(again.body).toEqual({ updatedDefaultTemplates: 0, ...lists, errorMessages: [] });
  });
}

for (const { repeatedId, emptyList, twice, empty, left } of [
  { repeatedId: 'echoed once', emptyList: 400, twice: [10001], empty: 400, left: [10001] },
  { repeatedId: 'echoed twice', emptyList: 'as if left out', twice: [10001, 10001], empty: 200, left: [10001, 10002] },
] as const) {
  test(`DT-N19: a repeated id is ${repeatedId} and makes one entry, an empty list answers ${empty}`, async ({
    open,
  }) => {
    const tracker = open({ assumptions: { 'DT-N19': { repeatedId, emptyList } } });
    const json = { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10002], requestTypeIds: [] }] };

    const repeated = await tracker.templates('POST', '/template/7', { json: inDemo(10001, 10001) });
    const reply = await tracker.templates('POST', '/template/7', { json });

    expect(repeated.body).toEqual({ defaults: [{ projectKey: 'DEMO', issueTypeIds: twice }] });
    expect(reply.status).toBe(empty);
    expect(entriesOfSeven(tracker)).toEqual(left);
  });
}

test('DT-N19: a repeated id is refused, and nothing is created', async ({ open }) => {
  const tracker = open({ assumptions: { 'DT-N19': { repeatedId: 422, emptyList: 400 } } });

  expect((await tracker.templates('POST', '/template/7', { json: inDemo(10001, 10001) })).status).toBe(422);
  expect(entriesOfSeven(tracker)).toEqual([]);
  expect((await tracker.templates('POST', '/template/7', { json: inDemo(10001, 10002) })).status).toBe(200);
});
