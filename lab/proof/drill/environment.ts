import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import type { FaultInput } from '../../../fake/index.js';
import { ask } from './ask.js';
import type { Access } from './ask.js';
import { BackgroundUser } from './background-user.js';
import type { Book } from './background-user.js';
import { judge } from './judge.js';
import type { Difference } from './judge.js';
import { startFakeProcess } from './tracker-e2e.js';
import type { FakeProcess } from './tracker-e2e.js';
import { externalWorld, movedPaths } from './external-world.js';
import type { ExternalWorld } from './external-world.js';

export interface Comparison {
  readonly differences: readonly Difference[];
  /** How many rows were looked at, and how many things the background user has done so far. */
  readonly rows: number;
  readonly done: number;
}

/** A tracker in place of a real one, with a background user who works there. */
export interface Environment {
  readonly fake: FakeProcess;
  /** The settings of a run there. The harness gets nothing else. */
  readonly settings: Readonly<Record<string, string>>;
  /** Compares what the tracker holds with what it would hold without the harness; the background user pauses meanwhile. */
  compare(): Promise<Comparison>;
  close(): Promise<void>;
}

/** Starts a tracker, and the background user in it. @param folder where its world and the sandbox's file go */
export async function openEnvironment(
  folder: string,
  seed: number,
  answers: AssumptionOverrides = {},
): Promise<Environment> {
  mkdirSync(folder, { recursive: true });
  const made = externalWorld(seed, answers);
  const fake = await startFakeProcess({ world: made.world, assumptions: answers, faults: badWire(seed) }, folder);
  const before = await fake.state();
  const { baseUrl } = fake;
  const access: Access = { baseUrl, login: made.backgroundUser.login };
  const backgroundUser = new BackgroundUser(access, movedPaths, made.backgroundUser, seed);
  backgroundUser.work();
  const compare = async (): Promise<Comparison> => {
    const { book, done } = await backgroundUser.rest();
    const [after, pages] = [await fake.state(), await readAgain(access, book)];
    backgroundUser.work();
    const rows = Object.values(after).flat().length;
    return { differences: judge({ before, after, book, pages }), rows, done };
  };
  return {
    fake,
    settings: settingsOf(made, baseUrl, folder, seed),
    compare,
    close: async () => {
      await backgroundUser.rest();
      await fake.stop();
    },
  };
}

function settingsOf({ login, sandbox }: ExternalWorld, url: string, folder: string, seed: number) {
  const sandboxFile = join(folder, 'sandbox.json');
  writeFileSync(sandboxFile, JSON.stringify(sandbox, null, 2));
  return {
    TRACKER_URL: url,
    TRACKER_USERNAME: login.username,
    TRACKER_PASSWORD: login.password,
    TRACKER_SANDBOX: sandboxFile,
    TRACKER_BASE_PATHS: JSON.stringify(movedPaths),
    TRACKER_SEED: String(seed),
  };
}

async function readAgain(access: Access, { pages }: Book): Promise<Record<string, string | undefined>> {
  const now: Record<string, string | undefined> = {};
  for (const { path } of pages) {
    const { status, text } = await ask(access, 'GET', path);
    now[path] = status === 200 ? text : undefined;
  }
  return now;
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
