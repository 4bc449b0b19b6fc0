import { expect } from '@playwright/test';
import { addReadOnlyProject, fieldsOf, test } from './tracker-test.js';
import type { Tracker } from './tracker-test.js';

async function expanded({ tess }: Tracker, parts: string, fields = '*all', key = 'DEMO-1') {
  const reply = await tess.get(`/issue/${key}?expand=${parts}&fields=${fields}`);
  return reply.body as Readonly<Record<string, unknown>>;
}

test('an issue shows every system field of a server', async ({ tracker }) => {
  expect(await fieldsOf(tracker)).toMatchObject({
    ...{ components: [], fixVersions: [], issuelinks: [], versions: [], subtasks: expect.any(Array) },
    ...{ resolution: null, resolutiondate: null, timeestimate: null, workratio: -1 },
    aggregateprogress: { progress: 0, total: 0 },
    votes: { votes: 0, hasVoted: false },
    watches: { watchCount: 0, isWatching: false },
    worklog: { total: 0, worklogs: [] },
    reporter: { avatarUrls: { '48x48': expect.stringMatching(/^http/) } },
    issuetype: { iconUrl: expect.stringMatching(/^http/) },
  });
});

test('expand answers names, types, texts as HTML, edit metadata and transitions', async ({ tracker }) => {
  await tracker.tess.put('/issue/DEMO-1', { fields: { description: 'a < b\nnext' } });

  const issue = await expanded(tracker, 'names,schema,renderedFields,editmeta,transitions', 'summary,description');

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
  interface Operations {
    readonly linkGroups: readonly {
      readonly groups: readonly { readonly links: readonly { readonly id: string }[] }[];
    }[];
  }
  addReadOnlyProject(tracker);
  const linksOf = async (key: string) => {
    const { operations } = await expanded(tracker, 'operations', 'summary', key);
    return (operations as Operations).linkGroups.flatMap(({ groups }) => groups.flatMap(({ links }) => links));
  };

  const links = await linksOf('DEMO-1');
  expect(links.map(({ id }) => id)).toEqual(expect.arrayContaining(['edit-issue', 'comment-issue', 'action_id_11']));
  const edit = { label: 'Edit', weight: 10, href: '/secure/EditIssue!default.jspa?id=12001' };
  expect(links).toContainEqual(expect.objectContaining(edit));
  expect(await linksOf('READ-1')).toEqual([]);
  const { versionedRepresentations } = await expanded(tracker, 'versionedRepresentations', 'summary');
  expect(versionedRepresentations).toEqual({ summary: { 1: 'Login page is blank' } });
});

test('a found page says names and types once, and each issue has the rest', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/search?jql=key=DEMO-1&expand=names&expand=changelog&fields=summary');

  expect(body).toMatchObject({ names: { summary: 'Summary' }, issues: [{ changelog: { total: 0 } }] });
  expect(body).not.toHaveProperty('issues.0.names');
  expect(body).not.toHaveProperty('schema');
});

test('the changelog says who changed what, from what to what, in order', async ({ tracker }) => {
  const { admin, tess } = tracker;
  const fields = { assignee: { name: 'admin' }, labels: ['a', 'b'], priority: { name: 'High' } };
  await tess.put('/issue/DEMO-1', { fields });
  await admin.post('/issue/DEMO-1/transitions', { transition: { id: '11' } });
  await admin.put('/issue/DEMO-1', { fields: { labels: ['a', 'b'] } });

  const { changelog } = await expanded(tracker, 'changelog');

  const { histories } = changelog as { histories: { author: object; items: { field: string }[] }[] };
  expect(histories).toMatchObject([{ author: { name: 'tess' } }, { author: { name: 'admin' } }]);
  const byField = new Map(histories.flatMap(({ items }) => items).map((item) => [item.field, item]));
  expect(byField.get('assignee')).toMatchObject({ from: null, to: 'JIRAUSER10000', toString: 'Ada Administrator' });
  expect(byField.get('labels')).toMatchObject({ fieldtype: 'jira', toString: 'a b' });
  expect(byField.get('priority')).toMatchObject({ toString: 'High', to: '2' });
  expect(byField.get('status')).toMatchObject({ fromString: 'Open', from: '1', toString: 'In Progress', to: '3' });
});

test('a resolution is set with a transition, and its date with it', async ({ tracker }) => {
  const finish = { transition: { id: '21' }, fields: { resolution: { name: 'Done' } } };
  const wrong = { fields: { resolution: { name: 'Sung' } } };

  expect((await tracker.tess.post('/issue/DEMO-1/transitions', finish)).status).toBe(204);

  const resolutiondate = expect.stringMatching(/^\d{4}-/) as unknown;
  expect(await fieldsOf(tracker)).toMatchObject({ resolution: { name: 'Done' }, resolutiondate });
  await tracker.tess.put('/issue/DEMO-1', { fields: { resolution: null } });
  expect(await fieldsOf(tracker)).toMatchObject({ resolution: null, resolutiondate: null });
  expect((await tracker.tess.put('/issue/DEMO-1', wrong)).body).toHaveProperty('errors.resolution');
});

test('PUT /issue/{issueIdOrKey}/assignee assigns an issue, and takes it away again', async ({ tracker }) => {
  for (const [name, assignee] of [['admin', { name: 'admin' }] as const, [null, null] as const]) {
    expect((await tracker.tess.put('/issue/DEMO-1/assignee', { name })).status).toBe(204);
    expect(await fieldsOf(tracker)).toMatchObject({ assignee });
  }
});
