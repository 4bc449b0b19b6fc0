import { assumptionOverridesSchema, defaultAssumptions, withAssumptions } from '../../contracts/index.js';
import type { AssumptionOverrides, Assumptions, BasePaths, WorldInput } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import { loadWorld } from '../state/load-world.js';
import type { LoadedWorld } from '../state/load-world.js';
import { routerFor } from '../server/router.js';
import type { Behaviour, Variant } from './behaviour.js';
import { Journal } from './journal.js';
import { Space } from './space.js';
import { SpaceError } from './space-error.js';

/** How a space is to be. */
export interface SpaceOptions {
  /** Its name in the control API; given one where none is. */
  readonly name?: string | undefined;
  /** The path before every path of it; `/` and the name where it is left out. */
  readonly contextPath?: string | undefined;
  /** The world it starts as: the name of a loaded world, or a whole world. */
  readonly world?: string | WorldInput | undefined;
  /** Assumptions that differ from the defaults. */
  readonly assumptions?: AssumptionOverrides | undefined;
  /** Where its APIs start; as its world says where it is left out. */
  readonly basePaths?: BasePaths | undefined;
  /** How it behaves otherwise than the documents say; as the fake was started where it is left out. */
  readonly variant?: Variant | undefined;
  /** What goes wrong between it and its clients. */
  readonly faults?: readonly FaultInput[] | undefined;
}

/** The world of a space that names none. */
export const DEFAULT_WORLD = 'default';

const CONTEXT_PATH = /^(\/[A-Za-z0-9._~-]+)*$/;

/** A world, or how to make the one that fits what a space is assumed to do. */
export type WorldSource = WorldInput | ((assumptions: Assumptions) => WorldInput);

/** The spaces of a fake, and the worlds that new ones can start from. */
export class Spaces {
  /** The requests that no space was there for. */
  readonly strays = new Journal();
  readonly #worlds = new Map<string, (assumptions: Assumptions) => LoadedWorld>();
  readonly #byName = new Map<string, Space>();
  readonly #byContextPath = new Map<string, Space>();
  readonly #behaviour: Behaviour;
  readonly #variant: Variant;
  #created = 0;

  /** @param variant how every space behaves that names no variant of its own */
  constructor(behaviour: Behaviour, variant: Variant = (unchanged) => unchanged) {
    this.#behaviour = behaviour;
    this.#variant = variant;
  }

  /**
   * Loads a world under a name, checked once for all spaces that start from it. One that depends on assumptions is made
   * and checked for the defaults now, and for others when a space first needs it. @throws WorldError
   */
  addWorld(name: string, world: WorldSource): void {
    const load = loaderOf(world);
    load(defaultAssumptions);
    this.#worlds.set(name, load);
  }

  /** Opens a space. @throws SpaceError, WorldError */
  open(options: SpaceOptions = {}): Space {
    this.#created += 1;
    const name = options.name ?? `space-${this.#created}`;
    const contextPath = options.contextPath ?? `/${name}`;
    if (!CONTEXT_PATH.test(contextPath) || /^\/control(\/|$)|\/(rest|secure)(\/|$)/.test(contextPath)) {
      throw new SpaceError(
        400,
        `The context path ${contextPath} can't be used: it is empty or like /jira, and not /rest, /secure or /control.`,
      );
    }
    if (this.#byName.has(name)) throw new SpaceError(409, `There is a space named ${name} already.`);
    const taken = this.#byContextPath.get(contextPath);
    if (taken !== undefined) {
      throw new SpaceError(409, `The context path ${contextPath || '/'} is that of the space ${taken.name} already.`);
    }
    const assumptions = assumptionOverridesSchema.safeParse(options.assumptions ?? {});
    if (!assumptions.success) {
      const faults = assumptions.error.issues.map((issue) =>
        [issue.path.join('.'), issue.message].filter(Boolean).join(': '),
      );
      throw new SpaceError(400, `The assumptions can't be used: ${faults.join('; ')}.`);
    }
    const world = this.#world(options.world ?? DEFAULT_WORLD, withAssumptions(assumptions.data));
    const { state, basePaths, properties } = world;
    const behaviour = (options.variant ?? this.#variant)(this.#behaviour);
    // Whoever opens a space is told at once of endpoints that it can't serve.
    routerFor(options.basePaths ?? basePaths, withAssumptions(assumptions.data), behaviour);
    const space = new Space({
      name,
      contextPath,
      basePaths: options.basePaths ?? basePaths,
      assumptions: assumptions.data,
      properties,
      behaviour,
      faults: options.faults ?? [],
      origin: state,
    });
    this.#byName.set(name, space);
    this.#byContextPath.set(contextPath, space);
    return space;
  }

  /** The space with this name. @throws SpaceError */
  get(name: string): Space {
    const space = this.#byName.get(name);
    if (space !== undefined) return space;
    const names = [...this.#byName.keys()].join(', ') || 'none';
    throw new SpaceError(404, `There is no space named ${name}. There are: ${names}.`);
  }

  /** Every space, in the order they were opened in. */
  all(): Space[] {
    return [...this.#byName.values()];
  }

  /** Closes a space; what it held is gone. @throws SpaceError */
  close(name: string): void {
    const space = this.get(name);
    space.faults.clear();
    this.#byName.delete(name);
    this.#byContextPath.delete(space.contextPath);
  }

  /** The space that a request's path belongs to: the one whose context path stands before the tracker's own paths. */
  ofPath(url: string): Space | undefined {
    const own = /\/(rest|secure)(?=\/|$|\?)/.exec(url)?.index;
    return own === undefined ? undefined : this.#byContextPath.get(url.slice(0, own));
  }

  #world(world: string | WorldInput, assumptions: Assumptions): LoadedWorld {
    if (typeof world !== 'string') return loadWorld(world);
    const load = this.#worlds.get(world);
    if (load !== undefined) return load(assumptions);
    throw new SpaceError(404, `There is no world named ${world}. There are: ${[...this.#worlds.keys()].join(', ')}.`);
  }
}

/** Loads a world once; one that depends on assumptions once for each list of statuses, all that worlds take of them. */
function loaderOf(world: WorldSource): (assumptions: Assumptions) => LoadedWorld {
  if (typeof world !== 'function') {
    const loaded = loadWorld(world);
    return () => loaded;
  }
  const byStatuses = new Map<string, LoadedWorld>();
  return (assumptions) => {
    const key = JSON.stringify(assumptions['TM-N11']);
    const loaded = byStatuses.get(key) ?? loadWorld(world(assumptions));
    byStatuses.set(key, loaded);
    return loaded;
  };
}
