import { join } from 'node:path';
import type { WorkerInfo } from '@playwright/test';
import { apis, runNotesFolder } from '../../contracts/index.js';
import type { TrackerIdentity } from '../../contracts/index.js';
import { leaseNote, readLeaseNote } from './leases/sandbox-lease.js';
import { HAS_SANDBOX, shareOf } from './leases/share.js';
import type { Share } from './leases/share.js';
import { Turns } from './leases/turns.js';
import { Ledger, ledgerFolder } from './ledger/ledger.js';
import { issueMark, projectKey } from './ledger/run-mark.js';
import { completeSandbox, readableFields } from './discovery/complete-sandbox.js';
import { discoverBasePaths, whitelistOf } from './discovery/discover.js';
import { SettingsError } from '../../client/errors.js';
import { allowOwned, guardedBy } from './guard/guard.js';
import type { Allow } from './guard/guard.js';
import { OwnedItems } from './guard/ownership.js';
import { inSteps } from '../../client/api-client.js';
import type { ClientSetup } from '../../client/api-client.js';
import { credentialsOf, loginsOf } from '../../client/credentials.js';
import type { Credentials } from '../../client/credentials.js';
import { createSetupClient, justSend, setupEndpoints } from '../../client/setup-client.js';
import { endLogins, limitedTransport, setupTransport } from '../../client/tracker-transports.js';
import type { Transport, WireWatch } from '../../client/transport.js';
import { openBreaker } from './outage/breaker.js';
import type { OutageWatch } from './outage/breaker.js';
import { catalogOf, knowledgeOf } from './provision/catalog.js';
import type { RunKnowledge } from './provision/catalog.js';
import { provisionerOf } from './provision/external-provisioner.js';
import { undoTest, undoWorker } from './record/external-test.js';
import type { ExternalTest, ExternalWorker } from './record/external-test.js';
import { own, recordCall } from './record/record.js';
import { CleanupProblems } from './undo/cleanup.js';
import { expectationsOf } from '../../client/settings/settings.js';
import type { ExternalTracker, Settings } from '../../client/settings/settings.js';
import { askIdentity, askPlugins, describeTarget } from '../run-target.js';
import type { Opening, Target, Tracker } from '../target.js';
import { Releases, TestCalls } from '../test-calls.js';

/** How long a call that was not answered may still take effect on a tracker that others use, in milliseconds. */
const SETTLE = 15_000;

/** What a worker of a run on a tracker that others use is opened with. */
interface Opened {
  readonly settings: Settings;
  readonly external: ExternalTracker;
  readonly workerIndex: number;
  readonly share: Share;
  readonly watch?: WireWatch | undefined;
}

/** The tracker of others that the settings name, with the share of the worker. @throws SettingsError, OutputError */
export function openWorkerTarget(
  settings: Settings,
  external: ExternalTracker,
  worker: WorkerInfo,
  watch: WireWatch & OutageWatch,
): Target {
  const breaker = openBreaker(settings, external, process.ppid, watch);
  const share = shareFor(worker, settings, external);
  const target = openExternalTarget(settings, external, worker.workerIndex, share, watch, (transport) =>
    breaker.through(transport),
  );
  return {
    ...target,
    outageReason: (authorization) => breaker.reasonFor(authorization),
    isRefusalOfOthers: (what, testId) => breaker.isRefusalOfOthers(what, testId),
  };
}

/** What a worker has of the sandbox. @throws SettingsError if its run has no lease on it */
function shareFor(
  { parallelIndex, project, config }: WorkerInfo,
  { outputDir, runId }: Settings,
  external: ExternalTracker,
): Share {
  const lease = readLeaseNote(leaseNote(outputDir, runId, external, process.ppid));
  if (lease === undefined) throw new SettingsError([NO_LEASE]);
  const isFull = config.workers === 1 || project.metadata[HAS_SANDBOX] === true;
  return { ...shareOf(external.sandbox, { parallelIndex, isFull }), ...lease };
}

const NO_LEASE =
  'The run has no lease on its sandbox. Its configuration takes one in the global set-up: spread targetConfig(settings) in ' +
  'playwright.config.ts, and leave its projects as they are. A global set-up of yours comes after: globalSetup: ' +
  "[...targetConfig(settings).globalSetup, './yours.ts'].";

/** The data that tests make there is written to a ledger first and undone afterwards. */
export function openExternalTarget(
  settings: Settings,
  external: ExternalTracker,
  workerIndex: number,
  share: Share,
  watch?: WireWatch,
  around: (transport: Transport) => Transport = (transport) => transport,
): Target {
  const opened = { settings, external, workerIndex, share, watch };
  const tests = new ExternalTests(opened, around(setupTransport(settings, external.url, watch)));
  return {
    about: describeTarget(settings),
    issueMark: issueMark(settings.runId),
    transport: around(limitedTransport(settings, external.url, watch)),
    endsWithRun: settings.sharedFake,
    outageReason: () => undefined,
    identity: () => tests.identity(),
    openTracker: (_build, defect, opening = {}) => tests.openTracker(defect, opening),
    close: () => tests.close(),
  };
}

type Clients = Omit<ClientSetup, 'around' | 'basePaths'>;

/** The tests of a worker, one after the other. */
class ExternalTests {
  readonly #with: Opened;
  readonly #clients: Clients;
  /** What is asked once for all tests of the run on this machine. */
  readonly #facts: RunKnowledge;
  readonly #turns: Turns | undefined;
  readonly #releases = new Releases();
  /** Reports the calls of set-up and of cleaning up in the test that is running. */
  #report: ClientSetup['around'] = justSend;
  #made = 0;
  #current: ExternalWorker | undefined;

  /** @param transport of set-up */
  constructor(opened: Opened, transport: Transport) {
    const { settings, external } = opened;
    this.#with = opened;
    this.#clients = {
      baseUrl: external.url,
      transport,
      caller: credentialsOf(external.login),
      schemes: expectationsOf(settings).assumptions['AD-N01'],
      endsWithRun: settings.sharedFake,
    };
    this.#facts = knowledgeOf(this.#notesAbout(external.url));
    this.#turns = external.sandbox.disposable ? new Turns(this.#notesAbout(external.url), settings.runId) : undefined;
  }

  async identity(): Promise<TrackerIdentity> {
    const { basePaths, build } = this.#with.settings;
    return this.#facts.once('identity', async () => {
      const identity = await askIdentity({ basePaths, ...this.#clients });
      const extensions = await askPlugins(build, this.#clients).catch(() => ({}));
      return Object.keys(extensions).length === 0 ? identity : { ...identity, extensions };
    });
  }

  async openTracker(defect: string | undefined, opening: Opening): Promise<Tracker> {
    const { settings, external, share, watch } = this.#with;
    const { isAlone = false, aroundSetUp = justSend } = opening;
    const baseUrl = defect === settings.defect ? external.url : urlWithDefect(settings, external, defect);
    const { basePaths, sandbox } = await discover(settings, external, this.#clients, this.#facts);
    const report: ClientSetup['around'] = (call, send) => this.#report(call, send);
    const clientOf: ClientOf = (around = report, caller = this.#clients.caller) =>
      createSetupClient(setupEndpoints, { ...this.#clients, baseUrl, basePaths, caller, around });
    const worker = await this.#workerOn(baseUrl, { sandbox, clientOf, settle: opening.settle ?? SETTLE });
    // Such a test changes what others use, so it must be known that no other run is there.
    if (isAlone && share.refusal !== undefined) throw share.refusal;
    if (await this.#turns?.begin(isAlone, (milliseconds) => watch?.waits(milliseconds))) worker.kept.length = 0;
    this.#report = aroundSetUp;
    endLogins();
    const calls = new TestCalls();
    const owned = new OwnedItems(share.refusal === undefined);
    const guard = guardedBy(this.#allowOwned(worker, owned, isAlone));
    const record: ClientSetup['around'] = (call, send) => recordCall(call, send, test);
    const recorded = clientOf(inSteps(calls.step, report, guard, record));
    const test: ExternalTest = {
      worker,
      recorded,
      owned,
      projects: new Map(),
      empty: new Set(),
      looking: Promise.resolve(),
    };
    const began = Date.now();
    return {
      ...expectationsOf(settings),
      baseUrl,
      basePaths,
      answersAsAssumed: describeTarget(settings).kind === 'fake',
      administrator: this.#clients.caller,
      lockableUser: undefined,
      templateField: sandbox.templateField,
      whitelist: whitelistOf(sandbox, basePaths),
      setup: recorded,
      provisioner: calls.through(provisionerOf(test)),
      admin: undefined,
      contents: undefined,
      record: inSteps(calls.step, guard, record),
      owns: (key) => calls.run(() => own(key, test, began)),
      release: this.#releases.add((failed) => this.#end(test, calls, failed)),
    };
  }

  async close(): Promise<void> {
    await this.#releases.finish();
    if (this.#current !== undefined) await undoWorker(this.#current);
  }

  async #end(test: ExternalTest, calls: TestCalls, failed: boolean): Promise<void> {
    try {
      await calls.end(this.#with.settings.timeout, failed);
      await undoTest(test, failed);
    } finally {
      this.#turns?.end();
      this.#report = justSend;
    }
  }

  /** The worker for all its tests, on the tracker of the last test. Only the bundled fake has a second one. */
  async #workerOn(baseUrl: string, { sandbox, clientOf, settle }: WorkerOn): Promise<ExternalWorker> {
    if (this.#current?.baseUrl === baseUrl) return this.#current;
    // The second one has a defect, so undoing may fail there.
    if (this.#current !== undefined) await undoWorker(this.#current).catch(() => undefined);
    const { settings, workerIndex, share } = this.#with;
    const { runId, outputDir } = settings;
    const setup = clientOf();
    const ledger = new Ledger(join(ledgerFolder(outputDir), `${runId}-${workerIndex}.jsonl`), {
      run: runId,
      tracker: baseUrl,
    });
    this.#current = {
      baseUrl,
      setup,
      setupAs: (caller) => clientOf(undefined, caller),
      sandbox,
      share,
      catalog: catalogOf(setup, knowledgeOf(this.#notesAbout(baseUrl))),
      ledger,
      assumptions: expectationsOf(settings).assumptions,
      settle,
      nextKey: () => projectKey(runId, workerIndex, this.#made++),
      made: [],
      refusals: new Map(),
      entriesBefore: new Map(),
      connections: new Map(),
      left: new Set(),
      problems: new CleanupProblems(ledger),
      kept: [],
    };
    return this.#current;
  }

  /** The folder for what workers of the run tell each other about a tracker. */
  #notesAbout(url: string): string {
    const { outputDir, runId } = this.#with.settings;
    return join(runNotesFolder(outputDir, process.ppid), runId, encodeURIComponent(url));
  }

  #allowOwned({ setup, setupAs, sandbox, assumptions }: ExternalWorker, owned: OwnedItems, exclusive: boolean): Allow {
    const { settings, external, share } = this.#with;
    return allowOwned({
      setup,
      sandbox,
      owned,
      assumptions,
      exclusive,
      run: settings.runId,
      refusal: share.refusal,
      readerFor: ({ authorization }) => {
        const other = loginsOf(external).find(({ caller }) => caller.authorization === authorization);
        return other === undefined || other.id === 'administrator' ? undefined : setupAs(other.caller);
      },
    });
  }
}

/** A client of set-up, whose calls are only reported if no step is given. */
type ClientOf = (around?: ClientSetup['around'], caller?: Credentials) => ExternalTest['recorded'];

interface WorkerOn extends Pick<ExternalWorker, 'sandbox' | 'settle'> {
  readonly clientOf: ClientOf;
}

/** The paths of the APIs and the whole sandbox: asked once for all tests of the run on this machine. */
async function discover(settings: Settings, external: ExternalTracker, looked: Clients, forRun: RunKnowledge) {
  // The bundled fake that a run starts itself serves every API at the path that the settings name.
  const asked = settings.sharedFake ? { ...settings, basePathsSet: apis } : settings;
  const what = `base paths ${JSON.stringify([asked.basePaths, asked.basePathsSet])}`;
  const basePaths = await forRun.once(what, () => discoverBasePaths(asked, looked));
  const setup = createSetupClient(setupEndpoints, { basePaths, ...looked });
  const listFields = () => forRun.once('readable fields', () => readableFields(setup));
  const sandbox = await completeSandbox(external.sandbox, listFields, expectationsOf(settings).assumptions);
  return { basePaths, sandbox };
}

/** The URL of the bundled fake's tracker with a defect: next to the one without, under the name of the defect. */
function urlWithDefect({ sharedFake }: Settings, { url }: ExternalTracker, defect = ''): string {
  if (!sharedFake) {
    throw new SettingsError([`The defect ${defect} can't be had of ${url}: only the bundled fake has defects.`]);
  }
  return new URL(defect, url).href;
}
