import type { TenantDescription } from '../../control/control.js';
import { el } from './dom.js';
import type { Child } from './dom.js';

/** The target of an address of the console. */
export interface Route {
  readonly view: string;
  readonly tenant?: string | undefined;
  /** The item of the view that is open. */
  readonly item?: string | undefined;
  /** The steps of the address up to the item; none if the address names nothing. */
  readonly steps: readonly string[];
  readonly parameters: URLSearchParams;
  /** The fake's information about the tenant, if the route has one. */
  readonly description?: TenantDescription;
}

/** The part of an address that belongs to a tenant. */
export type TenantRoute = Route & Required<Pick<Route, 'description'>> & { readonly tenant: string };

/** Reads what follows the `#` of the address. */
export function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#/, '').split(/\?(.*)/s);
  const steps = path.split('/').filter(Boolean).map(decode);
  const parameters = new URLSearchParams(query);
  const [kind, tenant, view = 'requests', item] = steps;
  if (kind === 'unmatched') return { view: kind, item: tenant, steps: [kind], parameters };
  if (kind === 'tenants' && tenant !== undefined) {
    return { tenant, view, item, steps: [kind, tenant, view], parameters };
  }
  return { view: 'tenants', steps: steps.slice(0, 1), parameters };
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

type Step = string | number;

/** An address of steps below a start. */
export function addressOf(start: string, steps: readonly Step[], query = new URLSearchParams()): string {
  return start + steps.map((step) => `/${encodeURIComponent(step)}`).join('') + (query.size === 0 ? '' : `?${query}`);
}

/** The address of a view, for links. */
export function to(steps: readonly Step[], query: Readonly<Record<string, string>> | URLSearchParams = {}): string {
  return addressOf(steps.length === 0 ? '#/' : '#', steps, new URLSearchParams(query));
}

/** A link to a view of the tenant that is shown. */
export function link({ tenant }: TenantRoute, steps: readonly Step[], ...children: readonly Child[]): HTMLElement {
  return el('a', { href: to(['tenants', tenant, ...steps]) }, children);
}

/** The steps of a route, and its open item. */
export function stepsOf({ steps, item }: Route): readonly string[] {
  return item === undefined ? steps : [...steps, item];
}

export function searchedWords({ parameters }: Route): readonly string[] {
  return (parameters.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}
