import type { AnyHandler } from '../server/handler.js';
import type { ServedEndpoint } from '../server/served-endpoint.js';
import type { State } from '../state/state.js';

/** The tracker's configuration properties, by name. */
export type Properties = Readonly<Record<string, string>>;

/** What a tracker does, in the parts a {@link Variant} can replace. */
export interface Behaviour {
  /** The endpoints it serves beside those of the endpoint table, by their names. */
  readonly ownEndpoints: Readonly<Record<string, ServedEndpoint>>;
  /** What answers each endpoint, by its name in the endpoint table. */
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /** What the body of a call to an endpoint, by its name, is taken for before it is checked. */
  readonly readBody: (endpoint: string, body: unknown) => unknown;
  /** What a synchronization of a connection, by id or name, or of all of them does. */
  readonly synchronize: (state: State, idOrName?: string) => void;
  /** Which properties are in force, of those the tracker last started with and those configured since. */
  readonly propertiesInForce: (started: Properties, configured: Properties) => Properties;
}

/** A tracker that behaves otherwise: made for each space anew, so that it can remember what happened there. */
export type Variant = (behaviour: Behaviour) => Behaviour;
