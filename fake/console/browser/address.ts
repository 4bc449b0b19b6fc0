import type { TenantDescription } from './answers.js';
import { el } from './dom.js';
import type { Child } from './dom.js';

/** The target of an address of the console. */
export interface Route {
  readonly view: string;
  readonly tenant?: string | undefined;
  /** The item of the view that is open. */
  readonly item?: string | undefined;
  /** True if the address names nothing. A fake with one tenant opens that tenant then. */
  readonly isStart?: boolean;
  /** The steps of the address up to the item. */
  readonly steps: readonly string[];
  readonly parameters: URLSearchParams;
  /** The fake's information about the tenant, if the route has one. */
  readonly description?: TenantDescription;
}

/** The part of an address that belongs to a tenant. */
export interface TenantRoute extends Route {
  readonly tenant: string;
  readonly description: TenantDescription;
}

/** Whether a route leads to a tenant that the fake has listed. */
export function isOfTenant(route: Route): route is TenantRoute {
  return route.tenant !== undefined && route.description !== undefined;
}

/** Reads what follows the `#` of the address. */
export function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#/, '').split(/\?(.*)/s);
  const steps = path.split('/').filter(Boolean).map(decode);
  const parameters = new URLSearchParams(query);
  const [kind, tenant, view = 'requests', item] = steps;
  if (kind === 'unmatched') return { view: 'unmatched', item: tenant, steps: ['unmatched'], parameters };
  if (kind !== 'tenants' || tenant === undefined) {
    // The list has its own address. An empty address opens the tenant of a fake that has only one.
    return { view: 'tenants', isStart: steps.length === 0, steps: steps.slice(0, 1), parameters };
  }
  return { tenant, view, item, steps: ['tenants', tenant, view], parameters };
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

type Step = string | number;
type Query = Readonly<Record<string, string | number>> | [string, string][];

/** An address of steps below a start. */
export function addressOf(start: string, steps: readonly Step[], query = new URLSearchParams()): string {
  const text = query.toString();
  return start + steps.map((step) => `/${encodeURIComponent(step)}`).join('') + (text === '' ? '' : `?${text}`);
}

/** The address of a view, for links. */
export function to(steps: readonly Step[], query: Query = []): string {
  const pairs = Array.isArray(query) ? query : Object.entries(query).map(([name, value]) => [name, String(value)]);
  return addressOf(steps.length === 0 ? '#/' : '#', steps, new URLSearchParams(pairs));
}

/** A link to a view of the tenant that is shown. */
export function link({ tenant }: TenantRoute, steps: readonly Step[], ...children: readonly Child[]): HTMLElement {
  return el('a', { href: to(['tenants', tenant, ...steps]) }, children);
}

/** The steps of a route, and its open item. */
export function stepsOf({ steps, item }: Route): readonly string[] {
  return item === undefined ? steps : [...steps, item];
}
