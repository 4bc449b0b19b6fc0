import type { IncomingMessage, RequestListener } from 'node:http';
import { test as base } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { TenantControl } from '../../../fake/index.js';
import type { TenantOptions } from '../../../fake/tenants/tenants.js';
import type { WorldInput } from '../../../contracts/index.js';
import type { ExternalTracker } from '../../../client/settings/settings.js';
import { sharedWorld } from '../../../provide/shared/shared-world.js';
import { runChecks, predict } from '../../../cli/doctor.js';
import type { CheckResults, Prediction } from '../../../cli/doctor.js';
import { openContext } from '../../../cli/doctor/check.js';
import type { Context } from '../../../cli/doctor/check.js';
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

export interface DoctorResults extends CheckResults {
  readonly context: Context;
  readonly predictions: readonly Prediction[] | undefined;
  /** The lines of a check, as `state text → remedy`. */
  of(check: string): string[];
}

/** A tracker that others use, on which the doctor runs its checks. */
export interface Subject {
  readonly tenant: TenantControl;
  readonly url: string;
  readonly login: { readonly username: string; readonly password: string };
  /** The sandbox as JSON has it: everything the tracker has for the suite. */
  readonly sandbox: ReturnType<typeof sharedWorld>['sandbox'];
  readonly world: WorldInput;
  reopen(options: TenantOptions): void;
  runChecks(options?: DoctorOptions): Promise<DoctorResults>;
  serve(listener: RequestListener): Promise<string>;
}

// Made once in each worker: making it takes as long as what a test does with it.
const { world, login, sandbox } = sharedWorld(1);

export const test = base.extend<{ subject: Subject }>({
  subject: async ({}, use, testInfo) => {
    const fake = await startFake({ contextPath: null });
    const open = (options: TenantOptions) => fake.control.open({ name: 'x', world, ...options });
    let tenant = open({});
    const url = `${fake.url}/x`;
    await use({
      get tenant() {
        return tenant;
      },
      url,
      login,
      sandbox,
      world,
      reopen: (options) => {
        tenant.close();
        tenant = open(options);
      },
      runChecks: async ({ workers, env, ...options } = {}) => {
        const folder = testInfo.outputPath('cwd');
        const named = settingsFor({ url, login, sandbox, ...options });
        const { settings, error } = settingsIn(folder, { ...named, TRACKER_OUTPUT: folder, ...env });
        if (settings === undefined) throw error;
        Object.assign(settings, { clock: new TestClock() });
        const context = openContext(settings, settings.external as ExternalTracker, workers);
        const results = await runChecks(context);
        const of = (name: string) =>
          results.lines
            .filter(({ check }) => check === name)
            .map(({ state, text, remedy }) => [`${state}: ${text}`, remedy].filter(Boolean).join(' → '));
        return { ...results, context, predictions: predict(context, results.facts), of };
      },
      serve: async (listener) => (await serve(listener)).url,
    });
    closeServers();
    await fake.close();
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
