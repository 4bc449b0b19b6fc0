import type { AddressInfo } from 'node:net';
import type { AssumptionOverrides, WorldInput } from '../contracts/index.js';
import type { FaultInput } from './faults/fault.js';
import { createControl } from './control/control.js';
import type { Control } from './control/control.js';
import { checkControlToken } from './control/control-token.js';
import { closingOf } from './server/close-server.js';
import type { Closing } from './server/close-server.js';
import { createServer } from './server/create-server.js';
import { isLoopback } from './server/is-loopback.js';
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
  /**
   * What callers of the control API over HTTP have to know, and send as a bearer token; anybody on this machine may call
   * where it is left out. Needed where other machines reach the fake.
   */
  readonly controlToken?: string | undefined;
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
  /** Whether only programs of this machine reach it. */
  readonly isLocal: boolean;
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
 * @throws WorldError, SpaceError, ControlTokenError; the server's own error where the port is taken (`EADDRINUSE`)
 */
export async function startFake(options: FakeOptions = {}): Promise<Fake> {
  // Null, as a file may have it, is no world, and not the wish for none.
  const { host = '127.0.0.1', controlToken, world = documentsWorldFor } = options;
  const isLocal = isLoopback(host);
  checkControlToken(controlToken, host, isLocal);
  const spaces = new Spaces(standardBehaviour, options.variant);
  spaces.addWorld(DEFAULT_WORLD, world);
  const { contextPath = '', assumptions, faults } = options;
  if (contextPath !== null) spaces.open({ name: MAIN_SPACE, contextPath, assumptions, faults });
  const server = createServer(spaces, controlToken);
  const close = closingOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(host)}:${port}`,
    isLocal,
    control: createControl(spaces),
    close: (how) => {
      for (const { faults } of spaces.all()) faults.clear();
      return close(how);
    },
  };
}

/** How a host is written in a URL that leads there from this machine, also where every address of it is listened on. */
function hostInUrl(host: string): string {
  const reached = { '': 'localhost', '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reached.includes(':') ? `[${reached}]` : reached;
}
