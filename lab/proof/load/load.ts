import { counted } from '../../../contracts/counted.js';
import { driveFor } from './drive.js';
import { endUnderLoad } from './end-under-load.js';
import type { EndUnderLoad } from './end-under-load.js';
import { startFakeProcess } from './fake-process.js';
import { VirtualUser } from './virtual-user.js';
import { judgeTenants } from './judge-tenants.js';
import type { TenantsVerdict } from './judge-tenants.js';
import { markedTenant } from './marked-tenant.js';
import { trendOf, watchMemory } from './memory.js';
import type { Trend } from './memory.js';
import { fakeAdmin } from './fake-admin.js';
import type { FakeAdmin } from './fake-admin.js';

/** The size of the load. */
export interface LoadNeeds {
  readonly tenants: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
}

/** The results of the load before the fake was ended. */
export interface Driven {
  readonly virtualUsers: readonly VirtualUser[];
  readonly milliseconds: number;
  /** The problems: wrong answers, errors of the network, and connections that were opened again. */
  readonly problems: readonly string[];
  readonly tenants: TenantsVerdict;
}

/** The results of a whole run. */
export interface LoadReport {
  readonly driven: Driven;
  readonly memory: Trend | undefined;
  readonly end: EndUnderLoad;
}

/** Opens tenants, lets virtual users work in them, and judges the result. The connections stay open. */
async function drive(admin: FakeAdmin, needs: LoadNeeds): Promise<Driven> {
  const { connections, seconds, seed } = needs;
  const tenants = Array.from({ length: needs.tenants }, (_, number) =>
    markedTenant(number, Math.ceil(connections / needs.tenants)),
  );
  for (const tenant of tenants) await admin.open(tenant);
  const virtualUsers = Array.from({ length: connections }, (_, index) => {
    const tenant = tenants[index % tenants.length];
    if (tenant === undefined) throw new Error('There is no tenant to work in.');
    return new VirtualUser(admin.origin, tenant, Math.floor(index / tenants.length), seed);
  });
  const started = performance.now();
  const stopped = await driveFor(virtualUsers, 1_000 * seconds);
  const milliseconds = performance.now() - started;
  const reopened = virtualUsers.filter(({ connection }) => connection.opened !== 1);
  const problems = [
    ...stopped,
    ...reopened.map(
      ({ own, connection }) => `${own.username}: the connection was opened ${counted(connection.opened, 'time')}`,
    ),
  ];
  return { virtualUsers, milliseconds, problems, tenants: await judgeTenants(admin, tenants, virtualUsers) };
}

/** Starts the fake as a process, drives it, and ends it under load. */
export async function runLoad(needs: LoadNeeds): Promise<LoadReport> {
  const fake = await startFakeProcess();
  const watch = await watchMemory(fake.inspector);
  try {
    const driven = await drive(fakeAdmin(fake.origin), needs);
    const memory = trendOf(await watch.end());
    const { virtualUsers } = driven;
    const end = await endUnderLoad(fake, virtualUsers);
    await Promise.all(virtualUsers.map(({ connection }) => connection.close()));
    return { driven, memory, end };
  } finally {
    await watch.end();
    await fake.end('SIGKILL');
  }
}
