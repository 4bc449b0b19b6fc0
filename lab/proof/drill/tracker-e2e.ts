import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from 'undici';
import type { AssumptionOverrides, WorldInput } from '../../../contracts/index.js';
import type { FaultInput } from '../../../fake/index.js';
import { COMMAND, ROOT, startCommand, startServer, withoutSettings } from '../processes.js';
import type { Ending, Running } from '../processes.js';
import type { TrackerState } from './judge.js';
import { CONTEXT_PATH } from './external-world.js';

/**
 * Starts `tracker-e2e` in a process group of its own.
 *
 * @param settings the only settings of the process
 * @param wrap the command that runs it, such as `unshare`; nothing if it is left out
 */
export function startHarness(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  wrap: readonly string[] = [],
): Running {
  return startCommand([...wrap, process.execPath, COMMAND, ...words], { env: withoutSettings(settings), cwd: ROOT });
}

export function runHarness(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ending> {
  return startHarness(words, settings).ended;
}

/** The fake as its operator sees it. The harness gets none of this. */
export interface FakeProcess {
  /** Where the tracker is, context path included. */
  readonly baseUrl: string;
  state(): Promise<TrackerState>;
  /** How often each fault of the wire has struck so far, by its id. */
  strikes(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

interface FakeNeeds {
  readonly world: WorldInput;
  readonly assumptions: AssumptionOverrides;
  readonly faults: readonly FaultInput[];
}

/** Starts the bundled fake as a process of its own, on a free port. @param folder where its world is written to */
export async function startFakeProcess(
  { world, assumptions, faults }: FakeNeeds,
  folder: string,
): Promise<FakeProcess> {
  const file = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content, null, 2));
    return path;
  };
  const words = [
    ...['--world', file('world.json', world)],
    ...['--assumptions', file('assumptions.json', assumptions)],
    ...['--faults', file('faults.json', faults)],
  ];
  const token = randomUUID();
  const { url: baseUrl, stop } = await startServer(
    [COMMAND, 'fake', '--port', '0', '--context-path', CONTEXT_PATH, ...words],
    / is served at (\S+)/,
    withoutSettings({ TRACKER_CONTROL_TOKEN: token }),
  );
  const control = `${new URL(baseUrl).origin}/control/tenants/main`;
  return {
    baseUrl,
    state: async () => rowsOf((await askControl(`${control}/state`, token)) as Readonly<Record<string, unknown>>),
    strikes: async () => {
      const faults = (await askControl(`${control}/faults`, token)) as { id: string; struck: number }[];
      return Object.fromEntries(faults.map(({ id, struck }) => [id, struck]));
    },
    stop,
  };
}

/** The lists of a world; settings and the counters of ids are no rows. */
function rowsOf(world: Readonly<Record<string, unknown>>): TrackerState {
  return Object.fromEntries(Object.entries(world).filter(([, rows]) => Array.isArray(rows))) as TrackerState;
}

async function askControl(url: string, token: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`GET ${url} was answered with ${response.status}: ${await response.text()}`);
  return response.json();
}
