import * as z from 'zod';
import { randomInt } from 'node:crypto';
import { assumptionOverridesSchema, assumptionsOfProfile, basePathsSchema, nearest } from '../../contracts/index.js';
import type { PathFamily } from '../../contracts/index.js';
import { SettingsError } from '../errors.js';
import { proxiesIn, proxyFor, refuseBadProxies } from '../proxies.js';
import { checkCertificates } from '../certificates.js';
import { secretsInHeaders } from '../headers.js';
import { environmentSchema, headersSchema, trackerUrlSchema } from './environment.js';
import type { Environment } from './environment.js';
import { refuseFileAsFolder } from './output-folder.js';
import { readDotenv, readProfile, readSetting } from './read-setting.js';
import { repeatCommand } from './repeat-command.js';
import { sandboxSchema, sandboxUsers } from './sandbox.js';
import type { ExternalOption, ExternalTracker, Login, Proxies, Settings, SettingsOption } from './settings.js';

/**
 * Reads the settings of a run from the environment and from `.env` (the environment wins). A seed and a run id that the
 * run chooses are written to the environment, so that its workers have the same.
 *
 * @throws SettingsError with a sentence for each setting that is missing, is unreadable or contradicts another
 */
export function loadSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  readDotenv(env);
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith('TRACKER_') && value !== ''),
  );
  refuseMisspelt(Object.keys(given));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError([
      ...new Set(parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`)),
    ]);
  }
  const problems = contradictions(parsed.data);
  if (problems.length > 0) throw new SettingsError(problems);
  if (parsed.data.TRACKER_OUTPUT !== undefined) refuseFileAsFolder('TRACKER_OUTPUT', parsed.data.TRACKER_OUTPUT);
  const seed = parsed.data.TRACKER_SEED ?? randomInt(1_000_000_000);
  const runId = parsed.data.TRACKER_RUN_ID ?? newRunId();
  Object.assign(env, { TRACKER_SEED: String(seed), TRACKER_RUN_ID: runId });
  return { ...toSettings(parsed.data, proxiesIn(env), seed, runId), command: repeatCommand(env, process.argv) };
}

/** The folder of reports if TRACKER_OUTPUT names none. */
export const OUTPUT = 'tracker-output';

/** Options of `tracker-e2e run` that people look for among the settings. */
const options = ['WORKERS', 'SHARD', 'RETRIES', 'GREP', 'REPEAT_EACH', 'MAX_FAILURES', 'SHUFFLE', 'SHARED'].map(
  (option) => `TRACKER_${option}`,
);

/** @throws SettingsError for names that differ from a setting or an option in a few letters: they would be ignored */
function refuseMisspelt(names: readonly string[]): void {
  const known = Object.keys(environmentSchema.shape);
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, near: [...meant(name, known), ...meant(name, options).map(asOption)] }))
    .filter(({ near }) => near.length > 0)
    .map(({ name, near }) => `${name} is no setting: did you mean ${near.join(' or ')}?`);
  if (problems.length > 0) throw new SettingsError(problems);
}

function asOption(setting: string): string {
  return `the option --${setting.replace('TRACKER_', '').toLowerCase().replaceAll('_', '-')}`;
}

/** The names that are meant. A short name has to be nearer than a long one. */
function meant(name: string, known: readonly string[]): readonly string[] {
  return name.length > 'TRACKER_URL'.length ? nearest(name, known) : nearest(name, known, 1);
}

/** The settings of the bundled fake, with what only it does. */
const ofTheFake = [
  ['TRACKER_DEFECT', 'has defects to choose from'],
  ['TRACKER_FAKE_PROFILE', 'can follow a profile'],
] as const;

function contradictions(env: Environment): string[] {
  const isSet = (name: keyof Environment) => env[name] !== undefined;
  const [hasUrl, hasUsername, hasPassword] = [
    isSet('TRACKER_URL'),
    isSet('TRACKER_USERNAME'),
    isSet('TRACKER_PASSWORD'),
  ];
  const [isBasic, isBearer] = [hasUsername || hasPassword, isSet('TRACKER_TOKEN')];
  const checks: [boolean, string][] = [
    [isBasic && isBearer, 'TRACKER_TOKEN contradicts TRACKER_USERNAME and TRACKER_PASSWORD: give one way to log in.'],
    [!isBearer && hasUsername && !hasPassword, 'TRACKER_PASSWORD is missing: TRACKER_USERNAME needs it.'],
    [!isBearer && hasPassword && !hasUsername, 'TRACKER_USERNAME is missing: TRACKER_PASSWORD needs it.'],
    [
      hasUrl && !isBasic && !isBearer,
      'TRACKER_USERNAME is missing: with TRACKER_URL a run needs TRACKER_USERNAME and TRACKER_PASSWORD, or TRACKER_TOKEN.',
    ],
    [
      !hasUrl && (isBasic || isBearer),
      'TRACKER_URL is missing: credentials are given, but not which tracker they are for.',
    ],
    [!hasUrl && isSet('TRACKER_SANDBOX'), 'TRACKER_URL is missing: TRACKER_SANDBOX describes a real tracker.'],
    [
      isSet('TRACKER_CLIENT_KEY') && !isSet('TRACKER_CLIENT_CERT'),
      'TRACKER_CLIENT_CERT is missing: TRACKER_CLIENT_KEY is its key.',
    ],
    ...ofTheFake.map(([setting, why]): [boolean, string] => [
      hasUrl && !isSet('TRACKER_SHARED_FAKE') && isSet(setting),
      `${setting} contradicts TRACKER_URL: only the bundled fake ${why}.`,
    ]),
    [
      hasUrl && env.TRACKER_MODE === 'isolated',
      'TRACKER_MODE=isolated contradicts TRACKER_URL: only the bundled fake gives every test a tracker of its own.',
    ],
  ];
  return checks.flatMap(([wrong, sentence]) => (wrong ? [sentence] : []));
}

function toSettings(env: Environment, proxies: Proxies, seed: number, runId: string): Omit<Settings, 'command'> {
  const login: Login =
    env.TRACKER_TOKEN === undefined
      ? { username: env.TRACKER_USERNAME ?? '', password: env.TRACKER_PASSWORD ?? '' }
      : { token: env.TRACKER_TOKEN };
  const external = ifSet(env.TRACKER_URL, (url) => {
    return { url, login, sandbox: readSetting('TRACKER_SANDBOX', env.TRACKER_SANDBOX, sandboxSchema) };
  });
  const tls = {
    ca: env.TRACKER_CA,
    clientCert: env.TRACKER_CLIENT_CERT,
    clientKey: env.TRACKER_CLIENT_KEY,
    insecure: env.TRACKER_INSECURE === 'on',
  };
  checkCertificates(tls);
  if (external !== undefined) refuseBadProxies(proxies);
  return {
    external,
    mode: external === undefined ? (env.TRACKER_MODE ?? 'isolated') : 'shared',
    sharedFake: env.TRACKER_SHARED_FAKE !== undefined,
    seed,
    runId,
    profile: ifSet(env.TRACKER_PROFILE, (profile) => readProfile('TRACKER_PROFILE', profile)),
    fakeAssumptions: ifSet(env.TRACKER_FAKE_PROFILE, (profile) => {
      return assumptionsOfProfile(readProfile('TRACKER_FAKE_PROFILE', profile));
    }),
    assumptions: readSetting('TRACKER_ASSUMPTIONS', env.TRACKER_ASSUMPTIONS, assumptionOverridesSchema),
    defect: env.TRACKER_DEFECT,
    basePaths: readSetting('TRACKER_BASE_PATHS', env.TRACKER_BASE_PATHS, basePathsSchema),
    basePathsSet: Object.keys(
      readSetting('TRACKER_BASE_PATHS', env.TRACKER_BASE_PATHS, z.record(z.string(), z.string())),
    ) as PathFamily[],
    modelCalls: env.TRACKER_MODEL_CALLS,
    timeout: env.TRACKER_TIMEOUT ?? 15_000,
    ...tls,
    headers: readSetting('TRACKER_HEADERS', env.TRACKER_HEADERS, headersSchema),
    proxies,
    rate: env.TRACKER_RATE,
    leaseWait: env.TRACKER_LEASE_WAIT ?? 1_800_000,
    outputDir: env.TRACKER_OUTPUT ?? OUTPUT,
    gate: env.TRACKER_GATE,
    gateDiffers: env.TRACKER_GATE_DIFFERS,
    gateFlaky: env.TRACKER_GATE_FLAKY,
    attach: env.TRACKER_ATTACH ?? 'failed',
    traceparent: env.TRACKER_TRACEPARENT !== 'off',
    reports: env.TRACKER_REPORTS ?? [],
    shards: env.TRACKER_SHARDS,
    observations: env.TRACKER_OBSERVATIONS,
    known: env.TRACKER_KNOWN,
    label: env.TRACKER_LABEL,
    build: env.TRACKER_BUILD ?? {},
  };
}

function ifSet<Value, Result>(value: Value | undefined, read: (value: Value) => Result): Result | undefined {
  return value === undefined ? undefined : read(value);
}

/** A new run id, which distinguishes this run's data from other runs' data: five digits and lower-case letters. */
export function newRunId(): string {
  return randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0');
}

/**
 * Settings overridden by a configuration's settings, as a worker has them. A configuration with the option
 * `trackerSettings` gives the same to its reports.
 *
 * @example
 * const trackerSettings: SettingsOption = { external: { url, login: { token }, sandbox: 'sandbox.json' } };
 * const settings = withTrackerSettings(loadSettings(), trackerSettings);
 * const target = describeTarget(settings);
 * @throws SettingsError
 */
export function withTrackerSettings(settings: Settings, trackerSettings: SettingsOption): Settings {
  const { profile, external, headers, ...others } = trackerSettings;
  const { basePaths } = trackerSettings;
  const merged: Settings = {
    ...settings,
    ...others,
    ...(external !== undefined && { external: readExternal(external), sharedFake: false }),
    ...(headers !== undefined && { headers: readSetting('trackerSettings.headers', headers, headersSchema) }),
    ...(profile !== undefined && { profile: readProfile('trackerSettings.profile', profile) }),
    ...(basePaths !== undefined && { basePathsSet: Object.keys(basePaths) as PathFamily[] }),
  };
  return { ...merged, mode: merged.external === undefined ? merged.mode : 'shared' };
}

function readExternal({ url, login, sandbox }: ExternalOption): ExternalTracker {
  const parsed = trackerUrlSchema.safeParse(url);
  if (!parsed.success) {
    throw new SettingsError([`trackerSettings.external.url ${parsed.error.issues[0]?.message ?? 'is no URL'}.`]);
  }
  return { url: parsed.data, login, sandbox: readSetting('trackerSettings.external.sandbox', sandbox, sandboxSchema) };
}

/** The secrets of the settings, which must be in no report: passwords, tokens, names with passwords, headers. */
export function secretsOf({
  external,
  proxies,
  headers,
}: Pick<Settings, 'external' | 'proxies' | 'headers'>): string[] {
  if (external === undefined) return [];
  const { login, sandbox, url } = external;
  const users = sandboxUsers.map((user) => sandbox[user]);
  const logins: (Login | undefined)[] = [login, ...users, proxyFor(url, proxies)?.login];
  const tokens = users.map((user) => user?.token ?? '');
  const secrets = logins.flatMap((one) => (one === undefined ? [] : secretsIn(one)));
  return [...secrets, ...tokens, ...secretsInHeaders(headers)].filter((one) => one !== '');
}

function secretsIn(login: Login): string[] {
  if ('token' in login && !('password' in login)) return [login.token];
  const { username, password } = login as Exclude<Login, { token: string }>;
  // A header has both in base64. That of a login without a password holds no secret.
  return password === '' ? [] : [password, `${username}:${password}`];
}
