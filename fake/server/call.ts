import type { WorldUser } from '../../contracts/index.js';
import type { Clock } from '../spaces/clock.js';
import type { Assumptions, BasePaths } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import type { Upload } from './upload.js';

/** Everything a handler knows of the call it answers. */
export interface Call {
  /** The tracker as it is; what a call changes of it stays if the call succeeds, and is taken back if not. */
  readonly state: State;
  readonly assumptions: Assumptions;
  readonly basePaths: BasePaths;
  readonly clock: Clock;
  /** The tracker's configuration properties that are in force: those it had when it last started. */
  readonly properties: Readonly<Record<string, string>>;
  /** The tracker's base URL as the caller reached it, context path included. */
  readonly baseUrl: string;
  /** Who calls; null without credentials. */
  readonly caller: WorldUser | null;
  /** The values of the path's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query, checked by the endpoint's schema. */
  readonly query: unknown;
  /** The body, checked by the endpoint's schema. */
  readonly body: unknown;
  /** The body as the caller sent it; empty where there is none, and for a multipart body. */
  readonly bodyText: string;
  /** The files of a multipart body. */
  readonly uploads: readonly Upload[];
  /** Path and query as the caller sent them, without the context path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Leaves something for later; when it is done is a setting of the space. */
  readonly defer: (action: (state: State) => void) => void;
}
