import { readFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { withAssumptions } from '../../../contracts/index.js';
import { DEFAULT_WORLD, Tenants } from '../../../fake/tenants/tenants.js';
import type { TenantOptions, WorldSource } from '../../../fake/tenants/tenants.js';
import { nameOf, PLAN_FILE } from './plan.js';
import type { Plan } from './plan.js';

/** The most times that one test may reach the active mutant. A loop that has lost its end would run for ever. */
const HIT_LIMIT = 100_000;

/** The global object that StrykerJS's instrumented code reads. */
interface StrykerGlobal {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
}

const stryker = ((globalThis as { __stryker__?: StrykerGlobal }).__stryker__ ??= {});
const { tests } = JSON.parse(readFileSync(process.env[PLAN_FILE] ?? '', 'utf8')) as Plan;
const wanted = new Map(Object.entries(tests).map(([id, names]) => [id, new Set(names)]));
const killed = new Set<string>();

separateWorlds();

/**
 * Switches a mutant on for a test. A test that is not wanted, or that comes after a test that has killed the mutant, is
 * skipped.
 */
export function switchOn(mutant: string, testInfo: TestInfo): void {
  const name = nameOf(testInfo.file, testInfo.titlePath.slice(1));
  testInfo.skip(killed.has(mutant) || wanted.get(mutant)?.has(name) !== true);
  Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit: HIT_LIMIT });
}

/**
 * Records that a test has killed its mutant. The test does not fail, because Playwright starts a new worker after a
 * failure.
 */
export function noteEnd(mutant: string, testInfo: TestInfo): void {
  if (testInfo.status === undefined || testInfo.status === 'passed' || testInfo.status === 'skipped') return;
  killed.add(mutant);
  testInfo.expectedStatus = testInfo.status;
}

/**
 * Lets every tenant of this process load its world anew. Tenants share the rows of a world. If a mutant changed a row
 * or cached something for it, that would kill the next mutant too.
 */
function separateWorlds(): void {
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
