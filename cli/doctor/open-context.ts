import { endpoints } from '../../contracts/index.js';
import { credentialsOf } from '../../fixtures/http/credentials.js';
import type { ExternalTracker, Settings } from '../../fixtures/index.js';
import { createSetupClient } from '../../fixtures/http/setup-client.js';
import { setupTransport } from '../../fixtures/http/tracker-transports.js';
import type { Context } from './check.js';
import { watchTransport } from './watch-transport.js';

/** The most bytes that the doctor reads of an answer: it keeps all answers, and expects short ones. */
const ANSWER_LIMIT = 16_000_000;

/** The number of workers that is assumed if `--workers` is left out. */
const USUAL_WORKERS = 4;

/** Gets ready to look at the tracker of these settings. Nothing is sent yet. @throws SettingsError */
export function openContext(settings: Settings, external: ExternalTracker, workers = USUAL_WORKERS): Context {
  const transport = watchTransport((watch) => setupTransport(settings, external.url, watch, ANSWER_LIMIT));
  const caller = credentialsOf(external.login);
  return {
    settings,
    external,
    workers,
    caller,
    transport,
    read: (basePaths = settings.basePaths, as = caller) =>
      createSetupClient(endpoints, { baseUrl: external.url, basePaths, transport, caller: as }),
  };
}
