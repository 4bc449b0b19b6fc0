import { request } from 'undici';
import type { World } from '../../../contracts/index.js';
import type { TenantSummary } from '../../../fake/control/control.js';
import type { MarkedTenant } from './marked-tenant.js';
import { markedWorld } from './marked-world.js';

/** The admin controls of a fake. */
export interface FakeAdmin {
  readonly origin: string;
  open(tenant: MarkedTenant): Promise<void>;
  summaries(): Promise<readonly TenantSummary[]>;
  state(tenant: MarkedTenant): Promise<World>;
}

/** Admin controls by the control API of a fake without a token. */
export function fakeAdmin(origin: string): FakeAdmin {
  const tenants = `${origin}/control/tenants`;
  return {
    origin,
    open: async (tenant) => {
      await ask(tenants, { name: tenant.mark, contextPath: tenant.contextPath, world: markedWorld(tenant) });
    },
    summaries: async () => (await ask(tenants)) as TenantSummary[],
    state: async ({ mark }) => (await ask(`${tenants}/${mark}/state`)) as World,
  };
}

async function ask(url: string, sent?: unknown): Promise<unknown> {
  const { statusCode, body } = await request(url, {
    method: sent === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: sent === undefined ? null : JSON.stringify(sent),
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${url} was answered with ${statusCode}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
