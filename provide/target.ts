import type { Builders } from '../builders/index.js';
import { isIssueKey } from '../contracts/index.js';
import { MistakeError, wasGiven } from '../contracts/mistake.js';
import type { Assumptions, BasePaths, Endpoints, RunTarget, TrackerIdentity } from '../contracts/index.js';
import type { ClientSetup, PlannedCall } from '../client/api-client.js';
import type { Credentials } from '../client/credentials.js';
import type { Exchange } from '../client/exchange.js';
import type { SetupClient } from '../client/setup-client.js';
import type { Transport } from '../client/transport.js';
import type { Provisioner } from './provisioner.js';
import type { Expectations } from '../client/settings/settings.js';
import type { Override, TenantControl } from './isolated/fake-host.js';

export interface Opening {
  /** Overrides of the bundled fake, if each test has a tracker of its own. */
  readonly overrides?: readonly Override[];
  /** Runs each call of set-up; just sends it if it is left out. */
  readonly aroundSetUp?: ClientSetup['around'];
  /** Whether the test changes every project, so that no other test of the run may run meanwhile. Default: no */
  readonly isAlone?: boolean;
  /** How long a call that was not answered may still take effect, in milliseconds. Default: 15 s */
  readonly settle?: number;
}

/** The tracker of a worker. */
export interface Target {
  /** Only for reports. Fixtures and specs use the properties below. */
  readonly about: RunTarget;
  /** The mark in summaries that shows other users which issues are the run's; undefined without other users. */
  readonly issueMark: string | undefined;
  /** Sends calls under test. */
  readonly transport: Transport;
  /** Whether the tracker is gone when the run is over. */
  readonly endsWithRun: boolean;
  /** The identity of the tracker, which is read once in a worker. @throws SetupError, UnreachableError */
  readonly identity: () => Promise<TrackerIdentity>;
  /** Why the tracker can't be used, in general or with these credentials; undefined if it can. */
  readonly outageReason: (authorization?: string) => string | undefined;
  /** Whether several other tests have met the same refusal of set-up. */
  readonly isRefusalOfOthers?: (what: string, testId: string) => boolean;
  /** The tracker for one test; on the bundled fake with a defect, if one is named. @throws SettingsError */
  openTracker(build: Builders, defect: string | undefined, opening?: Opening): Promise<Tracker>;
  close(): Promise<void>;
}

/** Actions that no API of a tracker offers and that only its admin can do. */
export interface TrackerAdmin {
  /** Runs the synchronization of a connection. */
  readonly synchronize: (connection: { readonly id: string }) => void;
  /** Writes configuration properties of the tracker. */
  readonly configure: (properties: Readonly<Record<string, string>>) => void;
  /** Does everything that calls left for later. */
  readonly finishWork: () => void;
  /** Starts the tracker again. */
  readonly restart: () => void;
}

/** Everything a tracker holds, table by table. */
export type Contents = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A tracker that is the test's own: it is new, and no one else uses it. */
export type OwnTracker = Tracker & { readonly contents: () => Contents };

/** Whether a tracker is the test's own: only then all its tables can be read. */
export function isOwn(tracker: Tracker): tracker is OwnTracker {
  return tracker.contents !== undefined;
}

/** The tracker one test works on. */
export interface Tracker {
  /** Context path included, without a slash at the end. */
  readonly baseUrl: string;
  readonly basePaths: BasePaths;
  readonly assumptions: Assumptions;
  /** The source of the expected answer to an open question. */
  readonly accordingTo: Expectations['accordingTo'];
  /** @internal */
  readonly severalAnswers: Expectations['severalAnswers'];
  /**
   * Whether open questions have to be answered as assumed, as by the bundled fake: another answer then fails the test.
   * Answers of other trackers are only observed.
   */
  readonly answersAsAssumed: boolean;
  /** The credentials of set-up, and of calls that name no other caller. */
  readonly administrator: Credentials;
  /** The name of a user whose logins may fail any number of times; undefined if that could lock an account. */
  readonly lockableUser: string | undefined;
  /** The custom field that takes the template id: its id, or its name. */
  readonly templateField: string;
  /** The configuration property with the users whom directory sync does not check; null if its version has none. */
  readonly whitelist: string | null;
  /** Privileged calls that fail the test if they fail. */
  readonly setup: SetupClient<Endpoints>;
  /** @internal */
  readonly provisioner: Provisioner;
  /** The actions of the tracker's admin; undefined if the harness can't do them. */
  readonly admin: TrackerAdmin | undefined;
  /** The control of the test's own tracker, the bundled fake; undefined if others use it too. @internal */
  readonly tenant?: TenantControl;
  /** Everything the tracker holds, table by table; undefined if others use it too. */
  readonly contents: (() => Contents) | undefined;
  /**
   * Deletes at the end of the test an issue that was made without a client of this package, while the test ran, in a project
   * that it was given. What the clients make is deleted anyway.
   *
   * @throws MistakeError if it may be of other people
   * @example
   * await tracker.owns(await form.report('The basket is empty'));
   */
  readonly owns: (issueKey: string) => Promise<void>;
  /** Runs a call under test, and writes down the data that it makes. @internal */
  readonly record: (call: PlannedCall, send: () => Promise<Exchange>) => Promise<Exchange>;
  /** Undoes the changes of the test. @param failed whether the test has failed. Default: no @internal */
  readonly release: (failed?: boolean) => Promise<void>;
}

/** @throws MistakeError if what a test says to own is no key of an issue */
export function requireIssueKey(what: unknown): void {
  if (typeof what === 'string' && isIssueKey(what)) return;
  const told = typeof what === 'string' ? `It was given ${JSON.stringify(what)}.` : wasGiven(what);
  throw new MistakeError(`tracker.owns takes the key of an issue. ${told}`);
}

/** @throws MistakeError for an issue that a test says to own */
export function refuseMissingIssue(key: string): never {
  throw new MistakeError(`tracker.owns('${key}'): there is no such issue.`);
}
