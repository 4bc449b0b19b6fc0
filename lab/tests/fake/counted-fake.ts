import type { AddressInfo } from 'node:net';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import { createFakeServer, standardImplementation } from '../../../fake/start-fake.js';
import { ReceivedBytes } from '../../../fake/server/request-body.js';
import type { Override } from '../../../fake/tenants/implementation.js';
import { Tenants } from '../../../fake/tenants/tenants.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';

/** A fake that tells how many bytes of bodies it holds. */
export interface CountedFake {
  readonly url: string;
  readonly port: number;
  readonly tenant: Tenant;
  readonly received: ReceivedBytes;
  readonly close: () => Promise<void>;
}

/** Starts a fake with the documents' world at its root, which holds at most so many bytes of bodies at once. */
export async function startCountedFake(limit?: number, override?: Override): Promise<CountedFake> {
  const received = new ReceivedBytes(limit);
  const tenants = new Tenants(standardImplementation, override);
  tenants.addWorld('default', documentsWorld);
  const tenant = tenants.open({ contextPath: '' });
  const { server, close } = createFakeServer(tenants, undefined, received);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, tenant, received, close };
}
