import { createHash, randomUUID } from 'node:crypto';
import { reasonOf, TrackerOutageError } from '../../../client/errors.js';
import type { RunLogin } from '../../../client/credentials.js';
import type { Clock, OutgoingRequest, Transport, WireWatch } from '../../../client/transport.js';
import { explainFailure, inSentences } from '../../../client/wire-errors.js';
import { asPublic, withoutSecrets } from '../../../client/secrets.js';
import type { Note } from './breaker-file.js';
import { explainMyself, problemOf } from './explain-answer.js';
import { join } from 'node:path';
import { runNotesFolder } from '../../../contracts/index.js';
import { loginsOf } from '../../../client/credentials.js';
import { plainTransport } from '../../../client/tracker-transports.js';
import { systemClock } from '../../../client/transport.js';
import { BreakerFile } from './breaker-file.js';
import { print } from '../../../client/print.js';
import type { ExternalTracker, Settings } from '../../../client/settings/settings.js';

/** The waits before the calls of a check, in milliseconds. If the tracker answers in between, there is no outage. */
const PAUSES = [0, 500, 1_500, 3_000];

/** How long a call of a check may take, in milliseconds, if the settings do not say less. */
const LONGEST_ASK = 10_000;

const LONGEST_CHECK = PAUSES.reduce((sum, pause) => sum + pause + LONGEST_ASK, 0);

/** How long a passed check counts for all calls of one kind, in milliseconds. */
const TRUSTED = 60_000;

/** The time between two looks at the check of another worker, in milliseconds. */
const LOOK = 50;

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
  readonly file: BreakerFile;
  /** Sends a request of a check, at once and only once. */
  readonly ask: Transport;
  readonly write: (text: string) => void;
  readonly clock: Clock;
}

/** A sign of an outage, which may concern only one call. */
interface Sign {
  /** The login of an answer that looks wrong; undefined if no answer came at all. */
  readonly login?: RunLogin | undefined;
  /** When the call was sent, in milliseconds since 1970. */
  readonly sent: number;
  /** The kind of call for which a passed check counts. */
  readonly kind?: string;
  /** What happened, if no answer came. */
  readonly cause?: string;
}

interface Found {
  readonly problem: string;
  /** The problem and its remedy, as sentences. */
  readonly text: string;
}

/** A circuit breaker between a run and its tracker. A check decides about a sign of an outage; then no worker sends calls. */
export class Breaker {
  readonly #setup: BreakerSetup;

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
    const { file, logins, clock } = this.#setup;
    file.clear();
    for (const login of logins) await this.#check({ login, sent: clock.now() });
  }

  /** A transport that sends nothing during an outage. @throws TrackerOutageError */
  through(transport: Transport): Transport {
    const send: Transport = async (request) => {
      const login = this.#loginOf(request.headers['Authorization']);
      this.#throwIfOut(login);
      const sent = this.#setup.clock.now();
      const answer = await transport(request).catch(async (error: unknown) => {
        await this.#check({ sent, cause: `${request.method} ${request.url} got no answer: ${reasonOf(error)}` });
        this.#throwIfOut(login);
        throw error;
      });
      const problem = login && problemOf(answer);
      // For a call under test a rate limit is an answer like any other; a set-up call has tried again before.
      if (problem === undefined || (problem === 'too many requests' && answer.tried === undefined)) return answer;
      await this.#check({ login, sent, kind: `${problem}: ${kindOf(request)}` });
      this.#throwIfOut(login);
      return answer;
    };
    return send;
  }

  /** Whether several other tests have met a refusal of set-up. */
  isRefusalOfOthers(what: string, test: string): boolean {
    const of = createHash('sha256').update(what).digest('hex').slice(0, 16);
    const first = () => [...new Set(this.#setup.file.notesOf(of).map(({ by }) => by))].slice(0, REFUSED_TESTS);
    if (first().length < REFUSED_TESTS) this.#add('refusal', of, test);
    return !first().includes(test);
  }

  #loginOf(authorization: string | undefined): RunLogin | undefined {
    if (authorization === undefined) return undefined;
    return this.#setup.logins.find(({ caller }) => caller.authorization === authorization);
  }

  #reason(login?: RunLogin): string | undefined {
    const notes = [TRACKER, login?.id ?? TRACKER].flatMap((of) => this.#setup.file.notesOf(of));
    return notes.find(({ what }) => what === 'out')?.text;
  }

  #throwIfOut(login: RunLogin | undefined): void {
    const reason = this.#reason(login);
    if (reason === undefined) return;
    this.#setup.outage(reason);
    throw new TrackerOutageError(asPublic(reason));
  }

  /** Has one worker ask the tracker, while the others wait for its decision. */
  async #check(sign: Sign): Promise<void> {
    const [of, by] = [sign.login?.id ?? TRACKER, randomUUID()];
    while (this.#reason(sign.login) === undefined && !this.#hasPassed(of, sign)) {
      const asker = this.#asker(of);
      if (asker === by) await this.#decide(sign, of, by);
      else if (asker === undefined) this.#add('asks', of, by);
      else await this.#wait();
    }
  }

  /** Whether a check has passed since the call was sent, or a short while ago for the same kind of call. */
  #hasPassed(of: string, { kind, sent }: Sign): boolean {
    const trusted = this.#setup.clock.now() - TRUSTED;
    const passed = this.#setup.file.notesOf(of).filter(({ what }) => what === 'passed');
    return passed.some(({ at, text }) => at >= sent || (text === kind && at > trusted));
  }

  /** The first worker that asks. One that was killed never decides. */
  #asker(of: string): string | undefined {
    const notes = this.#setup.file.notesOf(of);
    const asking = notes.slice(notes.findLastIndex(({ what }) => what !== 'asks') + 1);
    return asking.find(({ at }) => at + LONGEST_CHECK > this.#setup.clock.now())?.by;
  }

  async #wait(): Promise<void> {
    this.#setup.waits(LOOK);
    await this.#setup.clock.sleep(LOOK);
  }

  /** Asks once, and again with pauses as long as the problem may pass by itself. */
  async #decide(sign: Sign, of: string, by: string): Promise<void> {
    const { clock, waits } = this.#setup;
    const since = new Date(clock.now()).toISOString().slice(11, 19);
    waits(LONGEST_CHECK);
    let found: Found | undefined;
    for (const pause of PAUSES) {
      await clock.sleep(pause);
      found = await this.#ask(sign);
      if (found === undefined || !PASSING.includes(found.problem)) break;
    }
    if (found === undefined) this.#add('passed', of, by, sign.kind);
    else this.#stop(sign, found, since, by);
  }

  async #ask({ login, cause, kind }: Sign): Promise<Found | undefined> {
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
  #stop({ login, cause }: Sign, { problem, text }: Found, since: string, by: string): void {
    if (this.#reason(login) !== undefined) return;
    const isOfAll = login === undefined || login.id === 'administrator' || PASSING.includes(problem);
    const whom = isOfAll ? '' : ` for ${asPublic(login.caller.name)}`;
    const state =
      cause === undefined
        ? `been unusable${whom} since ${since} UTC: ${text}`
        : `not answered since ${since} UTC (${text}).`;
    const reason = withoutSecrets(`The tracker at ${this.#setup.url} has ${state}`);
    this.#add('out', isOfAll ? TRACKER : login.id, by, reason);
    const which = isOfAll ? 'are left' : 'need this user';
    this.#setup.write(`
${asPublic(reason)}
A check has confirmed it, so the tests that ${which} are not run.
Once it can be used again, \`tracker-e2e sweep\` lists the data that tests could not clean up.
`);
  }

  #add(what: Note['what'], of: string, by: string, text = ''): void {
    this.#setup.file.add({ what, of, by, at: this.#setup.clock.now(), text });
  }
}

/** The method and the path, with a star for each step that holds a digit: the same for calls of one endpoint. */
function kindOf({ method, url }: OutgoingRequest): string {
  const steps = new URL(url).pathname.split('/').map((step) => (/\d/.test(step) ? '*' : step));
  return `${method} ${steps.join('/')}`;
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
  const tracker = createHash('sha256').update(url).digest('hex').slice(0, 12);
  return new Breaker({
    url,
    checkUrl: `${url}${basePaths.tracker}/myself`,
    logins: loginsOf(external),
    file: new BreakerFile(join(runNotesFolder(outputDir, pid), `${tracker}.breaker`)),
    ask: plainTransport({ ...settings, timeout: Math.min(timeout, LONGEST_ASK) }, url),
    waits,
    outage,
    write: print,
    clock: systemClock,
  });
}
