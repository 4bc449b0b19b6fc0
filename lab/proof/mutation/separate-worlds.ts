import { withAssumptions } from '../../../contracts/index.js';
import { DEFAULT_WORLD, Tenants } from '../../../fake/tenants/tenants.js';
import type { TenantOptions, WorldSource } from '../../../fake/tenants/tenants.js';

/**
 * Lets every tenant of this process load its world anew. Tenants share the rows of a world. If a mutant changed a row
 * or cached something for it, that would kill the next mutant too.
 */
export function separateWorlds(): void {
  const { addWorld, open } = Tenants.prototype;
  const sources = new WeakMap<Tenants, Map<string, WorldSource>>();
  Tenants.prototype.addWorld = function (name, world) {
    sources.set(this, new Map([...(sources.get(this) ?? []), [name, world]]));
    addWorld.call(this, name, world);
  };
  Tenants.prototype.open = function (options?: TenantOptions) {
    const { world = DEFAULT_WORLD, assumptions } = options ?? {};
    const source = typeof world === 'string' ? sources.get(this)?.get(world) : world;
    if (source === undefined) return open.call(this, options);
    const loaded = typeof source === 'function' ? source(withAssumptions(assumptions ?? {})) : source;
    return open.call(this, { ...options, world: structuredClone(loaded) });
  };
}
