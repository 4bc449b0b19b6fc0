import type { AddressInfo } from 'node:net';
import { createServer } from '../../fake/server/create-server.js';
import type { Variant } from '../../fake/spaces/behaviour.js';
import type { Space } from '../../fake/spaces/space.js';
import { Spaces } from '../../fake/spaces/spaces.js';
import { standardBehaviour } from '../../fake/standard-behaviour.js';
import type { WorldInput } from '../../contracts/index.js';

/** A fake in this process whose spaces can be looked into: the control API hands out copies, which cost too much here. */
export interface OpenFake {
  readonly url: string;
  /** Opens a space of its world, broken where a variant is given. */
  open(variant?: Variant): Space;
  close(space: Space): void;
  /** Ends every connection and stops serving. */
  stop(): Promise<void>;
}

/** The name of the world its spaces start from. */
const WORLD = 'properties';

/** Starts a fake with one world, on a free port of this machine. */
export async function startOpenFake(world: WorldInput): Promise<OpenFake> {
  const spaces = new Spaces(standardBehaviour);
  spaces.addWorld(WORLD, world);
  const server = createServer(spaces);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (variant) => spaces.open({ world: WORLD, variant }),
    close: (space) => spaces.close(space.name),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
