import type { Hand } from '../hand.js';

interface Issue {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const api = 'tracker';

/** How long a description is now and then: longer than what a journal keeps of a body, and within what a tracker takes. */
const LONG = 30_000;

/**
 * Makes an issue, edits, comments, moves and searches it, attaches a file, and deletes the issue that the story before left.
 */
export async function workOnIssue(hand: Hand): Promise<void> {
  const { space, left, rows } = hand;
  const fields = {
    project: { key: space.app.key },
    issuetype: { id: '10003' },
    summary: hand.text('issue'),
    description: `${space.mark} `.repeat(hand.random.int(1, 20) === 1 ? LONG / 6 : 100),
  };
  const { key } = (await hand.ask(api, 'POST', '/issue', { body: { fields }, status: 201 })) as { key: string };
  rows.issues += 1;
  const issue = `/issue/${key}`;
  const summary = hand.text('edited issue');
  await hand.ask(api, 'PUT', issue, { body: { fields: { summary } }, status: 204 });
  const comment = hand.text('remark');
  await hand.ask(api, 'POST', `${issue}/comment`, { body: { body: comment }, status: 201 });
  rows.comments += 1;
  const { comments } = (await hand.ask(api, 'GET', `${issue}/comment`)) as { comments: readonly { body: string }[] };
  hand.expect(
    'the comments of an issue',
    comments.map(({ body }) => body),
    [comment],
  );
  const file = { name: `${space.mark}.txt`, text: hand.text('file').repeat(20) };
  await hand.ask(api, 'POST', `${issue}/attachments`, { file });
  rows.attachments += 1;
  await hand.ask(api, 'POST', `${issue}/transitions`, { body: { transition: { id: '11' } }, status: 204 });
  const jql = encodeURIComponent(`key = ${key} AND status = "In Progress"`);
  const found = (await hand.ask(api, 'GET', `/search?jql=${jql}`)) as { issues: readonly Issue[] };
  hand.expect(
    'the issues found',
    found.issues.map((one) => [one.key, one.fields['summary']]),
    [[key, summary]],
  );

  if (left.issue !== undefined) {
    const before = (await hand.ask(api, 'GET', `/issue/${left.issue.key}`)) as Issue;
    hand.expect('what is left of an issue', before.fields['summary'], left.issue.summary);
    await hand.ask(api, 'DELETE', `/issue/${left.issue.key}`, { status: 204 });
    rows.issues -= 1;
    rows.comments -= 1;
    rows.attachments -= 1;
  }
  left.issue = { key, summary };
}
