import { endpoints } from '../../contracts/index.js';
import type { BasePaths, Endpoints } from '../../contracts/index.js';
import type { Looking } from '../../fixtures/discovery/discover.js';
import { SetupError } from '../../fixtures/errors.js';
import { credentialsOf } from '../../fixtures/http/credentials.js';
import { createSetupClient } from '../../fixtures/http/setup-client.js';
import type { SetupClient } from '../../fixtures/http/setup-client.js';
import { setupTransport } from '../../fixtures/http/tracker-transports.js';
import type { IncomingAnswer, OutgoingRequest, Retry, Transport, WireWatch } from '../../fixtures/http/transport.js';
import type { Credentials, Settings } from '../../fixtures/index.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';

export interface Context {
  readonly settings: Settings;
  readonly external: ExternalTracker;
  readonly workers: number;
  readonly caller: Credentials;
  /** Sends only GET requests. Each is sent once, and its answer is used again. */
  readonly transport: WatchedTransport;
  /** The same, as what looks for APIs takes it. */
  readonly looking: Looking;
  readonly read: (basePaths?: BasePaths, caller?: Credentials) => SetupClient<Endpoints>;
}

/** The most bytes that the doctor reads of an answer: it keeps all answers, and expects short ones. */
const ANSWER_LIMIT = 16_000_000;

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
    looking: { baseUrl: external.url, transport, caller },
    read: (basePaths = settings.basePaths, as = caller) =>
      createSetupClient(endpoints, { baseUrl: external.url, basePaths, transport, caller: as }),
  };
}

/** A transport that sends nothing but GET and HEAD, and each only once. */
interface WatchedTransport extends Transport {
  readonly answers: readonly IncomingAnswer[];
  readonly retries: readonly Retry[];
}

/** Opens a transport that stops each request that could change something, and sends no request twice. */
function watchTransport(open: (watch: WireWatch) => Transport): WatchedTransport {
  const retries: Retry[] = [];
  const transport = open({ waits: () => undefined, retries: (retry) => retries.push(retry) });
  const answers: IncomingAnswer[] = [];
  const sent = new Map<string, Promise<IncomingAnswer>>();
  const send = async (request: OutgoingRequest): Promise<IncomingAnswer> => {
    const answer = await transport(request);
    answers.push(answer);
    return answer;
  };
  const sendOnce = async (request: OutgoingRequest): Promise<IncomingAnswer> => {
    const { method, url, headers, body } = request;
    if (!['GET', 'HEAD'].includes(method)) {
      throw new Error(`${method} ${url} is not sent: the doctor only reads. This is a defect of it.`);
    }
    const key = JSON.stringify([method, url, headers['Authorization'], body]);
    const answer = sent.get(key) ?? send(request);
    sent.set(key, answer);
    return answer;
  };
  return Object.assign(sendOnce, { answers, retries });
}

/** Runs a read. A refusal is a result too; any other error is thrown. */
export async function tryRead<Data>(
  read: () => Promise<Data>,
): Promise<
  { readonly data: Data; readonly refused?: never } | { readonly data?: never; readonly refused: SetupError }
> {
  try {
    return { data: await read() };
  } catch (error) {
    if (error instanceof SetupError) return { refused: error };
    throw error;
  }
}
