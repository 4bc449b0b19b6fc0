import * as z from 'zod';
import { trackerVersions } from '../../../contracts/index.js';
import type { TrackerVersion } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { startCommand } from '../processes.js';
import type { PublishedClient } from './clients.js';

/** The output of a script, one line of JSON each. */
const lineSchema = z.union([
  z.strictObject({ call: z.string(), passed: z.literal(true) }),
  z.strictObject({ call: z.string(), passed: z.literal(false), reason: z.string() }),
  z.strictObject({ call: z.string(), leftOut: z.string() }),
  z.strictObject({ surface: z.array(z.string()) }),
]);

/** The outcome of the calls of a client. */
export interface ClientResult {
  readonly client: PublishedClient;
  readonly passed: readonly string[];
  readonly failed: readonly { readonly call: string; readonly reason: string }[];
  /** Calls that are not tried, by the reason. */
  readonly leftOut: ReadonlyMap<string, readonly string[]>;
}

/** The context path of the tracker. */
const CONTEXT_PATH = '/tracker';

/** More time than any script takes, in milliseconds. */
const TIMEOUT = 120_000;

/**
 * Runs the script of a client against a fake of its own.
 *
 * @param modules the folder of the npm clients
 * @param version the version of the tracker
 * @throws Error if the script breaks off, says something else, or passes over a part of its client
 */
export async function tryClient(
  client: PublishedClient,
  modules: string,
  version: TrackerVersion,
): Promise<ClientResult> {
  const fake = await startFake({ contextPath: CONTEXT_PATH, version });
  try {
    const text = await runScript(client, {
      TRACKER_URL: `${fake.url}${CONTEXT_PATH}`,
      CLIENT_MODULES: modules,
      // Clients heed a proxy of the environment. Their requests stay on this machine.
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      PYTHONDONTWRITEBYTECODE: '1',
    });
    return withoutGone(resultOf(client, text), version);
  } finally {
    await fake.close();
  }
}

async function runScript({ name, command }: PublishedClient, env: Readonly<Record<string, string>>): Promise<string> {
  const settings = { env: { ...process.env, ...env }, timeout: TIMEOUT };
  const { code, stdout, output } = await startCommand(command, settings).ended;
  if (code === 0) return stdout;
  throw new Error(`The script of ${name} ended with ${code ?? 'a signal'}:\n${output.slice(-2_000)}`);
}

/** The calls of an endpoint that a tracker has before 9.0 only. */
const GONE = new Set([
  ...['getIssueCreateMetadata', 'issues.getCreateIssueMeta'],
  ...['createmeta', 'GET(/issue/createmeta)', 'Createmeta.all'],
]);

/** A result in which the calls that fail because the version lacks their endpoint are not tried. */
function withoutGone(result: ClientResult, version: TrackerVersion): ClientResult {
  if (version === trackerVersions[0]) return result;
  const gone = result.failed.filter(({ call }) => GONE.has(call)).map(({ call }) => call);
  if (gone.length === 0) return result;
  const failed = result.failed.filter(({ call }) => !GONE.has(call));
  return { ...result, failed, leftOut: new Map([...result.leftOut, ['what only trackers before 9.0 have', gone]]) };
}

/** The result that a script printed. @throws Error if a line is unreadable, or a part of the client is passed over */
function resultOf(client: PublishedClient, text: string): ClientResult {
  const lines = text.split('\n').filter((line) => line !== '');
  const said = lines.map((line) => {
    try {
      return lineSchema.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`The script of ${client.name} wrote no result: ${line}`, { cause });
    }
  });
  const passed = said.flatMap((line) => ('passed' in line && line.passed ? [line.call] : []));
  const failed = said.flatMap((line) => ('passed' in line && !line.passed ? [line] : []));
  const leftOut = new Map<string, string[]>();
  for (const line of said) {
    if ('leftOut' in line) leftOut.set(line.leftOut, [...(leftOut.get(line.leftOut) ?? []), line.call]);
  }
  const named = new Set(said.flatMap((line) => ('call' in line ? namesIn(line.call) : [])));
  const surface = said.flatMap((line) => ('surface' in line ? line.surface : []));
  const missing = surface.filter((call) => !named.has(call));
  if (surface.length === 0 || missing.length > 0) {
    throw new Error(`The script of ${client.name} neither tries nor leaves out: ${missing.join(', ') || 'all of it'}`);
  }
  return { client, passed, failed, leftOut };
}

/** The parts of the client that a call such as `Issue.find(expand)` belongs to: `Issue.find` and `Issue`. */
function namesIn(call: string): string[] {
  const [name = ''] = call.split('(');
  return [name, name.split('.')[0] ?? name];
}
