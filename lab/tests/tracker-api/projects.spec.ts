import { expect } from '@playwright/test';
import { fieldsOf, namesIn, test } from './tracker-test.js';
import type { Tracker } from './tracker-test.js';

test.describe('projects', () => {
  test('are those that the caller may see, found by key and by id, in lists with more if it is asked for', async ({
    tracker: { tess, guest },
  }) => {
    const { body } = await tess.get('/project/HELP');
    const keys = [{ key: 'DEMO' }, { key: 'HELP' }, { key: 'KEEP' }, { key: 'PLAIN' }];

    const listed = await tess.get('/project');
    const inFull = await tess.get('/project?expand=description,lead,projectKeys');

    expect(listed.body).toMatchObject(keys);
    expect(listed.body).not.toHaveProperty('0.lead');
    expect(inFull.body).toMatchObject(keys.map(({ key }) => ({ description: '', lead: {}, projectKeys: [key] })));
    expect((await guest.get('/project')).body).toEqual([]);
    const issueTypes = [{ id: '10400' }, { id: '10401' }];
    expect(body).toMatchObject({ id: '11100', name: 'Help desk', projectTypeKey: 'service_desk', issueTypes });
    expect(body).toHaveProperty('lead.name', 'admin');
    expect((await tess.get('/project/11100')).body).toEqual(body);
  });

  test('take their issues, components, request types and default templates with them', async ({ tracker }) => {
    await tracker.admin.post('/component', { project: 'DEMO', name: 'Engine' });

    for (const key of ['DEMO', '11100']) expect((await tracker.admin.delete(`/project/${key}`)).status).toBe(204);

    const { projects, issues, comments, components, requestTypes, entries } = tracker.tenant.state();
    expect(projects).toHaveLength(2);
    expect([issues, comments, components, requestTypes, entries].flat()).toEqual([]);
  });
});

test('people who type are suggested projects and users, with what they typed in bold', async ({
  tracker: { admin, guest },
}) => {
  const picked = async (path: string, caller = admin) => (await caller.get(path)).body;

  const html = '<strong>Demo</strong>nstration (<strong>DEMO</strong>)';
  expect(await picked('/projects/picker?query=demo')).toEqual({
    projects: [{ html, id: '11101', key: 'DEMO', name: 'Demonstration' }],
    ...{ total: 1, header: 'Showing 1 of 1 matching projects' },
  });
  expect(await picked('/projects/picker?query=demo', guest)).toMatchObject({ total: 0 });
  expect(await picked('/projects/picker')).toMatchObject({ projects: [] });
  expect(await picked('/user/picker?query=te')).toMatchObject({
    users: [{ name: 'tess', html: expect.stringMatching(/^<strong>Te<\/strong>ss <strong>Te<\/strong>ster - /) }],
    header: 'Showing 1 of 1 matching users',
  });
});

test.describe('components', () => {
  async function create({ admin }: Tracker, body: object = {}) {
    return (await admin.post('/component', { project: 'DEMO', name: 'Engine', ...body })).body as { id: string };
  }

  test('are found by a part of their name in the projects that are named, page by page', async ({
    tracker: { admin },
  }) => {
    for (const name of ['Engine', 'Brakes', 'Engine room']) await admin.post('/component', { project: 'DEMO', name });

    const page = '/component/page?query=ENGINE&projectIds=11101';
    expect((await admin.get(`${page}&maxResults=1`)).body).toMatchObject({
      ...{ total: 2, isLast: false, values: [{ name: 'Engine', project: 'DEMO' }] },
    });
    expect((await admin.get(page.replace('11101', '11100'))).body).toMatchObject({ total: 0 });
  });

  test('give their issues to the lead of the project unless they say otherwise', async ({ tracker }) => {
    const component = await create(tracker, { name: ' Engine ', description: 'Drives' });

    expect(component).toEqual({
      ...{ self: `${tracker.baseUrl}/rest/api/2/component/${component.id}`, id: expect.stringMatching(/^\d+$/) },
      ...{ name: 'Engine', description: 'Drives', project: 'DEMO', projectId: expect.any(Number) },
      ...{ assigneeType: 'PROJECT_DEFAULT', assignee: expect.objectContaining({ name: 'admin' }) },
      ...{ realAssigneeType: 'PROJECT_DEFAULT', realAssignee: expect.objectContaining({ name: 'admin' }) },
      isAssigneeTypeValid: true,
    });
    expect((await tracker.tess.get(`/component/${component.id}`)).body).toEqual(component);
    const assigneeType = 'COMPONENT_LEAD';
    const tess = { assigneeType, leadUserName: 'tess', project: undefined, projectId: 11100 };
    expect(await create(tracker, tess)).toMatchObject({
      ...{ project: 'HELP', lead: { name: 'tess' }, assignee: { name: 'tess' }, realAssignee: { name: 'tess' } },
      ...{ realAssigneeType: assigneeType, isAssigneeTypeValid: true },
    });
    const ledByNobody = await create(tracker, { name: 'A', assigneeType });
    const realAssignee = { realAssigneeType: 'PROJECT_DEFAULT', realAssignee: { name: 'admin' } };
    expect(ledByNobody).toMatchObject({ assigneeType, ...realAssignee, isAssigneeTypeValid: false });
    expect(ledByNobody).not.toHaveProperty('assignee');
    const unassigned = await create(tracker, { name: 'B', assigneeType: 'UNASSIGNED' });
    expect(unassigned).toMatchObject({ realAssigneeType: 'UNASSIGNED', isAssigneeTypeValid: true });
    expect(unassigned).not.toHaveProperty('realAssignee');
  });
});

test.describe('versions', () => {
  test('tell their days as people write them too, and whether they are late', async ({ tracker: { admin } }) => {
    const create = async (body: object) => (await admin.post('/version', { project: 'DEMO', ...body })).body;
    const late = await create({ name: '1.0', startDate: '2010-07-01', userReleaseDate: '6/Jul/10' });
    const planned = await create({ name: '2.0', releaseDate: '2099-01-31' });
    const url = `/version/${(late as { id: string }).id}`;

    const days = { startDate: '2010-07-01', userStartDate: '01/Jul/10', releaseDate: '2010-07-06' };
    expect(late).toMatchObject({ ...days, userReleaseDate: '06/Jul/10', overdue: true });
    expect(planned).toMatchObject({ userReleaseDate: '31/Jan/99', overdue: false });
    expect((await admin.put(url, { released: true })).body).not.toHaveProperty('overdue');
    const cleared = await admin.put(url, { userReleaseDate: '', startDate: '' });
    expect(Object.keys(cleared.body as object).filter((name) => /date/i.test(name))).toEqual([]);
    const unplanned = await admin.put(`/version/${(planned as { id: string }).id}`, { releaseDate: null, name: null });
    expect(unplanned.body).toMatchObject({ name: '2.0' });
    expect(unplanned.body).not.toHaveProperty('releaseDate');
  });

  test('of a project are answered page by page in an order, and merged into each other', async ({ tracker }) => {
    const { admin, baseUrl } = tracker;
    for (const name of ['b', 'c', 'a']) await admin.post('/version', { project: 'DEMO', name });
    const page = (query: string) => admin.get(`/project/DEMO/version?${query}`);
    const named = async (query: string) => namesIn(((await page(query)).body as { values: unknown }).values);

    const self = `${baseUrl}/rest/api/2/project/DEMO/version?orderBy=-name`;
    expect((await page('orderBy=-name&maxResults=2')).body).toMatchObject({
      ...{ self: `${self}&startAt=0&maxResults=2`, nextPage: `${self}&startAt=2&maxResults=2` },
      ...{ startAt: 0, maxResults: 2, total: 3, isLast: false, values: [{ name: 'c' }, { name: 'b' }] },
    });
    expect(await named('')).toEqual(['b', 'c', 'a']);
    expect(await named('orderBy=+name&startAt=1')).toEqual(['b', 'c']);
    const [source, target] = ((await page('')).body as { values: { id: string }[] }).values;
    await admin.put('/issue/DEMO-1', { fields: { fixVersions: [{ name: 'b' }], versions: [{ name: 'b' }] } });
    expect((await admin.put(`/version/${source?.id ?? ''}/mergeto/${target?.id ?? ''}`)).status).toBe(204);
    expect(await named('')).toEqual(['c', 'a']);
    expect(await fieldsOf(tracker)).toMatchObject({ fixVersions: [{ name: 'c' }], versions: [{ name: 'c' }] });
  });
});
