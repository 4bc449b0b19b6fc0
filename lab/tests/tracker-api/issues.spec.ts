import { expect } from '@playwright/test';
import { FormData } from 'undici';
import { formatDuration, readDuration } from '../../../fake/tracker/fields/time-tracking.js';
import { addReadOnlyProject, fieldsOf, namesIn, search, test } from './tracker-test.js';
import type { Caller, Tracker } from './tracker-test.js';

const task = { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Something to do' };

async function transitionsOf({ get }: Caller, key: string): Promise<string[]> {
  return namesIn(((await get(`/issue/${key}/transitions`)).body as { transitions: unknown }).transitions);
}

test.describe('POST /issue', () => {
  test('keeps every kind of field', async ({ tracker }) => {
    const kept = {
      ...{ summary: 'All at once', description: 'Line one\nLine two', environment: 'Test', duedate: '2027-02-28' },
      ...{ customfield_10001: 'Notes\nof two lines', customfield_10002: 2.5, customfield_10004: ['ui'] },
      customfield_10005: 'C-1',
    };
    await tracker.tess.post('/issue', {
      fields: {
        ...{ ...kept, project: { id: '11103' }, issuetype: { id: 10002 }, labels: ['b', 'a', 'b'] },
        ...{ priority: { name: 'High' }, reporter: { name: 'admin' }, assignee: { key: 'JIRAUSER10001' } },
        ...{ customfield_10000: 7, customfield_10003: { value: 'Critical' } },
      },
    });

    expect(await fieldsOf(tracker, 'PLAIN-1')).toMatchObject({
      ...kept,
      project: { id: '11103', key: 'PLAIN' },
      issuetype: { id: '10002', name: 'Bug' },
      status: { name: 'Open', statusCategory: { key: 'new' } },
      labels: ['a', 'b'],
      priority: { id: '2', name: 'High' },
      reporter: { name: 'admin' },
      creator: { name: 'tess' },
      assignee: { name: 'tess' },
      resolution: null,
      customfield_10000: '7',
      customfield_10003: { id: '10003003', value: 'Critical' },
    });
  });

  test('takes only fields of the create screen, which its metadata lists', async ({ tracker }) => {
    const project = { id: 900, key: 'SHORT', name: 'Short', lead: 'JIRAUSER10000', issueTypeIds: [10001] };
    tracker.tenant.add({
      screens: [{ id: 90, name: 'Short', fields: ['labels'] }],
      workflows: [{ name: 'Short workflow', initial: { to: 1, screenId: 90 } }],
      projects: [{ ...project, workflow: 'Short workflow' }],
    });
    const fields = { ...task, project: { key: 'SHORT' }, labels: ['a'] };
    const message = "Field 'description' cannot be set. It is not on the appropriate screen, or unknown.";

    const refused = await tracker.admin.post('/issue', { fields: { ...fields, description: 'Too much' } });
    const { body } = await tracker.admin.get('/issue/createmeta/SHORT/issuetypes/10001');

    expect(refused).toMatchObject({ status: 400, body: { errors: { description: message } } });
    expect((await tracker.admin.post('/issue', { fields })).status).toBe(201);
    const listed = (body as { values: { fieldId: string }[] }).values.map(({ fieldId }) => fieldId);
    expect(listed).toEqual(['issuetype', 'project', 'summary', 'labels']);
  });

  test('in bulk creates what can be created, and names what can not and stores nothing of it', async ({ tracker }) => {
    const before = tracker.tenant.rows('issues').total;
    const worklog = [{ add: { timeSpent: '1h', adjustEstimate: 'nonsense' } }];
    const refused = [{ fields: { ...task, summary: '' } }, { fields: task, update: { worklog } }];
    const errors = { summary: 'You must specify a summary of the issue.' };

    const reply = await tracker.tess.post('/issue/bulk', {
      issueUpdates: [{ fields: task }, ...refused, { fields: task }],
    });

    expect(reply).toMatchObject({
      status: 201,
      body: {
        issues: [{ key: 'PLAIN-1' }, { key: 'PLAIN-2' }],
        errors: [
          { status: 400, failedElementNumber: 1, elementErrors: { errorMessages: [], errors } },
          { failedElementNumber: 2 },
        ],
      },
    });
    expect(tracker.tenant.rows('issues').total).toBe(before + 2);
  });
});

test('DELETE /issue/{issueIdOrKey} takes all of an issue with it, its sub-tasks only if it is told to', async ({
  tracker: { admin, tess, tenant },
}) => {
  await admin.post('/issue/DEMO-1/watchers', 'tess');
  await admin.post('/issue/DEMO-1/votes', {});
  await admin.post('/issue/DEMO-2/worklog', { timeSpent: '1h' });
  await admin.post('/issue/DEMO-2/remotelink', { object: { url: 'https://example.com', title: 'A page' } });

  expect((await tess.delete('/issue/DEMO-1?deleteSubtasks=true')).status).toBe(204);

  const { issues, comments, attachments, watchers, votes, worklogs, remoteLinks } = tenant.state();
  expect((issues as { key: string }[]).map(({ key }) => key)).toEqual(['QA-1', 'QA-2', 'QA-3']);
  expect([comments, attachments, watchers, votes, worklogs, remoteLinks].flat()).toEqual([]);
});

test('transitions are those that are possible from the status, for who may move issues', async ({ tracker }) => {
  addReadOnlyProject(tracker);
  const first = await transitionsOf(tracker.tess, 'DEMO-1');
  await tracker.tess.post('/issue/DEMO-1/transitions', { transition: { id: '21' } });

  expect([first, await transitionsOf(tracker.tess, 'DEMO-1')]).toEqual([['Start', 'Finish'], ['Reopen']]);
  expect(await transitionsOf(tracker.tess, 'READ-1')).toEqual([]);
  // The transition Reopen has no screen.
  const reopen = { transition: { id: '31' }, fields: { labels: [] } };
  expect(await tracker.tess.post('/issue/DEMO-1/transitions', reopen)).toMatchObject({
    status: 400,
    body: { errors: { labels: expect.any(String) } },
  });
});

async function expanded({ tess }: Tracker, parts: string) {
  const reply = await tess.get(`/issue/DEMO-1?expand=${parts}`);
  return reply.body as Readonly<Record<string, unknown>>;
}

test('wiki markup is HTML in rendered fields and comments, and everything else is escaped', async ({
  tracker: { tess },
  tracker,
}) => {
  const form = new FormData();
  form.append('file', new File(['x'], 'shot.png', { type: 'image/png' }));
  await tess.post('/issue/DEMO-1/attachments', undefined, { form });
  await tess.post('/issue/DEMO-1/worklog', { timeSpent: '1d 4h', comment: '_done_' });
  const rendered = async (body: string) => {
    const reply = await tess.post('/issue/DEMO-1/comment?expand=renderedBody', { body });
    return (reply.body as { renderedBody: string }).renderedBody;
  };
  const panel = (kind: string, content: string) =>
    `<div class="${kind} panel" style="border-width: 1px;"><div class="${kind}Content panelContent">\n${content}\n</div></div>`;
  const external = (href: string, words: string) =>
    `<a href="${href}" class="external-link" target="_blank" rel="nofollow noopener">${words}</a>`;
  const url = `${tracker.baseUrl}/secure`;
  const picture = (src: string) => `<img src="${src}" style="border: 0px solid black" />`;

  for (const [markup, html] of Object.entries({
    '*b _e_* -d- +i+ ^p^ ~s~ {{t}} ??c?? x*y*z':
      '<p><b>b <em>e</em></b> <del>d</del> <ins>i</ins> <sup>p</sup> <sub>s</sub> <tt>t</tt> <cite>c</cite> x*y*z</p>',
    '* a\n** b\n# c': '<ul>\n\t<li>a\n\t<ul>\n\t\t<li>b</li>\n\t</ul>\n\t</li>\n</ul>\n<ol>\n\t<li>c</li>\n</ol>\n',
    '||h||\n|[a|https://b.c]|': `<div class='table-wrap'>\n<table class='confluenceTable'><tbody>\n<tr>\n<th class='confluenceTh'>h</th>\n</tr>\n<tr>\n<td class='confluenceTd'>${external('https://b.c', 'a')}</td>\n</tr>\n</tbody></table>\n</div>\n`,
    '{code:js}\na < *b*\n{code}': panel('code', '<pre class="code-js">a &lt; *b*\n</pre>'),
    '!shot.png! !none.png!': `<p><span class="image-wrap" style="">${picture(`${url}/attachment/10001/10001_shot.png`)}</span> <span class="error">Unable to render embedded object: File (none.png) not found.</span></p>`,
    '[DEMO-2] NONE-1': `<p><a href="${tracker.baseUrl}/browse/DEMO-2" title="Find the change that broke it" class="issue-link" data-issue-key="DEMO-2">DEMO-2</a> NONE-1</p>`,
    '[~tess] [~nobody]': `<p><a href="${url}/ViewProfile.jspa?name=tess" class="user-hover" rel="tess">Tess Tester</a> <span class="error">&#91;~nobody&#93;</span></p>`,
    '<script>alert(1)</script> [x|javascript:alert(1)] !https://a"onerror=b!': `<p>&lt;script&gt;alert(1)&lt;/script&gt; <span class="error">&#91;x|javascript:alert(1)&#93;</span> <span class="image-wrap" style="">${picture('https://a&quot;onerror=b')}</span></p>`,
  })) {
    expect.soft(await rendered(markup), markup).toBe(html);
  }
  expect(await expanded(tracker, 'renderedFields')).toMatchObject({
    renderedFields: {
      ...{ summary: null, environment: '', created: '01/Jan/26 9:00 AM', updated: 'Just now', duedate: null },
      comment: { comments: expect.arrayContaining([expect.objectContaining({ created: 'Just now' })]) },
      worklog: { worklogs: [{ comment: '<p><em>done</em></p>', timeSpent: '1 day, 4 hours', started: 'Just now' }] },
      attachment: [{ filename: 'shot.png', size: '0.0 kB', created: 'Just now' }],
      timetracking: { timeSpent: '1 day, 4 hours' },
    },
  });
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

const idOf = ({ body }: { readonly body: unknown }) => String((body as { readonly id: unknown }).id);

test('a comment for a role or a group is hidden from everybody else, wherever comments are read', async ({
  tracker: { admin, tess },
  tracker,
}) => {
  const COMMENTS = '/issue/DEMO-1/comment';
  const forAdministrators = { type: 'role', value: 'administrators' };
  const hidden = await admin.post(COMMENTS, { body: 'Confidential', visibility: forAdministrators });
  await tess.post(COMMENTS, { body: 'Among us', visibility: { type: 'group', value: 'tracker-users' } });
  const worked = { timeSpent: '1h', comment: 'Secretly', visibility: forAdministrators };
  const work = await admin.post('/issue/DEMO-1/worklog', worked);
  const seenBy = async (user: typeof tess) => ({
    comments: (await user.get(COMMENTS)).body,
    one: (await user.get(`${COMMENTS}/${idOf(hidden)}`)).status,
    work: (await user.get(`/issue/DEMO-1/worklog/${idOf(work)}`)).status,
    issue: (await user.get('/issue/DEMO-1?expand=renderedFields')).body,
    byText: (await search(user, 'comment ~ Confidential')).body.issues.length,
  });

  expect(hidden).toMatchObject({ status: 201, body: { visibility: { type: 'role', value: 'Administrators' } } });
  const seen = await seenBy(tess);
  expect(seen).toMatchObject({ comments: { total: 2 }, one: 404, work: 404, byText: 0 });
  expect(seen).toMatchObject({ issue: { fields: { comment: { total: 2 }, worklog: { total: 0 } } } });
  expect(JSON.stringify(seen)).not.toMatch(/Confidential|Secretly/);
  expect(await seenBy(admin)).toMatchObject({ comments: { total: 3 }, one: 200, work: 200, byText: 1 });
  expect((await tess.delete(`${COMMENTS}/${idOf(hidden)}`)).status).toBe(404);
  // A change without a visibility keeps it, and null takes it away.
  await admin.put(`${COMMENTS}/${idOf(hidden)}`, { body: 'Still confidential' });
  expect((await seenBy(tess)).one).toBe(404);
  await admin.put(`${COMMENTS}/${idOf(hidden)}`, { body: 'Told', visibility: null });
  expect((await seenBy(tess)).one).toBe(200);
  expect(await fieldsOf(tracker)).toMatchObject({ comment: { total: 3 } });
});

test('a worklog takes from the remaining estimate what it is told to', async ({ open }) => {
  for (const [query, remaining] of Object.entries({
    '': 25_200,
    '?adjustEstimate=leave': 28_800,
    '?adjustEstimate=new&newEstimate=2h': 7_200,
    '?adjustEstimate=manual&reduceBy=2h': 21_600,
  })) {
    const tracker = open();
    await tracker.tess.put('/issue/DEMO-1', { fields: { timetracking: { remainingEstimate: '1d' } } });

    await tracker.tess.post(`/issue/DEMO-1/worklog${query}`, { timeSpent: '1h' });

    expect.soft(await fieldsOf(tracker), query).toMatchObject({ timeestimate: remaining });
  }
});

test('a duration is read and written in weeks of five days of eight hours', () => {
  expect(['1w 2d', '1.5h', '90m', '30', ' 1D  4H '].map(readDuration)).toEqual([201_600, 5_400, 5_400, 1_800, 43_200]);
  expect(['', 'h', '1x', '-1h', {}].map(readDuration)).toEqual(Array.from({ length: 5 }));
  expect([0, 59, 60, 30_600, 201_600].map(formatDuration)).toEqual(['0m', '0m', '1m', '1d 30m', '1w 2d']);
});
