import type { Answer } from '../server/answer.js';
import type { TrackerError } from '../server/errors.js';
import type { CustomEndpoints, ServedRoute } from '../server/router.js';
import type { State } from '../state/state.js';
import type { AnyHandler, Extension } from '../tracker/call.js';
import type { DeferralPolicy } from './clock.js';

/** The tracker's configuration properties, by name. */
export type Properties = Readonly<Record<string, string>>;

/** The call that an answer belongs to. */
export interface AnsweredCall {
  /** The endpoint that was called, if there is one. */
  readonly endpoint: ServedRoute | undefined;
  /** Why the call was refused; undefined if it was not. */
  readonly refusal: TrackerError | undefined;
}

/** The implementation of a tracker, in the parts that an {@link Override} can replace. */
export interface Implementation {
  /** The endpoints that it serves beside the endpoint table, by their names. */
  readonly customEndpoints: CustomEndpoints;
  /** The handler of each endpoint, by its name in the endpoint table. */
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /** The extensions of the tracker's issues by its APIs. */
  readonly extensions: readonly Extension[];
  /** Changes the body of a call to an endpoint, by its name, before the body is checked. */
  readonly readBody: (endpoint: string, body: unknown) => unknown;
  /** Changes an answer before it is sent. Every answer of a tracker goes through here, refusals too. */
  readonly rewriteAnswer: (answer: Answer, about: AnsweredCall) => Answer;
  /** The time at which the deferred work of calls is done, unless the control API says otherwise. */
  readonly deferral: DeferralPolicy;
  /** The synchronization of one connection, by id or name, or of all connections. */
  readonly synchronize: (state: State, idOrName?: string) => void;
  /** Chooses the properties in force from the properties at the last start and the properties configured since. */
  readonly propertiesInForce: (started: Properties, configured: Properties) => Properties;
}

/** A change of a tracker's implementation. It is made anew for each tenant, so that it can remember what happened. */
export type Override = (implementation: Implementation) => Implementation;

/** A tracker with several changes at once. */
export function allOf(...overrides: readonly Override[]): Override {
  return (implementation) => overrides.reduce((changed, override) => override(changed), implementation);
}

/** The handler of an endpoint of a tracker. */
export function handlerOf({ handlers }: Implementation, name: string): AnyHandler {
  const handler = handlers[name];
  if (handler === undefined) throw new Error(`The endpoint ${name} has no handler.`);
  return handler;
}
