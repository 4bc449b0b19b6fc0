import { trickyNames } from './mutation.js';
import type { Mutation } from './mutation.js';

type Container = Record<string, unknown> | unknown[];

/** A place in a JSON value. */
interface Spot {
  readonly holder: Container;
  readonly key: string;
}

/** A copy of a JSON value, changed at one place. */
export function mutateJson(value: unknown, { kind, at, junk }: Mutation): unknown {
  const root = { value: structuredClone(value) };
  const spots = spotsOf(root);
  const spot = spots[at % spots.length] as Spot;
  const inner = valueAt(spot);
  switch (kind) {
    case 'replace a value':
      put(spot, junk);
      break;
    case 'remove a property':
      remove(spots.slice(1)[at % Math.max(1, spots.length - 1)]);
      break;
    case 'add a property':
      if (isContainer(inner) && !Array.isArray(inner)) own(inner, nameFor(junk, at), junk);
      break;
    case 'repeat an element':
      put(spot, Array.isArray(inner) ? inner.concat(inner as unknown[]) : [inner, inner]);
      break;
    case 'nest a value':
      put(spot, nested(inner, at % 3 === 0 ? 500 : 2));
      break;
    default:
  }
  return root.value;
}

/** Every place of a value, outer ones first. */
function spotsOf(holder: Container): Spot[] {
  return Object.keys(holder).flatMap((key) => {
    const inner = valueAt({ holder, key });
    return [{ holder, key }, ...(isContainer(inner) ? spotsOf(inner) : [])];
  });
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function valueAt({ holder, key }: Spot): unknown {
  return (holder as Record<string, unknown>)[key];
}

function put({ holder, key }: Spot, value: unknown): void {
  own(holder, key, value);
}

/** Sets a property of any name. Even `__proto__` becomes a property that JSON writes. */
function own(holder: Container, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

function remove(spot: Spot | undefined): void {
  if (spot === undefined) return;
  if (Array.isArray(spot.holder)) spot.holder.splice(Number(spot.key), 1);
  else Reflect.deleteProperty(spot.holder, spot.key);
}

function nameFor(junk: unknown, at: number): string {
  return typeof junk === 'string' ? junk : (trickyNames[at % trickyNames.length] as string);
}

function nested(value: unknown, depth: number): unknown {
  let result = value;
  for (let level = 0; level < depth; level += 1) result = level % 2 === 0 ? [result] : { id: result };
  return result;
}
