import type { VirtualUser } from '../virtual-user.js';

interface Entry {
  readonly id: number;
  readonly templateId: number;
  readonly projectId: number;
  readonly issueTypeId?: string;
  readonly requestTypeId?: number;
}

const api = 'default templates';

/**
 * Removes the entries that the previous scenario left, assigns the virtual user's template anew, reads the entries in
 * each way, makes an issue from the template, and removes and assigns one more entry.
 */
export async function assignTemplate(virtualUser: VirtualUser): Promise<void> {
  const { tenant, own, left, rows } = virtualUser;
  const { app, help } = tenant;
  const path = `/template/${own.templateId}`;
  const assigned = virtualUser.left.entries ? entriesOf(virtualUser) : [];
  const before = (await virtualUser.ask(api, 'DELETE', path)) as { removed: number; defaults: readonly Entry[] };
  virtualUser.expect('what is left of the entries', before.defaults.map(placeOf).sort(), assigned);
  virtualUser.expect('the number of entries removed', before.removed, assigned.length);
  rows.entries -= before.removed;
  left.entries = false;

  const defaults = [
    { projectKey: app.key, issueTypeIds: [10001, 10002] },
    { projectKey: help.key, requestTypeIds: [help.requestTypeId] },
  ];
  const created = await virtualUser.ask(api, 'POST', path, { body: { defaults } });
  virtualUser.expect('the echo of a creation', created, { defaults });
  rows.entries += 3;
  left.entries = true;

  const all = (await virtualUser.ask(api, 'GET', path)) as readonly Entry[];
  virtualUser.expect('the entries of a template', all.map(placeOf).sort(), entriesOf(virtualUser));
  const filtered = await virtualUser.ask(api, 'GET', path, {
    body: { defaults: [{ projectId: app.id, issueTypeIds: [10002] }] },
  });
  virtualUser.expect(
    'what a filter selects',
    filtered,
    all.filter(({ issueTypeId }) => issueTypeId === '10002'),
  );
  const ofProject = (await virtualUser.ask(api, 'GET', `/project/${app.key}`)) as readonly Entry[];
  const ofBoth = (await virtualUser.ask(api, 'GET', `/project/${app.id}${path}`)) as readonly Entry[];
  const inApp = all.filter(({ projectId }) => projectId === app.id);
  virtualUser.expect('the entries of a project and a template', ofBoth, inApp);
  virtualUser.expect(
    'those of a template among the entries of a project',
    ofProject.filter(({ templateId }) => templateId === own.templateId),
    inApp,
  );

  await makeIssue(virtualUser);

  const one = (await virtualUser.ask(api, 'DELETE', `${path}/issuetype/10002`)) as { removed: number };
  virtualUser.expect('the number of entries of one type removed', one.removed, 1);
  rows.entries -= 1;
  await virtualUser.ask(api, 'POST', path, { body: { defaults: [{ projectId: app.id, issueTypeIds: [10002] }] } });
  rows.entries += 1;
}

/** The places of the entries that a scenario leaves. */
export function entriesOf({ tenant: { app, help }, own }: VirtualUser): readonly string[] {
  return [
    `${own.templateId} in ${app.id} for 10001`,
    `${own.templateId} in ${app.id} for 10002`,
    `${own.templateId} in ${help.id} for request type ${help.requestTypeId}`,
  ].sort();
}

/** The place of an entry as it is answered, or as it is stored. */
export function placeOf({ templateId, projectId, issueTypeId, requestTypeId }: PlacedEntry): string {
  return `${templateId} in ${projectId} for ${issueTypeId ?? `request type ${requestTypeId ?? 'nothing'}`}`;
}

/** The properties of an entry that {@link placeOf} needs. */
export interface PlacedEntry {
  readonly templateId: number;
  readonly projectId: number;
  readonly issueTypeId?: string | number;
  readonly requestTypeId?: number;
}

async function makeIssue(virtualUser: VirtualUser): Promise<void> {
  const { tenant, own, rows } = virtualUser;
  const fields = {
    project: { key: tenant.app.key },
    issuetype: { id: '10001' },
    summary: virtualUser.text('to be overwritten'),
    customfield_10000: String(own.templateId),
  };
  const { key } = (await virtualUser.ask('tracker', 'POST', '/issue', { body: { fields }, status: 201 })) as {
    key: string;
  };
  rows.issues += 1;
  const issue = (await virtualUser.ask('tracker', 'GET', `/issue/${key}`)) as { fields: Record<string, unknown> };
  virtualUser.expect(
    'what a template fills in',
    [issue.fields['summary'], issue.fields['customfield_10001']],
    [own.templateSummary, `${own.templateSummary}, notes`],
  );
  await virtualUser.ask('tracker', 'DELETE', `/issue/${key}`, { status: 204 });
  rows.issues -= 1;
}
