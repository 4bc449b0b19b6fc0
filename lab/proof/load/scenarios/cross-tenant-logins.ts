import type { VirtualUser } from '../virtual-user.js';
import { belongingsOf, markedTenant } from '../marked-tenant.js';

/** Comes with a login of another tenant, which this one must not know. */
export async function comeFromElsewhere(virtualUser: VirtualUser): Promise<void> {
  const { tenant, place } = virtualUser;
  const neighbour = markedTenant(tenant.number === 0 ? 1 : tenant.number - 1, tenant.virtualUsers);
  const as = belongingsOf(neighbour, place);
  await virtualUser.ask('tracker', 'GET', '/myself', { as, status: 401 });
  await virtualUser.ask('directory sync', 'GET', '/connection', { as, status: 401 });
  await virtualUser.ask('default templates', 'GET', `/template/${virtualUser.own.templateId}`, { as, status: 401 });
  const found = (await virtualUser.ask('tracker', 'GET', '/myself')) as { name: string };
  virtualUser.expect('who is logged in', found.name, virtualUser.own.username);
}
