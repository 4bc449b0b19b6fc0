import type { AddressInfo } from 'node:net';
import type { AssumptionOverrides, WorldInput } from '../contracts/index.js';
import type { FaultInput } from './faults/fault.js';
import { createControl } from './control/control.js';
import type { Control } from './control/control.js';
import { closingOf } from './server/close-server.js';
import type { Closing } from './server/close-server.js';
import { createServer } from './server/create-server.js';
import type { Variant } from './spaces/behaviour.js';
import { DEFAULT_WORLD, Spaces } from './spaces/spaces.js';
import { standardBehaviour } from './standard-behaviour.js';
import { documentsWorldFor } from './worlds/documents-world-for.js';

/** How a fake is started. */
export interface FakeOptions {
  /** The port to listen on; a free one where it is left out. */
  readonly port?: number | undefined;
  /** The address to listen on; 127.0.0.1 where it is left out. */
  readonly host?: string | undefined;
  /** The world that spaces start from; the one with the documents' samples where it is left out. */
  readonly world?: WorldInput | undefined;
  /**
   * The context path of the space that is open from the start, empty for the server's root; `null` for no such space.
   * Empty where it is left out.
   */
  readonly contextPath?: string | null | undefined;
  /** Assumptions of that space that differ from the defaults. */
  readonly assumptions?: AssumptionOverrides | undefined;
  /** How its trackers behave otherwise than the documents say, for example the `variant` of a defect. */
  readonly variant?: Variant | undefined;
  /** What goes wrong between that space and its clients. */
  readonly faults?: readonly FaultInput[] | undefined;
}

/** A running fake. */
export interface Fake {
  /** The server's URL; a space's base URL is this and its context path. */
  readonly url: string;
  /** The control API as functions. */
  readonly control: Control;
  /** Stops serving: answers what it has begun, at once where faults hold it up, and ends every connection. */
  close(how?: Closing): Promise<void>;
}

/** The name of the space that is open from the start. */
export const MAIN_SPACE = 'main';

/**
 * Starts a fake in this process.
 *
 * @example
 * const fake = await startFake();
 * await fetch(`${fake.url}/rest/api/2/serverInfo`);
 * await fake.close();
 *
 * @throws WorldError, SpaceError; the server's own error where the port is taken (`EADDRINUSE`)
 */
export async function startFake(options: FakeOptions = {}): Promise<Fake> {
  const spaces = new Spaces(standardBehaviour, options.variant);
  spaces.addWorld(DEFAULT_WORLD, options.world ?? documentsWorldFor);
  const { contextPath = '', assumptions, faults } = options;
  if (contextPath !== null) spaces.open({ name: MAIN_SPACE, contextPath, assumptions, faults });
  const server = createServer(spaces);
  const close = closingOf(server);
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    control: createControl(spaces),
    close: (how) => {
      for (const { faults } of spaces.all()) faults.clear();
      return close(how);
    },
  };
}
