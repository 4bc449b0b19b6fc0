import { isDeepStrictEqual } from 'node:util';
import { codeOf } from '../../contracts/thrown.js';
import { assumedRuleIds, assumptionOverridesSchema, assumptionsOfProfile, worldSchema } from '../../contracts/index.js';
import type { AssumptionOverrides, WorldInput, World } from '../../contracts/index.js';
import { ControlTokenError } from '../../fake/control/access.js';
import { TenantError } from '../../fake/server/errors.js';
import { MAIN_TENANT, startFake } from '../../fake/start-fake.js';
import { WorldError } from '../../fake/state/problems.js';
import { documentsWorld } from '../../fake/worlds/documents.js';
import type { Defect, Fake, FaultInput } from '../../fake/index.js';
import { hasTerminal } from '../../reports/status/ending-signals.js';
import { readDotenv, readProfile, readSetting } from '../../client/settings/read-setting.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { orCantWrite, readJsonOption, refuseUnwritable } from '../support/files.js';
import { orUsageError, UsageError } from '../support/usage-error.js';
import { preparePidFile, writePidFile } from './pid-file.js';
import { shellWord } from '../../contracts/curl-command.js';
import { CONTROL_PATH } from '../../fake/control/access.js';
import { print, printError } from '../../client/print.js';
import type { Flags, Texts } from '../support/sub-command.js';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { worldPieces } from '../../fake/state/world.js';
import { replaceWhole } from '../../client/settings/output-folder.js';

/** How long a stopped fake waits for open requests, in milliseconds. */
const GRACE = 500;

export type FakeCommandOptions = Texts<
  'controlToken' | 'contextPath' | 'world' | 'save' | 'profile' | 'assumptions' | 'faults' | 'defect' | 'pidFile'
> &
  Flags<'stop'> & {
    readonly port: number;
    readonly host: string;
    readonly allowHost?: readonly string[];
  };

export async function serveFake(options: FakeCommandOptions): Promise<void> {
  const { port, host, allowHost, contextPath, save, pidFile } = options;
  const world = options.world === undefined ? undefined : (readJsonOption('--world', options.world) as WorldInput);
  const token = options.controlToken ?? controlToken();
  const defect = options.defect === undefined ? undefined : await defectOf(options.defect);
  const { overrideWithDefect } = await import('../../fake/defects/defect.js');
  if (save !== undefined) refuseUnwritable(save);
  if (pidFile !== undefined) await preparePidFile(pidFile);
  const told = readAnswers(options);
  const fake = await startFake({
    ...{ port, host, allowedHosts: allowHost, controlToken: token, contextPath, world, assumptions: told },
    override: defect && overrideWithDefect(defect),
    faults: readFaults(options.faults),
  }).catch((cause: unknown) => {
    throw startError(cause, options);
  });
  const stop = (): void => {
    const saved = async (): Promise<void> => {
      await fake.close({ grace: GRACE });
      if (save === undefined) return;
      writeWorld(save, fake.control.tenant(MAIN_TENANT).save());
      print(`Saved in ${save}.`);
    };
    saved().then(
      () => print('Stopped.'),
      (error: unknown) => {
        printError(`The fake could not stop: ${String(error)}`);
        process.exitCode = exitCodes.testsFailed;
      },
    );
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.on('SIGHUP', () => {
    if (hasTerminal()) stop();
  });
  try {
    if (pidFile !== undefined) writePidFile(pidFile, fake.url);
  } catch (error) {
    await fake.close();
    throw error;
  }
  // The greeting comes last: a process that reads it, or the pid file, may end the fake at once.
  const asksForToken = token !== undefined;
  print(greeting({ host, contextPath, fake, world: world ?? documentsWorld, asksForToken, defect, told }).join('\n'));
}

function startError(cause: unknown, { host, port }: FakeCommandOptions): unknown {
  if (cause instanceof WorldError || cause instanceof TenantError || cause instanceof ControlTokenError) {
    return new UsageError(cause.message, undefined, { cause });
  }
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const message =
    code === 'EADDRINUSE'
      ? `Port ${port} is taken: name another with --port, or end what listens there.`
      : `The fake can't listen on ${host}, port ${port} (${code}): name others with --host and --port.`;
  return new UsageError(message, undefined, { cause });
}

function readAnswers({ profile, assumptions }: FakeCommandOptions): AssumptionOverrides {
  return {
    ...(profile === undefined ? {} : assumptionsOfProfile(readProfile('--profile', profile))),
    ...(assumptions === undefined ? {} : readSetting('--assumptions', assumptions, assumptionOverridesSchema)),
  };
}

function readFaults(text: string | undefined): readonly FaultInput[] {
  return text === undefined ? [] : ([readJsonOption('--faults', text)].flat() as FaultInput[]);
}

async function defectOf(name: string): Promise<Defect> {
  const { findDefect } = await import('../../fake/defects/defects.js');
  return orUsageError(() => findDefect(name));
}

/** The token for the control API of a fake, from the environment or `.env`; an empty one counts as not set. */
function controlToken(env: NodeJS.ProcessEnv = process.env): string | undefined {
  readDotenv(env);
  const token = env['TRACKER_CONTROL_TOKEN'];
  return token === '' ? undefined : token;
}

type Served = Pick<FakeCommandOptions, 'host'> & {
  readonly contextPath: string | undefined;
  readonly fake: Fake;
  readonly world: WorldInput;
  readonly asksForToken: boolean;
  readonly defect: Defect | undefined;
  readonly told: AssumptionOverrides;
};

function greeting({ fake, host, contextPath = '', world, asksForToken, defect, told }: Served): string[] {
  const url = `${fake.url}${contextPath}`;
  const { title, users, projects } = worldSchema.parse({ ...world, attachments: [] });
  const [first, ...others] = users.slice(0, 4);
  const login = first === undefined ? '' : ` -u ${shellWord(`${first.name}:${first.password}`)}`;
  const sample = projects[0] === undefined ? 'serverInfo' : `project/${projects[0].key}`;
  const tenant = fake.control.tenant(MAIN_TENANT);
  const [faults, given] = [tenant.faults(), tenant.assumptions()];
  const ignored = assumedRuleIds.filter((id) => id in told && !isDeepStrictEqual(told[id], given[id]));
  return [
    `${title} is served at ${url}`,
    ...(fake.isLocal ? [] : [`  listens on     ${host}: other machines may reach it`]),
    ...(defect === undefined ? [] : [`  it breaks      ${defect.rule}: ${defect.breaks}`]),
    ...(ignored.length === 0 ? [] : [`  not followed   ${ignored.join(', ')}: it answers these questions by default`]),
    ...faults.map(
      ({ id, fault }, index) => `  ${index === 0 ? 'goes wrong' : '          '}     ${id}: ${JSON.stringify(fault)}`,
    ),
    ...(first === undefined ? [] : [`  log in as      ${first.name} / ${first.password}`]),
    ...others.map(({ name, password }) => `                 ${name} / ${password}`),
    `  try            curl${login} ${shellWord(`${url}/rest/api/2/${sample}`)}`,
    `  console        ${fake.url}/`,
    `  control API    ${fake.url}${CONTROL_PATH}/tenants`,
    ...(asksForToken ? ['                 with its token, in the header Authorization: Bearer'] : []),
    'Stop it with Ctrl+C.',
  ];
}

const PART = 1 << 20;

/** Writes a world in parts, as its text may be too long. @throws UsageError if it can't be written */
function writeWorld(file: string, world: World): void {
  const write = (unfinished: string) => {
    const descriptor = openSync(unfinished, 'w', 0o600);
    try {
      let part = '';
      for (const piece of worldPieces(world)) {
        part += piece;
        if (part.length < PART) continue;
        writeFileSync(descriptor, part);
        part = '';
      }
      writeFileSync(descriptor, part);
    } finally {
      closeSync(descriptor);
    }
  };
  orCantWrite(file, () => replaceWhole(file, write));
}
