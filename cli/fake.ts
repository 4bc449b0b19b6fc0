import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { assumptionsOfProfile, worldSchema } from '../contracts/index.js';
import type { AssumptionOverrides, WorldInput } from '../contracts/index.js';
import {
  CONTROL_PATH,
  ControlTokenError,
  documentsWorld,
  findDefect,
  MAIN_SPACE,
  SpaceError,
  startFake,
  WorldError,
} from '../fake/index.js';
import type { Defect, Fake, FaultInput } from '../fake/index.js';
import { controlToken } from '../fixtures/settings/control-token.js';
import { exitCodes } from '../reports/exit-codes.js';
import { profileOrUsageError } from './profile-or-usage-error.js';
import { readJsonFile } from './read-json-file.js';
import { readJsonOption } from './read-json-option.js';
import { UsageError } from './usage-error.js';

/** How long a fake that is stopped waits for requests that are on their way, in milliseconds. */
const GRACE = 500;

interface FakeCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly controlToken?: string;
  readonly contextPath?: string;
  readonly world?: string;
  readonly profile?: string;
  readonly assumptions?: string;
  readonly faults?: string;
  readonly defect?: Defect;
}

/** `tracker-e2e fake`: serves the bundled tracker until it is stopped. */
export function addFakeCommand(program: Command): void {
  program
    .command('fake')
    .description('serve the bundled fake tracker, for curl or any client, until Ctrl+C')
    .summary('serve the fake tracker')
    .option('--port <port>', 'the port to listen on; 0 for any free one', parsePort, 8099)
    .option('--host <address>', 'the address to listen on', parseHost, '127.0.0.1')
    .option(
      '--control-token <token>',
      'what callers of the control API have to know; TRACKER_CONTROL_TOKEN says the same, unseen by other users',
    )
    .option('--context-path <path>', 'the path before every path of the tracker, such as /jira; none if not told')
    .option('--world <file>', 'what the tracker holds at the start, as JSON; `tracker-e2e world` prints an example')
    .option('--profile <file>', 'how it answers what the documents leave open, as `tracker-e2e observe` wrote it')
    .option('--assumptions <file>', 'the same, as JSON by rule id; both may be given, and this one wins')
    .option(
      '--faults <json or file>',
      'what goes wrong between it and its clients: a fault or a list, see docs/fake.md',
    )
    .option('--defect <name>', 'a documented rule it breaks, and how; `tracker-e2e defects` lists them', parseDefect)
    .addHelpText(
      'after',
      [
        '',
        'It prints its URL, how to log in and a first curl. What it holds is in memory: each start is a new one.',
        'Exit codes: 0 stopped, 2 a file, an option or the port can’t be used.',
        'Examples:',
        '  tracker-e2e fake',
        '  tracker-e2e fake --port 0 --world my-world.json --context-path /jira',
        '  tracker-e2e fake --faults \'{"kind": "latency", "milliseconds": 200}\'',
      ].join('\n'),
    )
    .action(serve);
}

async function serve(options: FakeCommandOptions): Promise<void> {
  const world = options.world === undefined ? undefined : (readJsonFile('--world', options.world) as WorldInput);
  const token = options.controlToken ?? controlToken();
  const fake = await start(options, world, token);
  process.stdout.write(`${greeting(fake, options, world ?? documentsWorld, token !== undefined).join('\n')}\n`);
  const stop = (): void => {
    fake.close({ grace: GRACE }).then(
      () => process.stdout.write('Stopped.\n'),
      (error: unknown) => {
        process.stderr.write(`The fake could not stop: ${String(error)}\n`);
        process.exitCode = exitCodes.testsFailed;
      },
    );
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

async function start(
  options: FakeCommandOptions,
  world: WorldInput | undefined,
  token: string | undefined,
): Promise<Fake> {
  const { port, host, contextPath, profile, assumptions, defect } = options;
  const overrides = {
    ...(profile === undefined ? {} : assumptionsOfProfile(profileOrUsageError('--profile', profile))),
    ...(assumptions === undefined ? {} : readAssumptions(assumptions)),
  };
  const faults = readFaults(options.faults);
  try {
    return await startFake({
      port,
      host,
      controlToken: token,
      contextPath,
      world,
      assumptions: overrides,
      variant: defect?.variant,
      faults,
    });
  } catch (cause) {
    if (cause instanceof WorldError || cause instanceof SpaceError || cause instanceof ControlTokenError) {
      throw new UsageError(cause.message, undefined, { cause });
    }
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new UsageError(`Port ${port} is taken: name another with --port, or end what listens there.`, undefined, {
        cause,
      });
    }
    if (code !== undefined) {
      throw new UsageError(
        `The fake can't listen on ${host}, port ${port} (${code}): name others with --host and --port.`,
        undefined,
        { cause },
      );
    }
    throw cause;
  }
}

/** @throws UsageError for what is no object: of a list or of nothing, no answer would be taken */
function readAssumptions(file: string): AssumptionOverrides {
  const read = readJsonFile('--assumptions', file);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  throw new UsageError(`--assumptions ${file} can't be used: it has to hold an object, with answers by rule id.`);
}

function readFaults(text: string | undefined): readonly FaultInput[] {
  if (text === undefined) return [];
  const faults = readJsonOption('--faults', text);
  return (Array.isArray(faults) ? faults : [faults]) as FaultInput[];
}

function greeting(
  fake: Fake,
  { contextPath = '', host, defect }: FakeCommandOptions,
  input: WorldInput,
  asksForToken: boolean,
): string[] {
  const url = `${fake.url}${contextPath}`;
  const { title, users, projects } = worldSchema.parse(input);
  const [first, ...others] = users.slice(0, 4);
  const login = first === undefined ? '' : ` -u ${first.name}:${first.password}`;
  const sample = projects[0] === undefined ? 'serverInfo' : `project/${projects[0].key}`;
  const faults = fake.control.space(MAIN_SPACE).faults();
  return [
    `${title} is served at ${url}`,
    ...(fake.isLocal ? [] : [`  listens on     ${host}: other machines may reach it`]),
    ...(defect === undefined ? [] : [`  it breaks      ${defect.rule}: ${defect.breaks}`]),
    ...faults.map(
      ({ id, fault }, index) => `  ${index === 0 ? 'goes wrong' : '          '}     ${id}: ${JSON.stringify(fault)}`,
    ),
    ...(first === undefined ? [] : [`  log in as      ${first.name} / ${first.password}`]),
    ...others.map(({ name, password }) => `                 ${name} / ${password}`),
    `  try            curl${login} ${url}/rest/api/2/${sample}`,
    `  console        ${fake.url}/`,
    `  control API    ${fake.url}${CONTROL_PATH}/spaces`,
    ...(asksForToken ? ['                 with its token, in the header Authorization: Bearer'] : []),
    'Stop it with Ctrl+C.',
  ];
}

function parseDefect(name: string): Defect {
  try {
    return findDefect(name);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function parseHost(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('An address is needed, such as 127.0.0.1.');
  return text;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
