import type { BasePaths, Endpoints } from '../../contracts/index.js';
import type { ExternalTracker, Settings, Credentials } from '../../fixtures/index.js';
import type { SetupClient } from '../../fixtures/http/setup-client.js';
import type { WatchedTransport } from './watch-transport.js';
import type { Facts } from './facts.js';
import type { Finding } from './finding.js';

/** The tracker that is looked at, and how. */
export interface Context {
  readonly settings: Settings;
  readonly external: ExternalTracker;
  /** For how many workers of a run the sandbox has to name enough. */
  readonly workers: number;
  /** Whose credentials the settings hold. */
  readonly caller: Credentials;
  /** Sends only GET requests. Each is sent once, and its answer is used again. */
  readonly transport: WatchedTransport;
  /** Reads of the tracker, as its user. */
  readonly read: (basePaths?: BasePaths, caller?: Credentials) => SetupClient<Endpoints>;
}

/** What a check has seen. */
export interface Seen {
  readonly findings: readonly Finding[];
  readonly facts?: Facts;
}

/** One subject of the examination. */
export interface Check {
  /** What it looks at, as the report names it. */
  readonly name: string;
  /** The facts without which there is nothing to look at, with what to say then. */
  readonly needs?: Readonly<Partial<Record<keyof Facts, string>>>;
  readonly look: (context: Context, facts: Facts) => Promise<Seen> | Seen;
}
