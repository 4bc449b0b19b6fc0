import type { IncomingMessage, RequestListener } from 'node:http';
import { test as base } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { TenantOptions } from '../../../fake/tenants/tenants.js';
import type { ExternalTracker } from '../../../client/settings/settings.js';
import { sharedWorld } from '../../../provide/shared/shared-world.js';
import { runChecks, predict } from '../../../cli/doctor.js';
import { openContext } from '../../../cli/doctor/check.js';
import { settingsFor, settingsIn } from '../cli/command.js';
import { closeServers, serve } from '../wire/servers.js';
import { TestClock } from '../wire/test-clock.js';

export interface DoctorOptions {
  readonly url?: string;
  readonly login?: ExternalTracker['login'];
  readonly sandbox?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** For how many workers of a run the sandbox has to name enough. */
  readonly workers?: number;
}

// Made once in each worker: making it takes as long as what a test does with it.
const { world, login, sandbox } = sharedWorld(1);

/** A tracker that others use, on which the doctor runs its checks. */
export type Subject = Awaited<ReturnType<typeof openSubject>>;

async function openSubject(folder: string) {
  const fake = await startFake({ contextPath: null });
  const open = (options: TenantOptions) => fake.control.open({ name: 'x', world, ...options });
  let tenant = open({});
  const url = `${fake.url}/x`;
  return {
    get tenant() {
      return tenant;
    },
    url,
    login,
    /** The sandbox as JSON has it: everything the tracker has for the suite. */
    sandbox,
    world,
    reopen: (options: TenantOptions) => {
      tenant.close();
      tenant = open(options);
    },
    runChecks: async ({ workers, env, ...options }: DoctorOptions = {}) => {
      const named = settingsFor({ url, login, sandbox, ...options });
      const { settings, error } = settingsIn(folder, { ...named, TRACKER_OUTPUT: folder, ...env });
      if (settings === undefined) throw error;
      Object.assign(settings, { clock: new TestClock() });
      const context = openContext(settings, settings.external as ExternalTracker, workers);
      const results = await runChecks(context);
      /** The lines of a check, as `state text → remedy`. */
      const of = (name: string) =>
        results.lines
          .filter(({ check }) => check === name)
          .map(({ state, text, remedy }) => [`${state}: ${text}`, remedy].filter(Boolean).join(' → '));
      return { ...results, context, predictions: predict(context, results.facts), of };
    },
    serve: async (listener: RequestListener) => (await serve(listener)).url,
    close: () => fake.close(),
  };
}

export const test = base.extend<{ subject: Subject }>({
  subject: async ({}, use, testInfo) => {
    const subject = await openSubject(testInfo.outputPath('cwd'));
    await use(subject);
    closeServers();
    await subject.close();
  },
});

export function answer(
  response: Parameters<RequestListener>[1],
  status: number,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof json === 'string' ? json : JSON.stringify(json));
}

export function isFor({ url = '' }: IncomingMessage, path: string): boolean {
  return url.endsWith(`/rest/api/2${path}`);
}

export const serverInfo = {
  baseUrl: 'http://tracker.test',
  version: '9.12.0',
  versionNumbers: [9, 12, 0],
  deploymentType: 'Server',
  buildNumber: 912_000,
  serverTitle: 'Stub',
};
