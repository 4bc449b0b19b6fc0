import { expect } from '@playwright/test';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

async function expanded({ tess }: Tracker, parts: string, fields = '*all') {
  const reply = await tess.get(`/issue/DEMO-1?expand=${parts}&fields=${fields}`);
  return reply.body as Readonly<Record<string, unknown>>;
}

test('an issue shows every system field of a server', async ({ tracker }) => {
  const { fields } = await expanded(tracker, '');

  expect(fields).toMatchObject({
    aggregateprogress: { progress: 0, total: 0 },
    components: [],
    fixVersions: [],
    issuelinks: [],
    resolution: null,
    resolutiondate: null,
    subtasks: expect.any(Array),
    timeestimate: null,
    versions: [],
    votes: { votes: 0, hasVoted: false },
    watches: { watchCount: 0, isWatching: false },
    workratio: -1,
    worklog: { total: 0, worklogs: [] },
    reporter: { avatarUrls: { '48x48': expect.stringMatching(/^http/) } },
    issuetype: { iconUrl: expect.stringMatching(/^http/) },
  });
});

test('expand answers names, types, texts as HTML, edit metadata, operations and transitions', async ({ tracker }) => {
  await tracker.tess.put('/issue/DEMO-1', { fields: { description: 'a < b\nnext' } });

  const issue = await expanded(
    tracker,
    'names,schema,renderedFields,editmeta,operations,transitions',
    'summary,description',
  );

  expect(issue).toMatchObject({
    names: { summary: 'Summary', description: 'Description' },
    schema: { summary: { type: 'string', system: 'summary' } },
    renderedFields: { description: '<p>a &lt; b<br/>\nnext</p>' },
    editmeta: { fields: { summary: { required: true, operations: ['set'] }, labels: {} } },
    transitions: [{ name: 'Start' }, { name: 'Finish' }],
  });
  expect(issue).not.toHaveProperty('changelog');
  expect((await tracker.tess.get('/issue/DEMO-1/editmeta')).body).toEqual(issue['editmeta']);
});

test('operations are what the caller may do, and versionedRepresentations the first form of each field', async ({
  tracker,
}) => {
  tracker.addReadOnlyProject();
  const linksOf = async (key: string) => {
    const { body } = await tracker.tess.get(`/issue/${key}?expand=operations,versionedRepresentations&fields=summary`);
    const { operations, versionedRepresentations } = body as {
      operations: { linkGroups: { id: string; groups: { links: { id: string; href: string }[] }[] }[] };
      versionedRepresentations: unknown;
    };
    const links = operations.linkGroups.flatMap(({ groups }) => groups.flatMap((group) => group.links));
    return { links, versionedRepresentations };
  };

  const { links, versionedRepresentations } = await linksOf('DEMO-1');
  expect(links.map(({ id }) => id)).toEqual(expect.arrayContaining(['edit-issue', 'comment-issue', 'action_id_11']));
  expect(links).toContainEqual(
    expect.objectContaining({ label: 'Edit', weight: 10, href: '/secure/EditIssue!default.jspa?id=12001' }),
  );
  expect(versionedRepresentations).toEqual({ summary: { 1: 'Login page is blank' } });
  expect((await linksOf('READ-1')).links).toEqual([]);
});

test('a found page says names and types once, and each issue has the rest', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/search?jql=key=DEMO-1&expand=names&expand=changelog&fields=summary');

  expect(body).toMatchObject({ names: { summary: 'Summary' }, issues: [{ changelog: { total: 0 } }] });
  expect(body).not.toHaveProperty('issues.0.names');
  expect(body).not.toHaveProperty('schema');
});

test('the changelog says who changed what, from what to what, in order', async ({ tracker }) => {
  await tracker.tess.put('/issue/DEMO-1', {
    fields: { assignee: { name: 'admin' }, labels: ['a', 'b'], priority: { name: 'High' } },
  });
  await tracker.admin.post('/issue/DEMO-1/transitions', { transition: { id: '11' } });
  await tracker.admin.put('/issue/DEMO-1', { fields: { labels: ['a', 'b'] } });

  const { changelog } = await expanded(tracker, 'changelog');

  const { histories } = changelog as { histories: { author: { name: string }; items: { field: string }[] }[] };
  expect(histories.map(({ author }) => author.name)).toEqual(['tess', 'admin']);
  const byField = new Map(histories.flatMap(({ items }) => items).map((item) => [item.field, item]));
  expect(byField.get('assignee')).toMatchObject({ from: null, to: 'JIRAUSER10000', toString: 'Ada Administrator' });
  expect(byField.get('labels')).toMatchObject({ fieldtype: 'jira', toString: 'a b' });
  expect(byField.get('priority')).toMatchObject({ toString: 'High', to: '2' });
  expect(byField.get('status')).toMatchObject({ fromString: 'Open', from: '1', toString: 'In Progress', to: '3' });
});

test('a resolution is set with a transition, and its date with it', async ({ tracker }) => {
  const finish = { transition: { id: '21' }, fields: { resolution: { name: 'Done' } } };

  expect((await tracker.tess.post('/issue/DEMO-1/transitions', finish)).status).toBe(204);

  const { fields } = await expanded(tracker, '', 'resolution,resolutiondate');
  expect(fields).toMatchObject({ resolution: { name: 'Done' }, resolutiondate: expect.stringMatching(/^\d{4}-/) });
  await tracker.tess.put('/issue/DEMO-1', { fields: { resolution: null } });
  expect((await expanded(tracker, '', 'resolutiondate'))['fields']).toEqual({ resolutiondate: null });
  const wrong = { fields: { resolution: { name: 'Sung' } } };
  expect((await tracker.tess.put('/issue/DEMO-1', wrong)).body).toHaveProperty('errors.resolution');
});

test('PUT /issue/{issueIdOrKey}/assignee assigns an issue, and takes it away again', async ({ tracker }) => {
  const assigneeIs = async () => (await expanded(tracker, '', 'assignee'))['fields'];

  expect((await tracker.tess.put('/issue/DEMO-1/assignee', { name: 'admin' })).status).toBe(204);
  expect(await assigneeIs()).toMatchObject({ assignee: { name: 'admin' } });
  expect((await tracker.tess.put('/issue/DEMO-1/assignee', { name: null })).status).toBe(204);
  expect(await assigneeIs()).toEqual({ assignee: null });
  expect((await tracker.tess.put('/issue/DEMO-1/assignee', { name: 'nobody' })).status).toBe(400);
});
