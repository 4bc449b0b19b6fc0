import { loadWorld } from '../../fake/state/load-world.js';
import { directoryUserKey } from '../../fake/state/tables.js';
import { directoryWorld } from './directory-sync-world.js';

/** Bytes of heap that each part of one user takes. */
export interface MemoryShares {
  readonly count: number;
  /** The user of the tracker. */
  readonly account: number;
  /** The tracker's data of the user over the connection, its texts included. */
  readonly synchronized: number;
  /** The bytes of the user in the directory without the texts that it shares with the tracker. */
  readonly directory: number;
}

const COUNT = 1_000_000;

/** The bytes in use after a garbage collection. */
function heapUsed(): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error('Run this with --expose-gc.');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

const each = (bytes: number) => Math.round(bytes / COUNT);

function measure(): MemoryShares {
  loadWorld(directoryWorld(1_000));
  const empty = heapUsed();
  let loaded = loadWorld(directoryWorld(COUNT, false));
  const account = heapUsed() - empty;
  loaded = loadWorld(directoryWorld(0));
  const before = heapUsed();
  loaded = loadWorld(directoryWorld(COUNT));
  const whole = heapUsed() - before;
  const { directoryUsers, syncedUsers } = loaded.state.tables;
  for (const { connectionId, userKey } of directoryUsers.all()) {
    directoryUsers.delete(directoryUserKey(connectionId, userKey));
  }
  const withoutDirectory = heapUsed() - before;
  // Asked only now, so that the rows are still there when the heap is measured.
  const count = Math.min(syncedUsers.size, loaded.state.tables.users.size);
  return {
    count,
    account: each(account),
    synchronized: each(withoutDirectory - account),
    directory: each(whole - withoutDirectory),
  };
}

process.stdout.write(JSON.stringify(measure()));
