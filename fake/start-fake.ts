import type { AddressInfo } from 'node:net';
import type { AssumptionOverrides, WorldInput } from '../contracts/index.js';
import { checkControlToken, isLoopback } from './control/access.js';
import { createControl } from './control/control.js';
import type { Control } from './control/control.js';
import type { FaultInput } from './faults/fault.js';
import { createFakeServer } from './serve-fake.js';
import type { Closing } from './server/create-server.js';
import { standardImplementation } from './standard-implementation.js';
import type { Override } from './tenants/implementation.js';
import { DEFAULT_WORLD, Tenants } from './tenants/tenants.js';
import { documentsWorldFor } from './worlds/documents-world-for.js';

/** How a fake is started. */
export interface FakeOptions {
  /** The port to listen on; a free one if it is left out. */
  readonly port?: number | undefined;
  /** The address to listen on; 127.0.0.1 if it is left out. */
  readonly host?: string | undefined;
  /**
   * Further names by which the control API may be called, such as the service's name among containers; `localhost` and
   * `host` always may. A page of the web can lead any other name to this machine.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * What callers of the control API over HTTP have to know, and send as a bearer token; anybody on this machine may call
   * if it is left out. Needed if other machines reach the fake.
   */
  readonly controlToken?: string | undefined;
  /** The world that tenants start from; the one with the documents' samples if it is left out. */
  readonly world?: WorldInput | undefined;
  /**
   * The context path of the tenant that is open from the start, empty for the server's root; `null` for no such tenant.
   * Empty if it is left out.
   */
  readonly contextPath?: string | null | undefined;
  /** Assumptions of that tenant that differ from the defaults. */
  readonly assumptions?: AssumptionOverrides | undefined;
  /** How its trackers behave otherwise than the documents say, for example the `override` of a defect. */
  readonly override?: Override | undefined;
  /** What goes wrong between that tenant and its clients. */
  readonly faults?: readonly FaultInput[] | undefined;
}

/** A running fake. */
export interface Fake {
  /** The server's URL; a tenant's base URL is this and its context path. */
  readonly url: string;
  /** Whether only programs of this machine reach it. */
  readonly isLocal: boolean;
  /** The control API as functions. */
  readonly control: Control;
  /** Stops serving: answers what it has begun, at once if faults hold it up, and ends every connection. */
  close(how?: Closing): Promise<void>;
}

/** The name of the tenant that is open from the start. */
export const MAIN_TENANT = 'main';

/**
 * Starts a fake in this process.
 *
 * @example
 * const fake = await startFake();
 * await fetch(`${fake.url}/rest/api/2/serverInfo`);
 * await fake.close();
 *
 * @throws WorldError, TenantError, ControlTokenError; the server's own error if the port is taken (`EADDRINUSE`)
 */
export async function startFake(options: FakeOptions = {}): Promise<Fake> {
  // Null, as a file may have it, is no world, and not the wish for none.
  const { host = '127.0.0.1', allowedHosts = [], controlToken, world = documentsWorldFor } = options;
  const isLocal = isLoopback(host);
  checkControlToken(controlToken, host, isLocal);
  const tenants = new Tenants(standardImplementation, options.override);
  tenants.addWorld(DEFAULT_WORLD, world);
  const { contextPath = '', assumptions, faults } = options;
  if (contextPath !== null) tenants.open({ name: MAIN_TENANT, contextPath, assumptions, faults });
  const { server, close } = createFakeServer(tenants, { token: controlToken, isLocal, names: [host, ...allowedHosts] });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(host)}:${port}`,
    isLocal,
    control: createControl(tenants),
    close: (how) => {
      for (const { faults } of tenants.all()) faults.clear();
      return close(how);
    },
  };
}

/** How a host is written in a URL for this machine, also if the fake listens on every address. */
function hostInUrl(host: string): string {
  const reached = { '': 'localhost', '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reached.includes(':') ? `[${reached}]` : reached;
}
