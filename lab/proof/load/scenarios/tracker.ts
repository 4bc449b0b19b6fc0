import type { VirtualUser } from '../virtual-user.js';

interface Issue {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const api = 'tracker';

/** How long a description is now and then: longer than what a journal keeps of a body, and within what a tracker takes. */
const LONG = 30_000;

/**
 * Makes an issue, edits, comments, moves and searches it, attaches a file, and deletes the issue that the scenario before left.
 */
export async function workOnIssue(virtualUser: VirtualUser): Promise<void> {
  const { tenant, left, rows } = virtualUser;
  const fields = {
    project: { key: tenant.app.key },
    issuetype: { id: '10003' },
    summary: virtualUser.text('issue'),
    description: `${tenant.mark} `.repeat(virtualUser.random.int(1, 20) === 1 ? LONG / 6 : 100),
  };
  const { key } = (await virtualUser.ask(api, 'POST', '/issue', { body: { fields }, status: 201 })) as { key: string };
  rows.issues += 1;
  const issue = `/issue/${key}`;
  const summary = virtualUser.text('edited issue');
  await virtualUser.ask(api, 'PUT', issue, { body: { fields: { summary } }, status: 204 });
  const comment = virtualUser.text('remark');
  await virtualUser.ask(api, 'POST', `${issue}/comment`, { body: { body: comment }, status: 201 });
  rows.comments += 1;
  const { comments } = (await virtualUser.ask(api, 'GET', `${issue}/comment`)) as {
    comments: readonly { body: string }[];
  };
  virtualUser.expect(
    'the comments of an issue',
    comments.map(({ body }) => body),
    [comment],
  );
  const file = { name: `${tenant.mark}.txt`, text: virtualUser.text('file').repeat(20) };
  await virtualUser.ask(api, 'POST', `${issue}/attachments`, { file });
  rows.attachments += 1;
  await virtualUser.ask(api, 'POST', `${issue}/transitions`, { body: { transition: { id: '11' } }, status: 204 });
  const jql = encodeURIComponent(`key = ${key} AND status = "In Progress"`);
  const found = (await virtualUser.ask(api, 'GET', `/search?jql=${jql}`)) as { issues: readonly Issue[] };
  virtualUser.expect(
    'the issues found',
    found.issues.map((one) => [one.key, one.fields['summary']]),
    [[key, summary]],
  );

  if (left.issue !== undefined) {
    const before = (await virtualUser.ask(api, 'GET', `/issue/${left.issue.key}`)) as Issue;
    virtualUser.expect('what is left of an issue', before.fields['summary'], left.issue.summary);
    await virtualUser.ask(api, 'DELETE', `/issue/${left.issue.key}`, { status: 204 });
    rows.issues -= 1;
    rows.comments -= 1;
    rows.attachments -= 1;
  }
  left.issue = { key, summary };
}
