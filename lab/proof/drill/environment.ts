import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import type { FaultInput } from '../../../fake/index.js';
import { BackgroundUser } from './background-user.js';
import { externalWorld, movedPaths } from './external-world.js';

export interface Comparison {
  readonly differences: readonly string[];
  /** How many rows were looked at, and how many things the background user has done so far. */
  readonly rows: number;
  readonly done: number;
}

/** A tracker in place of a real one, with a background user who works there. */
export interface Environment {
  /** The settings of a run there. The harness gets nothing else. */
  readonly settings: Readonly<Record<string, string>>;
  /** Compares what the tracker holds with what it would hold without the harness; the background user pauses meanwhile. */
  compare(): Promise<Comparison>;
  close(): Promise<void>;
}

const CONTEXT_PATH = '/tools/issues';

/** Starts a tracker, and the background user in it. @param folder where the sandbox's file goes */
export async function openEnvironment(
  folder: string,
  seed: number,
  assumptions: AssumptionOverrides = {},
): Promise<Environment> {
  const { world, login, sandbox, backgroundUser: plan } = externalWorld(seed, assumptions);
  const fake = await startFake({ world, contextPath: CONTEXT_PATH, assumptions, faults: badWire(seed) });
  const [url, tenant] = [`${fake.url}${CONTEXT_PATH}`, fake.control.tenant('main')];
  const backgroundUser = new BackgroundUser(url, tenant, plan, seed);
  backgroundUser.work();
  const sandboxFile = join(folder, 'sandbox.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(sandboxFile, JSON.stringify(sandbox, null, 2));
  return {
    settings: {
      TRACKER_URL: url,
      TRACKER_USERNAME: login.username,
      TRACKER_PASSWORD: login.password,
      TRACKER_SANDBOX: sandboxFile,
      TRACKER_BASE_PATHS: JSON.stringify(movedPaths),
      TRACKER_SEED: String(seed),
    },
    compare: async () => {
      const compared = await backgroundUser.rest();
      backgroundUser.work();
      return { ...compared, rows: Object.values(tenant.state()).flat().length };
    },
    close: async () => {
      await backgroundUser.rest();
      await fake.close();
    },
  };
}

/**
 * How the wire to the tracker is: some answers come late, and now and then the tracker limits the rate.
 *
 * A call under test is never repeated by the harness, so a limit fails its test. Playwright runs that again, and one
 * request of five hundred makes it next to impossible that all four attempts meet one.
 */
function badWire(seed: number): FaultInput[] {
  return [
    { kind: 'latency', milliseconds: { from: 5, to: 60 }, share: 0.2, seed },
    { kind: 'error-response', status: 429, retryAfter: 1, share: 0.002, seed },
  ];
}
