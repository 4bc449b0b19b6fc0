import { endpoints } from '../../contracts/index.js';
import type { Endpoints } from '../../contracts/index.js';
import { callerOf } from '../../fixtures/http/caller.js';
import type { RemoteTracker, Settings } from '../../fixtures/index.js';
import { createSetupClient } from '../../fixtures/http/setup-client.js';
import type { SetupClient } from '../../fixtures/http/setup-client.js';
import { setupTransport } from '../../fixtures/http/tracker-transports.js';
import type { Patient } from './check.js';
import { watchTransport } from './watch-transport.js';

/** Gets ready to look at the tracker of these settings. Nothing is sent yet. @throws SettingsError */
export function openPatient(settings: Settings, remote: RemoteTracker): Patient {
  const transport = watchTransport((watch) => setupTransport(settings, remote.url, watch));
  const caller = callerOf(remote.login);
  const clients = new Map<string, SetupClient<Endpoints>>();
  return {
    settings,
    remote,
    caller,
    transport,
    read: (basePaths = settings.basePaths, as = caller) => {
      const key = JSON.stringify([basePaths, as.authorization]);
      const client =
        clients.get(key) ??
        readOnce(createSetupClient(endpoints, { baseUrl: remote.url, basePaths, transport, caller: as }));
      clients.set(key, client);
      return client;
    },
  };
}

/** The same client; a call that was made with the same request before is not made again. */
function readOnce(client: SetupClient<Endpoints>): SetupClient<Endpoints> {
  const calls = Object.entries(client).map(([name, call]) => {
    const made = new Map<string, unknown>();
    const once = (request: object | undefined) => {
      const key = JSON.stringify(request ?? {});
      if (!made.has(key)) made.set(key, (call as (request: object | undefined) => unknown)(request));
      return made.get(key);
    };
    return [name, once] as const;
  });
  return Object.fromEntries(calls) as unknown as SetupClient<Endpoints>;
}
