import type { BasePaths, Endpoints, Api, Field, ProjectPermission } from '../../contracts/index.js';
import { sandboxUsers } from '../../client/settings/sandbox.js';
import type { FieldRole } from '../../provide/external/discovery/complete-sandbox.js';
import type { DataOf } from '../../client/api-client.js';
import type { Explanation } from '../../client/wire-errors.js';
import type { Credentials, Settings } from '../../fixtures/index.js';
import type { Sandbox } from '../../client/settings/sandbox.js';
import { asPublic } from '../../client/secrets.js';
import type { ExternalTracker } from '../../client/settings/settings.js';
import { sendGet } from '../../provide/external/discovery/discover.js';
import type { IncomingAnswer, OutgoingRequest, Retry, Transport, WireWatch } from '../../client/transport.js';
import { explainFailure } from '../../client/wire-errors.js';
import { nearest, endpoints } from '../../contracts/index.js';
import type { Looking } from '../../provide/external/discovery/discover.js';
import { SetupError } from '../../client/errors.js';
import { credentialsOf } from '../../client/credentials.js';
import { createSetupClient } from '../../client/setup-client.js';
import type { SetupClient } from '../../client/setup-client.js';
import { allowReads, guardedBy } from '../../provide/external/guard/guard.js';
import { setupTransport } from '../../client/tracker-transports.js';

export interface SandboxProject {
  readonly key: string;
  readonly templatePostFunction: Sandbox['projects'][number]['templatePostFunction'];
  readonly serviceDesk: boolean;
  /** How many issue types it has that are no sub-task types. */
  readonly issueTypes: number;
  readonly requestTypes: number;
  /** Whether a request type has the number of an issue type. */
  readonly sameNumber: boolean;
}

export type SandboxConnection = Sandbox['connections'][number] & {
  /** The attributes it synchronizes; empty if it is not enabled. */
  readonly attributes: readonly string[];
};

/** The results of the checks so far, for later checks and the prediction. Undefined means unknown. */
export interface Facts {
  /** Whether something answers that may be a tracker. */
  readonly answers?: true;
  readonly serverInfo?: DataOf<Endpoints['getServerInfo']>;
  /** The tracker's clock minus this machine's, in milliseconds. */
  readonly clockSkew?: number;
  readonly user?: DataOf<Endpoints['getMyself']>;
  readonly administers?: boolean;
  /** The permissions that the user lacks, by the key of the sandbox project; those without a gap are left out. */
  readonly lacking?: Readonly<Record<string, readonly ProjectPermission[]>>;
  readonly answering?: ReadonlySet<Api>;
  readonly refusing?: ReadonlySet<Api>;
  readonly serviceDesk?: boolean;
  readonly basePaths?: BasePaths;
  readonly fields?: readonly Field[];
  readonly fieldsFound?: ReadonlySet<FieldRole>;
  readonly names?: Pick<Sandbox, 'tests' | 'templateField'>;
  /** The sandbox projects that exist. The same goes for `testManagementProjects` and `connections`. */
  readonly projects?: readonly SandboxProject[];
  readonly testManagementProjects?: readonly Sandbox['tests']['projects'][number][];
  /** The templates that a test can take: they exist, have their fields, and are not in use. */
  readonly templates?: readonly Sandbox['templates'][number][];
  readonly connections?: readonly SandboxConnection[];
  /** The data that the sandbox names but the tracker lacks. A test that gets such data fails. */
  readonly broken?: Readonly<Partial<Record<BrokenKind, readonly string[]>>>;
  readonly plainUser?: KnownUser;
  /** Whether plainUser may create issues, by the key of each test project in which it edits some. */
  readonly plainUserCreates?: Readonly<Record<string, boolean>>;
  readonly whitelistedUser?: KnownUser;
}

interface KnownUser {
  readonly logsIn: boolean;
  /** Whether the sandbox says something wrong of this user. */
  readonly isWrong: boolean;
}

export type BrokenKind = 'projects' | 'testManagementProjects' | 'templates' | 'connections';

export interface Seen {
  readonly findings: readonly CheckFinding[];
  readonly facts?: Facts;
}

export interface Check {
  readonly name: string;
  /** The facts that the check needs, each with the text of the report if it is unknown. */
  readonly needs?: Readonly<Partial<Record<keyof Facts, string>>>;
  readonly look: (context: Context, facts: Facts) => Promise<Seen | CheckFinding> | Seen | CheckFinding;
}

export interface CheckFinding {
  /**
   * - `ok`: it is as a run needs it
   * - `missing`: it is not as a run needs it, so tests will fail or be skipped
   * - `assumed`: the settings or the documents say so, and no read shows it; a run relies on it
   * - `warning`: a run works with it, but the user should know
   * - `not checked`: something else is missing, so it could not be checked
   */
  readonly state: 'ok' | 'missing' | 'assumed' | 'warning' | 'not checked';
  readonly text: string;
  readonly remedy?: string;
}

export function ok(text: string): CheckFinding {
  return { state: 'ok', text };
}

export function missing(text: string, remedy: string): CheckFinding {
  return { state: 'missing', text, remedy };
}

export function assumedToHold(text: string): CheckFinding {
  return { state: 'assumed', text };
}

export function missingAs({ text, remedy }: Explanation): CheckFinding {
  return missing(text, remedy);
}

export function warning(text: string, remedy: string): CheckFinding {
  return { state: 'warning', text, remedy };
}

export function notChecked(text: string): CheckFinding {
  return { state: 'not checked', text };
}

/** The name of a user for the report. Only one from the settings is public. */
export function nameOfUser({ login, sandbox }: ExternalTracker, name: string): string {
  const users = sandboxUsers.map((user) => sandbox[user]?.username);
  const named = ['username' in login ? login.username : undefined, ...users];
  return named.some((known) => known?.toLowerCase() === name.toLowerCase()) ? asPublic(name) : name;
}

/** An answer of the tracker's own API, with its URL and when it was there in milliseconds; or why there is none. */
export type AskedTracker =
  | { readonly answer: IncomingAnswer; readonly url: string; readonly at: number; readonly finding?: never }
  | { readonly finding: CheckFinding };

export async function askTracker(
  { external, settings, transport }: Context,
  path: string,
  caller: Credentials,
): Promise<AskedTracker> {
  const place = `${settings.basePaths.tracker}${path}`;
  const url = `${external.url}${place}`;
  try {
    const answer = await sendGet({ baseUrl: external.url, transport, caller }, place);
    return { answer, url, at: Date.now() };
  } catch (error) {
    return { finding: missingAs(explainFailure(error, url)) };
  }
}

/** A look at something that the sandbox names: what the tracker has of it, undefined if no test can take it. */
export interface LookAtNamed<There> {
  readonly finding: CheckFinding;
  readonly there?: There;
}

/** What a test can't take and is missing counts as broken. @param none the finding if the sandbox names nothing of the kind */
export async function lookAtNamed<Named, There>(
  kind: BrokenKind,
  facts: Facts,
  named: readonly Named[],
  none: CheckFinding,
  nameOf: (named: Named) => string,
  lookAt: (named: Named) => Promise<LookAtNamed<There>>,
): Promise<Seen> {
  if (named.length === 0) return { findings: [none], facts: { [kind]: [] } };
  const looks: (LookAtNamed<There> & { readonly name: string })[] = [];
  for (const one of named) looks.push({ name: nameOf(one), ...(await lookAt(one)) });
  const broken = looks.filter(({ there, finding }) => there === undefined && finding.state === 'missing');
  return {
    findings: looks.map(({ finding }) => finding),
    facts: {
      [kind]: looks.flatMap(({ there }) => there ?? []),
      broken: { ...facts.broken, ...(broken.length > 0 && { [kind]: broken.map(({ name }) => name) }) },
    },
  };
}

/** The names that another name may mean, as the end of a sentence: they differ in case, blanks, marks or a few letters. */
export function meantNames(wanted: string, names: readonly string[]): string {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = names.filter((name) => plain(name) === plain(wanted));
  const alike = same.length > 0 ? same : names.filter((name) => plain(name).includes(plain(wanted)));
  const near = alike.length > 0 ? alike.slice(0, 3) : nearest(wanted, names);
  return near.length === 0 ? '' : `; is it ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

export interface Context {
  readonly settings: Settings;
  readonly external: ExternalTracker;
  readonly workers: number;
  readonly caller: Credentials;
  /** Sends each request once, and uses its answer again. */
  readonly transport: WatchedTransport;
  readonly looking: Looking;
  readonly read: (basePaths?: BasePaths, caller?: Credentials) => SetupClient<Endpoints>;
}

const USUAL_WORKERS = 4;

/** Gets ready to look at the tracker of these settings. Nothing is sent yet. @throws SettingsError */
export function openContext(settings: Settings, external: ExternalTracker, workers = USUAL_WORKERS): Context {
  const transport = watchTransport((watch) => setupTransport(settings, external.url, watch));
  const caller = credentialsOf(external.login);
  return {
    settings,
    external,
    workers,
    caller,
    transport,
    looking: { baseUrl: external.url, transport, caller },
    read: (basePaths = settings.basePaths, as = caller) =>
      createSetupClient(endpoints, {
        baseUrl: external.url,
        basePaths,
        transport,
        caller: as,
        around: guardedBy(allowReads),
      }),
  };
}

interface WatchedTransport extends Transport {
  readonly answers: readonly IncomingAnswer[];
  readonly retries: readonly Retry[];
}

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
