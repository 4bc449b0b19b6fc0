import type { FullConfig } from '@playwright/test';
import * as z from 'zod';
import { runTargetSchema, parseJson, pluginPrefix, unchecked } from '../contracts/index.js';
import type { RunTarget, RunTelling, Profile, TrackerIdentity } from '../contracts/index.js';
import { look, sendGet } from './external/discovery/discover.js';
import type { Looking } from './external/discovery/discover.js';
import { SettingsError } from '../client/errors.js';
import { redact, asPublic } from '../client/secrets.js';
import { secretsOf } from '../client/settings/load-settings.js';
import type { Settings, ExtensionVersions } from '../client/settings/settings.js';
import { trackerEndpoints } from '../contracts/tracker/endpoints.js';
import { credentialsOf, loginsOf } from '../client/credentials.js';
import { createSetupClient } from '../client/setup-client.js';
import { setupTransport } from '../client/tracker-transports.js';
import { undiciTransport } from '../client/undici-transport.js';
import { explainMyself } from './external/outage/explain-answer.js';
import { explainFailure, inSentences } from '../client/wire-errors.js';

/**
 * The tracker of a run with these settings, for the reports. A fake that follows another profile than the specs expect
 * counts as a tracker, because its answers are not known.
 */
export function describeTarget(settings: Settings): RunTarget {
  const { external, mode, sharedFake, seed, fakeAssumptions } = settings;
  const fake = external === undefined || sharedFake;
  const shared = external !== undefined || mode === 'shared';
  const insecure = isInsecure(settings);
  return {
    kind: fake && fakeAssumptions === undefined ? 'fake' : 'tracker',
    mode: shared ? 'shared' : 'isolated',
    name: fake
      ? `fake (${traitsOf(settings, shared).join(', ')})`
      : `${external.url}${insecure ? `: ${unchecked}` : ''}`,
    seed,
    disposable: !shared || external?.sandbox.disposable === true,
    ...(insecure && { insecure }),
    told: tellingOf(settings),
  };
}

/** Whether the certificate of the tracker is not checked. */
export function isInsecure({ external, sharedFake, insecure }: Settings): boolean {
  return insecure && !sharedFake && external?.url.startsWith('https:') === true;
}

function tellingOf(settings: Settings): RunTelling {
  const { label, build, profile, command } = settings;
  return {
    extensions: build,
    ...(label !== undefined && { label }),
    ...(profile !== undefined && {
      profile: `${profile.tracker.version}, observed ${profile.observedAt.slice(0, 10)}`,
    }),
    ...(command !== undefined && { command: redact(command, secretsOf(settings)) }),
  };
}

function traitsOf({ seed, defect, fakeAssumptions }: Settings, shared: boolean): string[] {
  return [
    shared ? 'shared' : 'isolated',
    `seed ${seed}`,
    ...(defect === undefined ? [] : [`defect ${defect}`]),
    ...(fakeAssumptions === undefined ? [] : ['with a profile of its own']),
  ];
}

/**
 * With the option `trackerSettings` a configuration can give its workers another tracker than its reports.
 *
 * @param reported the configuration's `metadata.target`; a configuration without it has no such reports
 */
export function requireReported(target: RunTarget, reported: unknown): void {
  const { data } = runTargetSchema.safeParse(reported);
  if (data === undefined || reportedNameOf(target) === reportedNameOf(data)) return;
  throw new SettingsError([
    `The tests would run against ${reportedNameOf(target)}, and the reports would say ${reportedNameOf(data)}: ` +
      'in playwright.config.ts give describeTarget(…) and trackerReporters(…) the settings that the tests have, ' +
      'withTrackerSettings(loadSettings(), trackerSettings).',
  ]);
}

/** Whether the reporter of this package judges the run, and says in its closing lines which tests were not run. */
export function hasOwnReporter({ reporter }: Pick<FullConfig, 'reporter'>): boolean {
  return reporter.some(([name]) => /\bmatrix-reporter\.[jt]s$/.test(name));
}

/** The properties that the reports must not get wrong. Each failed test names the seed and the defect of a fake. */
function reportedNameOf({ kind, mode, name, disposable }: RunTarget): string {
  if (kind === 'fake') return `the bundled fake (${mode})`;
  return disposable ? `${name}, which is disposable` : name;
}

/** The identity of the tracker of the settings, or of the bundled fake if they name none. @throws SetupError */
export async function identifyTracker(settings: Settings): Promise<Profile['tracker']> {
  const { external, basePaths, timeout } = settings;
  const read = async (setup: Setup) => {
    const { product: title, version, edition, build } = await askIdentity(setup);
    return { title, version, edition, build: Number(build) };
  };
  if (external !== undefined) {
    const [transport, caller] = [setupTransport(settings, external.url), credentialsOf(external.login)];
    return { url: external.url, ...(await read({ baseUrl: external.url, basePaths, transport, caller })) };
  }
  const { startFake } = await import('./isolated/fake-host.js');
  const fake = await startFake();
  try {
    const caller = credentialsOf({ username: 'admin', password: 'admin' });
    return await read({ baseUrl: fake.url, basePaths, transport: undiciTransport(timeout), caller });
  } finally {
    await fake.close();
  }
}

type Setup = Parameters<typeof createSetupClient>[1];

/** The identity that a tracker gives of itself, for the reports. @throws SetupError, UnreachableError */
export async function askIdentity(setup: Setup): Promise<TrackerIdentity> {
  const info = await createSetupClient(trackerEndpoints, setup).getServerInfo();
  const { serverTitle: product, version, buildNumber, deploymentType: edition, scmInfo = '' } = info;
  const [, defect] = /^defect (\S+)$/.exec(scmInfo) ?? [];
  return { product, version, build: String(buildNumber), edition, ...(defect !== undefined && { defect }) };
}

/** @returns why a run against it makes no sense; undefined if it answers, or if the run starts its own fake */
export async function trackerUnreachableReason(settings: Settings): Promise<string | undefined> {
  const { external, basePaths } = settings;
  if (external === undefined) return undefined;
  const [login] = loginsOf(external);
  const baseUrl = external.url;
  const path = `${basePaths.tracker}/myself`;
  const request = { method: 'GET', url: `${baseUrl}${path}` };
  try {
    const transport = setupTransport(settings, baseUrl);
    const answer = await sendGet({ baseUrl, transport, caller: login.caller }, path);
    const wrong = explainMyself(answer, { request, baseUrl, login });
    return wrong && `At ${asPublic(external.url)}: ${inSentences(wrong)}`;
  } catch (error) {
    return `At ${asPublic(external.url)}: ${inSentences(explainFailure(error, request.url))}`;
  }
}

const pluginSchema = z.looseObject({ version: z.string().min(1) });

/** Read from the tracker's plugin manager. Only an administrator may read them: a refusal leaves the version out. */
export async function askPlugins(
  build: ExtensionVersions,
  looking: Looking,
): Promise<NonNullable<TrackerIdentity['extensions']>> {
  const named = Object.entries(build).filter(([, version]) => version.startsWith(pluginPrefix));
  const found: [string, string][] = [];
  for (const [api, plugin] of named) {
    const key = encodeURIComponent(plugin.slice(pluginPrefix.length).trim());
    const { status, body } = await look(looking, `/rest/plugins/1.0/${key}-key`);
    const { data } = pluginSchema.safeParse(parseJson(body.toString('utf8')));
    if (status === 200 && data !== undefined) found.push([api, data.version]);
  }
  return Object.fromEntries(found);
}
