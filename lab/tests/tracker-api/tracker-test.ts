import type { TenantControl } from '../../../fake/index.js';
import { basic, sender, testOf } from '../fake/fake-test.js';
import type { Sent } from '../fake/fake-test.js';

/** The calls of one user. Paths start at the tracker's own API unless they name another. */
export type Caller = ReturnType<typeof callerOf>;

export type Tracker = ReturnType<typeof trackerOf>;

function callerOf(baseUrl: string, user: string) {
  const send = sender(baseUrl);
  const caller = (method: string) => (path: string, json?: unknown, sent?: Sent) => {
    const url = /^\/(rest|secure)\//.test(path) ? path : `/rest/api/2${path}`;
    return send(method, url, { json, authorization: basic(user), ...sent });
  };
  return { get: caller('GET'), post: caller('POST'), put: caller('PUT'), delete: caller('DELETE') };
}

function trackerOf(fakeUrl: string, tenant: TenantControl) {
  const baseUrl = `${fakeUrl}${tenant.contextPath}`;
  const callerNamed = (user: string) => callerOf(baseUrl, user);
  return { baseUrl, tenant, admin: callerNamed('admin'), tess: callerNamed('tess'), guest: callerNamed('guest') };
}

/** Adds a project READ with an issue READ-1. All users may read in it, and only the administrator may change it. */
export function addReadOnlyProject({ tenant }: Tracker): void {
  const project = {
    id: 500,
    key: 'READ',
    name: 'To be read only',
    lead: 'JIRAUSER10000',
    issueTypeIds: [10001, 10002],
  };
  const issue = { id: 501, key: 'READ-1', issueTypeId: 10001, reporter: 'JIRAUSER10000' };
  tenant.add({
    projects: [{ ...project, workflow: 'Plain workflow', permissions: { BROWSE_PROJECTS: ['users'] } }],
    issues: [{ ...issue, fields: { summary: 'Look, do not touch' } }],
  });
}

export async function fieldsOf({ tess }: Tracker, key = 'DEMO-1'): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await tess.get(`/issue/${key}`);
  return (body as { fields: Record<string, unknown> }).fields;
}

export async function search({ get }: Caller, jql: string) {
  const { status, body } = await get(`/search?${new URLSearchParams({ jql, fields: 'summary' })}`);
  return { status, body: body as { issues: { key: string }[]; errorMessages: readonly string[] } };
}

export function valuesIn(body: unknown): string[] {
  return (body as { name: string }[]).map(({ name }) => name);
}

export const test = testOf((fake, tenant) => trackerOf(fake.url, tenant)).extend<{ tracker: Tracker }>({
  tracker: async ({ open }, use) => use(open()),
});
