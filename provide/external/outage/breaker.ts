import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson, runNotesFolder } from '../../../contracts/index.js';
import { loginsOf } from '../../../client/credentials.js';
import type { RunLogin } from '../../../client/credentials.js';
import { reasonOf, TrackerOutageError } from '../../../client/errors.js';
import { print } from '../../../client/print.js';
import { asPublic, withoutSecrets } from '../../../client/secrets.js';
import { makeFolder } from '../../../client/settings/output-folder.js';
import type { ExternalTracker, Settings } from '../../../client/settings/settings.js';
import { plainTransport } from '../../../client/tracker-transports.js';
import { systemClock } from '../../../client/transport.js';
import type { Clock, OutgoingRequest, Transport, WireWatch } from '../../../client/transport.js';
import { explainFailure, inSentences } from '../../../client/wire-errors.js';
import { explainMyself, problemOf } from './explain-answer.js';

/** The waits before the calls of a check, in milliseconds. If the tracker answers in between, there is no outage. */
const PAUSES = [0, 500, 1_500, 3_000];

/** How long a call of a check may take, in milliseconds, if the settings do not say less. */
const LONGEST_ASK = 10_000;

const LONGEST_CHECK = PAUSES.reduce((sum, pause) => sum + pause + LONGEST_ASK, 0);

/** How long a passed check counts for all calls of one kind, in milliseconds. */
const TRUSTED = 60_000;

/** After how many tests a refusal of set-up is known well enough. */
const REFUSED_TESTS = 3;

/** The name of an outage that affects every test. */
const TRACKER = 'tracker';

/** Problems that may pass by themselves soon. */
const PASSING = ['not available', 'too many requests', 'no answer'];

export interface OutageWatch extends Pick<WireWatch, 'waits'> {
  /** Gets the reason if a call fails because of an outage. */
  readonly outage: (reason: string) => void;
}

export interface BreakerSetup extends OutageWatch {
  readonly url: string;
  /** A GET that every user of a tracker may send. */
  readonly checkUrl: string;
  readonly logins: readonly RunLogin[];
  /** The state of the run: all its workers add lines to it, and the first line about something counts. */
  readonly file: string;
  /** Sends a request of a check, at once and only once. */
  readonly ask: Transport;
  readonly write: (text: string) => void;
  readonly clock: Clock;
}

/** A sign of an outage, which may concern only one call. */
interface Sign {
  /** The login of an answer that looks wrong; undefined if no answer came at all. */
  readonly login?: RunLogin | undefined;
  /** The kind of call for which a passed check counts. */
  readonly kind?: string;
  /** What happened, if no answer came. */
  readonly cause?: string;
}

interface Check {
  until: number;
  readonly ended: Promise<void>;
}

/** Why the tracker or a login can't be used, or a refusal of set-up that a test has met. */
interface Note {
  readonly of: string;
  readonly by: string;
  readonly text: string;
}

/** A circuit breaker between a run and its tracker. A check decides about a sign of an outage; then no worker sends calls. */
export class Breaker {
  readonly #setup: BreakerSetup;
  readonly #id = randomUUID();
  /** The checks of this worker that go on, or have passed and count for calls of the same login and kind. */
  readonly #checks = new Map<string, Check>();
  /** Notes that could not be written, for example because the disk is full: only this worker knows them. */
  readonly #unwritten: Note[] = [];

  constructor(setup: BreakerSetup) {
    this.#setup = setup;
  }

  /** Why the tracker can't be used, in general or with these credentials, as sentences; undefined if it can. */
  reasonFor(authorization?: string): string | undefined {
    return this.#reason(this.#loginOf(authorization));
  }

  /** Why tests of the run are not run: one sentence or more for each outage. */
  get reasons(): string[] {
    return [...new Set(this.#setup.logins.flatMap((login) => this.#reason(login) ?? []))];
  }

  /** Logs in once with each login of the run, before its workers do: trackers lock accounts after a few refusals. */
  async begin(): Promise<void> {
    rmSync(this.#setup.file, { force: true });
    for (const login of this.#setup.logins) await this.#check({ login });
  }

  /** A transport that sends nothing during an outage. @throws TrackerOutageError */
  through(transport: Transport): Transport {
    const send: Transport = async (request) => {
      const login = this.#loginOf(request.headers['Authorization']);
      this.#throwIfOut(login);
      const answer = await transport(request).catch(async (error: unknown) => {
        await this.#check({ cause: `${request.method} ${request.url} got no answer: ${reasonOf(error)}` });
        this.#throwIfOut(login);
        throw error;
      });
      const problem = login && problemOf(answer);
      // For a call under test a rate limit is an answer like any other; a set-up call has tried again before.
      if (problem === undefined || (problem === 'too many requests' && answer.tried === undefined)) return answer;
      await this.#check({ login, kind: `${problem}: ${kindOf(request)}` });
      this.#throwIfOut(login);
      return answer;
    };
    return send;
  }

  /** Whether several other tests have met a refusal of set-up. */
  isRefusalOfOthers(what: string, test: string): boolean {
    const of = hashOf(what);
    const first = () => [...new Set(this.#notesOf(of).map(({ by }) => by))].slice(0, REFUSED_TESTS);
    if (first().length < REFUSED_TESTS) this.#add({ of, by: test, text: '' });
    return !first().includes(test);
  }

  #loginOf(authorization: string | undefined): RunLogin | undefined {
    if (authorization === undefined) return undefined;
    return this.#setup.logins.find(({ caller }) => caller.authorization === authorization);
  }

  #reason(login?: RunLogin): string | undefined {
    return [TRACKER, login?.id ?? TRACKER].flatMap((of) => this.#notesOf(of))[0]?.text;
  }

  #throwIfOut(login: RunLogin | undefined): void {
    const reason = this.#reason(login);
    if (reason === undefined) return;
    this.#setup.outage(reason);
    throw new TrackerOutageError(asPublic(reason));
  }

  /** Calls of one worker that meet the same sign wait for one check. */
  #check(sign: Sign): Promise<void> {
    const { clock } = this.#setup;
    const of = `${sign.login?.id} ${sign.kind}`;
    const known = this.#checks.get(of);
    if (known !== undefined && clock.now() < known.until) return known.ended;
    const ended = this.#decide(sign).finally(() => {
      check.until = sign.kind === undefined ? 0 : clock.now() + TRUSTED;
    });
    const check: Check = { until: Infinity, ended };
    this.#checks.set(of, check);
    return ended;
  }

  /** Asks once, and again with pauses as long as the problem may pass by itself. */
  async #decide(sign: Sign): Promise<void> {
    const { clock, waits } = this.#setup;
    const since = new Date(clock.now()).toISOString().slice(11, 19);
    waits(LONGEST_CHECK);
    for (const pause of PAUSES) {
      await clock.sleep(pause);
      if (this.#reason(sign.login) !== undefined) return;
      const found = await this.#ask(sign);
      if (found === undefined) return;
      if (!PASSING.includes(found.problem) || pause === PAUSES.at(-1)) this.#stop(sign, found, since);
    }
  }

  /** @returns what is wrong, and in sentences with its remedy; undefined if nothing is */
  async #ask({ login, cause, kind }: Sign): Promise<{ readonly problem: string; readonly text: string } | undefined> {
    const { ask, checkUrl, url: baseUrl } = this.#setup;
    // Without a login any answer will do. The first page as browsers ask for it has no login, and no simulated failure of the fake.
    const [url, Accept] =
      login === undefined ? [new URL('/', baseUrl).href, 'text/html'] : [checkUrl, 'application/json'];
    const { authorization } = login?.caller ?? {};
    const headers = { Accept, ...(authorization !== undefined && { Authorization: authorization }) };
    const request = { method: 'GET', url, headers, body: undefined };
    try {
      const answer = await ask(request);
      if (login === undefined) return undefined;
      const problem = problemOf(answer) ?? (answer.status === 403 ? 'refused login' : undefined);
      // Before the first test a rate limit is no outage: set-up calls wait as long as the tracker says.
      if (problem === undefined || (problem === 'too many requests' && kind === undefined)) return undefined;
      const explanation = explainMyself(answer, { request, baseUrl, login });
      return explanation && { problem, text: inSentences(explanation) };
    } catch (error) {
      return { problem: 'no answer', text: cause ?? inSentences(explainFailure(error, url)) };
    }
  }

  /** Tells the other workers, and the console if none of them has done so. */
  #stop({ login, cause }: Sign, { problem, text }: { problem: string; text: string }, since: string): void {
    const isOfAll = login === undefined || login.id === 'administrator' || PASSING.includes(problem);
    const whom = isOfAll ? '' : ` for ${asPublic(login.caller.name)}`;
    const state =
      cause === undefined
        ? `been unusable${whom} since ${since} UTC: ${text}`
        : `not answered since ${since} UTC (${text}).`;
    const reason = withoutSecrets(`The tracker at ${this.#setup.url} has ${state}`);
    const of = isOfAll ? TRACKER : login.id;
    this.#add({ of, by: this.#id, text: reason });
    if (this.#notesOf(of)[0]?.by !== this.#id) return;
    this.#setup.write(`
${asPublic(reason)}
A check has confirmed it, so the tests that ${isOfAll ? 'are left' : 'need this user'} are not run.
Once it can be used again, \`tracker-e2e sweep\` lists the data that tests could not clean up.
`);
  }

  #add(note: Note): void {
    const { file } = this.#setup;
    try {
      makeFolder(dirname(file));
      // A full disk may have cut off the line before.
      appendFileSync(file, `\n${JSON.stringify(note)}\n`);
    } catch {
      this.#unwritten.push(note);
    }
  }

  #notesOf(of: string): Note[] {
    const { file } = this.#setup;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const written = lines.flatMap((line) => (parseJson(line) as Note | undefined) ?? []);
    return [...written, ...this.#unwritten].filter((note) => note.of === of);
  }
}

/** The method and the path, with a star for each step that holds a digit: the same for calls of one endpoint. */
function kindOf({ method, url }: OutgoingRequest): string {
  const steps = new URL(url).pathname.split('/').map((step) => (/\d/.test(step) ? '*' : step));
  return `${method} ${steps.join('/')}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** @param pid the process that starts the workers. @throws SettingsError */
export function openBreaker(
  settings: Settings,
  external: ExternalTracker,
  pid: number,
  { waits, outage }: OutageWatch,
): Breaker {
  const { timeout, basePaths, outputDir } = settings;
  const { url } = external;
  return new Breaker({
    url,
    waits,
    outage,
    checkUrl: `${url}${basePaths.tracker}/myself`,
    logins: loginsOf(external),
    file: join(runNotesFolder(outputDir, pid), `${hashOf(url)}.breaker`),
    ask: plainTransport({ ...settings, timeout: Math.min(timeout, LONGEST_ASK) }, url),
    write: print,
    clock: systemClock,
  });
}
