import { expect } from '@playwright/test';
import { fieldsOf, namesIn, test } from './tracker-test.js';

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

test.describe('versions', () => {
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
