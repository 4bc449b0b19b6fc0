import type { Endpoint } from '../../contracts/index.js';
import type { AnyHandler, HandlersOf } from '../server/handler.js';
import type { Behaviour, Variant } from '../spaces/behaviour.js';

/**
 * A tracker that also serves endpoints of one's own, declared by `defineEndpoints`. A handler answers a call that has
 * logged in and whose query and body the table's schemas have accepted. What it does to `call.state` is undone where it
 * throws; what it keeps anywhere else is shared by all trackers and never undone, so keep it in {@link ownRows}.
 *
 * @example
 * const fake = await startFake({
 *   variant: serve(watcherEndpoints, {
 *     listWatchers: ({ state, parameters }) => json(watchers.get(state, parameters.issueIdOrKey) ?? []),
 *   }),
 * });
 *
 * @throws RangeError for a family that the fake can't tell from a context path
 */
export function serve<const Table extends Readonly<Record<string, Endpoint>>>(
  table: Table,
  handlers: HandlersOf<Table>,
): Variant {
  Object.values<Endpoint>(table).forEach(refuseUnreachable);
  // Trackers with the same endpoints share a router, as long as they have them from the same object.
  const added = new WeakMap<Behaviour['ownEndpoints'], Behaviour['ownEndpoints']>();
  return (behaviour) => {
    const before = behaviour.ownEndpoints;
    const twice = Object.keys(table).find((name) => Object.hasOwn(behaviour.handlers, name));
    if (twice !== undefined) throw new RangeError(`The fake serves an endpoint named ${twice} already.`);
    const ownEndpoints = added.get(before) ?? { ...before, ...table };
    added.set(before, ownEndpoints);
    const own = handlers as unknown as Readonly<Record<string, AnyHandler>>;
    return { ...behaviour, ownEndpoints, handlers: { ...behaviour.handlers, ...own } };
  };
}

/** Where a context path ends, the fake tells by the first part of a path after it. */
function refuseUnreachable({ family }: Endpoint): void {
  if (typeof family === 'string' || /^\/(rest|secure)(\/|$)/.test(family.basePath)) return;
  throw new RangeError(
    `The fake can't serve ${family.name} at ${family.basePath}: a tracker's own paths start with /rest or /secure.`,
  );
}
