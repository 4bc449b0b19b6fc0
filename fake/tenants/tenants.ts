import {
  assumptionOverridesSchema,
  defaultAssumptions,
  describeIssue,
  followedByFake,
  withAssumptions,
} from '../../contracts/index.js';
import type { AssumptionOverrides, Assumptions, BasePaths, WorldInput } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import { refuseUnknown, TenantError } from '../server/errors.js';
import { limits } from '../server/limits.js';
import { loadWorld } from '../state/world.js';
import type { LoadedWorld } from '../state/world.js';
import type { Implementation, Override } from './implementation.js';
import { Journal } from './journal.js';
import { Tenant } from './tenant.js';

/** How a tenant is to be. */
export interface TenantOptions {
  /** Its name in the control API; given one if it has none. */
  readonly name?: string | undefined;
  /** The path before every path of it; `/` and the name if it is left out. */
  readonly contextPath?: string | undefined;
  /** The world it starts as. Default: that of the fake */
  readonly world?: WorldInput | undefined;
  /** Assumptions that differ from the defaults. */
  readonly assumptions?: AssumptionOverrides | undefined;
  /** Where its APIs start; as its world says if it is left out. */
  readonly basePaths?: BasePaths | undefined;
  /** How it deviates from the documents. Default: as the fake was started */
  readonly override?: Override | undefined;
  /** The faults between it and its clients. */
  readonly faults?: readonly FaultInput[] | undefined;
}

/** Steps `.` and `..` are left out: clients resolve them and do not send them. */
const CONTEXT_PATH = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*$/;

type WorldSource = WorldInput | ((assumptions: Assumptions) => WorldInput);

export class Tenants {
  /** The requests that no tenant was there for. */
  readonly unmatched = new Journal();
  readonly #load: (assumptions: Assumptions) => LoadedWorld;
  readonly #byName = new Map<string, Tenant>();
  readonly #byContextPath = new Map<string, Tenant>();
  #created = 0;

  /**
   * @param world how a tenant starts that names no world. One that depends on assumptions is made and checked for the
   *   defaults now, and for others when a tenant first needs it
   * @param override how every tenant behaves that names no override of its own
   * @throws WorldError
   */
  constructor(
    private readonly implementation: Implementation,
    world: WorldSource,
    private readonly override: Override = (unchanged) => unchanged,
  ) {
    this.#load = loaderOf(world);
    this.#load(defaultAssumptions);
  }

  /** Opens a tenant. @throws TenantError, WorldError */
  open(options: TenantOptions = {}): Tenant {
    refuseUnknown('open', options, {
      name: 1,
      contextPath: 1,
      world: 1,
      assumptions: 1,
      basePaths: 1,
      override: 1,
      faults: 1,
    });
    this.#created += 1;
    const name = options.name ?? `tenant-${this.#created}`;
    for (const text of [name, options.contextPath ?? '']) {
      if (text.length > limits.name)
        throw new TenantError(400, `The name and the context path of a tenant have at most ${limits.name} characters.`);
    }
    if (/^\.{1,2}$/.test(name))
      throw new TenantError(400, `A tenant can't be named ${name}: no client sends that as a step of a path.`);
    const contextPath = options.contextPath ?? `/${name}`;
    if (!CONTEXT_PATH.test(contextPath) || /^\/control(\/|$)|\/(rest|secure)(\/|$)/.test(contextPath)) {
      throw new TenantError(
        400,
        `The context path ${contextPath} can't be used: it is empty or like /jira, and not /rest, /secure or /control.`,
      );
    }
    if (this.#byName.has(name)) throw new TenantError(409, `There is a tenant named ${name} already.`);
    const taken = this.#byContextPath.get(contextPath);
    if (taken !== undefined) {
      throw new TenantError(409, `The context path ${contextPath || '/'} is that of the tenant ${taken.name} already.`);
    }
    const overrides = assumptionOverridesSchema.safeParse(options.assumptions ?? {}, { error: describeIssue });
    if (!overrides.success) {
      const faults = overrides.error.issues.map((issue) =>
        [issue.path.join('.'), issue.message].filter(Boolean).join(': '),
      );
      throw new TenantError(400, `The assumptions can't be used: ${faults.join('; ')}.`);
    }
    const assumptions = withAssumptions(followedByFake(overrides.data));
    const loaded = options.world === undefined ? this.#load(assumptions) : loadWorld(options.world);
    const world = { ...loaded, basePaths: options.basePaths ?? loaded.basePaths };
    const implementation = (options.override ?? this.override)(this.implementation);
    const tenant = new Tenant({ name, contextPath, assumptions, implementation, faults: options.faults ?? [], world });
    this.#byName.set(name, tenant);
    this.#byContextPath.set(contextPath, tenant);
    return tenant;
  }

  /** The tenant with this name. @throws TenantError */
  get(name: string): Tenant {
    const tenant = this.#byName.get(name);
    if (tenant !== undefined) return tenant;
    const names = [...this.#byName.keys()].join(', ') || 'none';
    throw new TenantError(404, `There is no tenant named ${name}. There are: ${names}.`);
  }

  all(): Tenant[] {
    return [...this.#byName.values()];
  }

  /** Closes a tenant; what it held is gone. @throws TenantError */
  close(name: string): void {
    const tenant = this.get(name);
    tenant.faults.clear();
    this.#byName.delete(name);
    this.#byContextPath.delete(tenant.contextPath);
  }

  /** The tenant that a request's path belongs to: the one whose context path stands before the tracker's own paths. */
  ofPath(url: string): Tenant | undefined {
    const own = /\/(rest|secure)(?=\/|$|\?)/.exec(url)?.index;
    return own === undefined ? undefined : this.#byContextPath.get(url.slice(0, own));
  }
}

/** Loads a world once; one that depends on assumptions once for each of the answers that worlds take of them. */
function loaderOf(world: WorldSource): (assumptions: Assumptions) => LoadedWorld {
  if (typeof world !== 'function') {
    const loaded = loadWorld(world);
    return () => loaded;
  }
  const byAnswers = new Map<string, LoadedWorld>();
  return (assumptions) => {
    const key = JSON.stringify([assumptions['TM-N04'], assumptions['TM-N11']]);
    const loaded = byAnswers.get(key) ?? loadWorld(world(assumptions));
    byAnswers.set(key, loaded);
    return loaded;
  };
}
