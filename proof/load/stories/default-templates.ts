import type { Hand } from '../hand.js';

interface Entry {
  readonly id: number;
  readonly templateId: number;
  readonly projectId: number;
  readonly issueTypeId?: string;
  readonly requestTypeId?: number;
}

const api = 'default templates';

/**
 * Takes back the entries that the story before left, assigns the hand's template anew, reads the entries in each way, makes
 * an issue from the template, and removes and assigns one entry more.
 */
export async function assignTemplate(hand: Hand): Promise<void> {
  const { space, own, left, rows } = hand;
  const { app, help } = space;
  const path = `/template/${own.templateId}`;
  const assigned = hand.left.entries ? entriesOf(hand) : [];
  const before = (await hand.ask(api, 'DELETE', path)) as { removed: number; defaults: readonly Entry[] };
  hand.expect('what is left of the entries', before.defaults.map(placeOf).sort(), assigned);
  hand.expect('the number of entries removed', before.removed, assigned.length);
  rows.entries -= before.removed;
  left.entries = false;

  const defaults = [
    { projectKey: app.key, issueTypeIds: [10001, 10002] },
    { projectKey: help.key, requestTypeIds: [help.requestTypeId] },
  ];
  const created = await hand.ask(api, 'POST', path, { body: { defaults } });
  hand.expect('the echo of a creation', created, { defaults });
  rows.entries += 3;
  left.entries = true;

  const all = (await hand.ask(api, 'GET', path)) as readonly Entry[];
  hand.expect('the entries of a template', all.map(placeOf).sort(), entriesOf(hand));
  const filtered = await hand.ask(api, 'GET', path, {
    body: { defaults: [{ projectId: app.id, issueTypeIds: [10002] }] },
  });
  hand.expect(
    'what a filter selects',
    filtered,
    all.filter(({ issueTypeId }) => issueTypeId === '10002'),
  );
  const ofProject = (await hand.ask(api, 'GET', `/project/${app.key}`)) as readonly Entry[];
  const ofBoth = (await hand.ask(api, 'GET', `/project/${app.id}${path}`)) as readonly Entry[];
  const inApp = all.filter(({ projectId }) => projectId === app.id);
  hand.expect('the entries of a project and a template', ofBoth, inApp);
  hand.expect(
    'those of a template among the entries of a project',
    ofProject.filter(({ templateId }) => templateId === own.templateId),
    inApp,
  );

  await makeIssue(hand);

  const one = (await hand.ask(api, 'DELETE', `${path}/issuetype/10002`)) as { removed: number };
  hand.expect('the number of entries of one type removed', one.removed, 1);
  rows.entries -= 1;
  await hand.ask(api, 'POST', path, { body: { defaults: [{ projectId: app.id, issueTypeIds: [10002] }] } });
  rows.entries += 1;
}

/** What tells the entries that a story leaves from others. */
export function entriesOf({ space: { app, help }, own }: Hand): readonly string[] {
  return [
    `${own.templateId} in ${app.id} for 10001`,
    `${own.templateId} in ${app.id} for 10002`,
    `${own.templateId} in ${help.id} for request type ${help.requestTypeId}`,
  ].sort();
}

/** The same of an entry as it is answered, or as it is stored. */
export function placeOf({ templateId, projectId, issueTypeId, requestTypeId }: PlacedEntry): string {
  return `${templateId} in ${projectId} for ${issueTypeId ?? `request type ${requestTypeId ?? 'nothing'}`}`;
}

/** What {@link placeOf} needs of an entry. */
export interface PlacedEntry {
  readonly templateId: number;
  readonly projectId: number;
  readonly issueTypeId?: string | number;
  readonly requestTypeId?: number;
}

async function makeIssue(hand: Hand): Promise<void> {
  const { space, own, rows } = hand;
  const fields = {
    project: { key: space.app.key },
    issuetype: { id: '10001' },
    summary: hand.text('to be overwritten'),
    customfield_10000: String(own.templateId),
  };
  const { key } = (await hand.ask('tracker', 'POST', '/issue', { body: { fields }, status: 201 })) as { key: string };
  rows.issues += 1;
  const issue = (await hand.ask('tracker', 'GET', `/issue/${key}`)) as { fields: Record<string, unknown> };
  hand.expect(
    'what a template fills in',
    [issue.fields['summary'], issue.fields['customfield_10001']],
    [own.templateSummary, `${own.templateSummary}, notes`],
  );
  await hand.ask('tracker', 'DELETE', `/issue/${key}`, { status: 204 });
  rows.issues -= 1;
}
