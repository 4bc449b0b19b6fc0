import type { Endpoint } from '../../contracts/index.js';
import type { Answer } from '../server/answer.js';
import type { TrackerError } from '../server/errors.js';
import type { ServedCustomEndpoints, ServedRoute } from '../server/router.js';
import type { State } from '../state/state.js';
import { customRowKey } from '../state/tables.js';
import type { AnyHandler, Extension, HandlersOf } from '../tracker/call.js';
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
  readonly customEndpoints: ServedCustomEndpoints;
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
export function mergeOverrides(...overrides: readonly Override[]): Override {
  return (implementation) => overrides.reduce((changed, override) => override(changed), implementation);
}

export function handlerOf({ handlers }: Implementation, name: string): AnyHandler {
  const handler = handlers[name];
  if (handler === undefined) throw new Error(`The endpoint ${name} has no handler.`);
  return handler;
}

/**
 * Rows that handlers of custom endpoints keep, by keys of their choice. They belong to a tenant like everything else it
 * holds: each tenant has its own, a call that is refused leaves them as they were, a reset takes them away, and the control
 * lists them in the table `own`. Rows are replaced, never changed, and only by calls that are no GET.
 */
export interface CustomRows<Row> {
  /** In the order of their keys. */
  readonly all: (state: State) => Row[];
  readonly get: (state: State, key: string) => Row | undefined;
  readonly set: (state: State, key: string, row: Row) => void;
  /** Tells whether there was one. */
  readonly delete: (state: State, key: string) => boolean;
}

/**
 * Rows under a name. Two handlers that give the same name share them.
 *
 * @example
 * const watchers = customRows<readonly string[]>('watchers');
 * watchers.set(state, issue.key, [...(watchers.get(state, issue.key) ?? []), name]);
 */
export function customRows<Row>(name: string): CustomRows<Row> {
  return {
    all: ({ tables }) => tables.own.where('of', name).map(({ value }) => value as Row),
    get: ({ tables }, key) => tables.own.get(customRowKey(name, key))?.value as Row | undefined,
    set: ({ tables }, key, value) => {
      tables.own.set({ of: name, key, value });
    },
    delete: ({ tables }, key) => tables.own.delete(customRowKey(name, key)),
  };
}

/**
 * A tracker that also serves custom endpoints, declared by `defineEndpoints`. A handler answers a call that has
 * logged in and whose query and body the table's schemas have accepted. What it does to `call.state` is undone if it
 * throws; what it keeps anywhere else is shared by all trackers and never undone, so keep it in {@link customRows}.
 *
 * @example
 * const fake = await startFake({
 *   override: serve(watcherEndpoints, {
 *     listIssueWatchers: ({ state, parameters }) => json(watchers.get(state, parameters.issueIdOrKey) ?? []),
 *   }),
 * });
 *
 * @throws RangeError for a family that the fake can't tell from a context path
 */
export function serve<const Table extends Readonly<Record<string, Endpoint>>>(
  table: Table,
  handlers: HandlersOf<Table>,
): Override {
  Object.values<Endpoint>(table).forEach(refuseUnreachable);
  // Trackers with the same endpoints share a router, as long as they have them from the same object.
  const added = new WeakMap<ServedCustomEndpoints, ServedCustomEndpoints>();
  return (implementation) => {
    const before = implementation.customEndpoints;
    const twice = Object.keys(table).find((name) => Object.hasOwn(implementation.handlers, name));
    if (twice !== undefined) throw new RangeError(`The fake serves an endpoint named ${twice} already.`);
    const customEndpoints = added.get(before) ?? { ...before, ...table };
    added.set(before, customEndpoints);
    return { ...implementation, customEndpoints, handlers: { ...implementation.handlers, ...handlers } };
  };
}

/** The fake finds the end of a context path by the first part of a path after it. @throws RangeError */
function refuseUnreachable({ family }: Endpoint): void {
  if (typeof family === 'string' || /^\/(rest|secure)(\/|$)/.test(family.basePath)) return;
  throw new RangeError(
    `The fake can't serve ${family.name} at ${family.basePath}: a tracker's own paths start with /rest or /secure.`,
  );
}
