import type { AddressInfo } from 'node:net';
import type { ReceivedBytes } from '../../fake/server/request-body.js';
import { createFakeServer, standardImplementation } from '../../fake/start-fake.js';
import type { Tenant } from '../../fake/tenants/tenant.js';
import { Tenants } from '../../fake/tenants/tenants.js';
import type { WorldInput } from '../../contracts/index.js';

/** A fake in this process whose tenants can be looked into: the control API hands out copies, which cost too much here. */
export interface OpenFake {
  readonly url: string;
  open(): Tenant;
  close(tenant: Tenant): void;
  stop(): Promise<void>;
}

/** Starts a fake with one world, on a free port of this machine. */
export async function startOpenFake(world: WorldInput, received?: ReceivedBytes): Promise<OpenFake> {
  const tenants = new Tenants(standardImplementation, world);
  const { server } = createFakeServer(tenants, undefined, received);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => tenants.open(),
    close: (tenant) => tenants.close(tenant.name),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
