import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { basePathOf, endpoints, endpointTitle } from '../../contracts/index.js';
import type { Assumptions, BasePaths, Endpoint, Route } from '../../contracts/index.js';
import { ignoreRefusal, TrackerError } from './errors.js';
import { leftOut, leftOutAt } from './left-out.js';
import { nearMisses } from './near-misses.js';
import type { Address } from './near-misses.js';
import { PathTree } from './path-tree.js';
import type { Found } from './path-tree.js';
import { hasBody } from './request-body.js';

/** An endpoint as the fake serves it, without the schema of its answers. */
export type ServedEndpoint = Omit<Endpoint, 'response'>;

/** Custom endpoints, by name: they are added to the endpoint table. */
export type CustomEndpoints = Readonly<Record<string, ServedEndpoint>>;

export interface ServedRoute extends ServedEndpoint {
  readonly name: string;
  readonly title: string;
}

/** The rows of one method and path: one without a body, one with a body, or both. */
interface Served {
  readonly plain?: ServedRoute;
  readonly withBody?: ServedRoute;
}

/** The route of a request's method and path. */
export interface Match {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** The row of a request without a body, and of one with a body. */
  readonly routes: Readonly<Record<keyof Served, ServedRoute>>;
}

/** Finds the endpoint a request is for. */
export interface Router {
  /** @throws TrackerError 404 for an unknown path, 405 for a method the path does not have, 400 for a broken URL */
  readonly match: (method: string, url: string) => Match;
  /** Every method and path it knows, with parameters in braces. */
  readonly addresses: readonly Address[];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const routers = new WeakMap<CustomEndpoints, Map<string, Router>>();

/**
 * The router of a tracker with these base paths. Trackers with the same paths and endpoints share one.
 *
 * @param missing the endpoints of the table that it does not have
 * @throws RangeError if a custom endpoint has the address of another
 */
export function routerFor(
  basePaths: BasePaths,
  assumptions: Assumptions,
  customEndpoints: CustomEndpoints,
  missing: readonly string[],
): Router {
  const key = JSON.stringify([basePaths, assumptions['DT-N11'], assumptions['TM-N01'], missing]);
  const alike = routers.get(customEndpoints) ?? new Map<string, Router>();
  routers.set(customEndpoints, alike);
  const router = alike.get(key) ?? buildRouter(basePaths, assumptions, customEndpoints, missing);
  alike.set(key, router);
  return router;
}

function buildRouter(
  basePaths: BasePaths,
  assumptions: Assumptions,
  own: CustomEndpoints,
  missing: readonly string[],
): Router {
  const served = new Map<string, Served>();
  for (const [name, endpoint] of Object.entries<ServedEndpoint>({ ...endpoints, ...own })) {
    if (missing.includes(name)) continue;
    const row =
      name === 'deleteSelected'
        ? { ...endpoint, ...(assumptions['DT-N11'] as Pick<Route, 'method' | 'path'>) }
        : endpoint;
    const route: ServedRoute = { ...row, name, title: endpointTitle(endpoint) };
    for (const base of addresses(endpoint, basePaths, assumptions)) {
      const address = `${row.method} ${base}${row.path.replace(/\{(\w+)\}/g, ':$1')}`;
      const there = served.get(address);
      const place = endpoint.override === undefined ? 'plain' : 'withBody';
      if (Object.hasOwn(own, name)) refuseTaken(there?.[place] ?? alike(served, address), route);
      served.set(address, { ...there, [place]: route });
    }
  }
  const tree: Tree = new PathTree();
  const all: Address[] = [];
  for (const [address, { plain, withBody }] of served) {
    const [method = '', path = ''] = address.split(' ');
    const route = plain ?? withBody;
    if (route === undefined) continue;
    const routes: Match['routes'] = { plain: route, withBody: withBody ?? route };
    tree.set(method, path, routes);
    all.push({ method, path: path.replace(/:(\w+)/g, '{$1}'), endpoint: route.title });
  }
  const left = leftOut.flatMap(({ paths }) => paths).filter((path) => !path.includes('*'));
  for (const path of left.flatMap((one) => [one, one.replace('/rest/api/2/', '/rest/api/latest/')])) {
    // A parameter of an endpoint, such as the key of an issue, would match its last step.
    for (const method of METHODS) {
      if (Object.keys(lookUp(tree, method, path)?.parameters ?? {}).length > 0) tree.set(method, path, NOTHING);
    }
  }
  return { match: (method, url) => match(tree, all, method, url), addresses: all };
}

/** Stands at an address that is left out. */
const NOTHING = Symbol('nothing');

type Tree = PathTree<Match['routes'] | typeof NOTHING>;

/** An address that differs only in the names of its parameters. */
function alike(served: ReadonlyMap<string, Served>, address: string): ServedRoute | undefined {
  const nameless = (one: string) => one.replace(/:\w+/g, ':');
  const other = [...served.keys()].find((one) => one !== address && nameless(one) === nameless(address));
  const there = other === undefined ? undefined : served.get(other);
  return there?.plain ?? there?.withBody;
}

/** @throws RangeError if two endpoints have one address */
function refuseTaken(there: ServedRoute | undefined, { name, title }: ServedRoute): void {
  if (there === undefined || there.name === name) return;
  throw new RangeError(`The fake can't serve ${name} (${title}): ${there.name} (${there.title}) is there already.`);
}

/**
 * The base paths of an endpoint. The tracker's own API and its sessions also have /rest/api/latest; test management
 * also has the previous URL pattern (TM-N01).
 */
function addresses({ family, alsoAt }: Route, basePaths: BasePaths, assumptions: Assumptions): string[] {
  const base = basePathOf(family, basePaths);
  const also = alsoAt === undefined ? [] : [alsoAt];
  if (family === 'tracker' || family === 'auth') return [base, base.replace(/\/[^/]+$/, '/latest'), ...also];
  return family === 'test-management' ? [base, assumptions['TM-N01']] : [base];
}

function match(tree: Tree, addresses: readonly Address[], method: string, url: string): Match {
  const start = url.indexOf('?');
  const found = lookUp(tree, method, start === -1 ? url : url.slice(0, start));
  if (found === undefined) throw noEndpointFor(tree, addresses, method, url);
  return {
    parameters: found.parameters,
    query: start === -1 ? {} : (parseQuery(url.slice(start + 1), '&', '=', ANY_NUMBER) as Match['query']),
    routes: found.value,
  };
}

/** Of the pairs of a query, all are read. */
const ANY_NUMBER = { maxKeys: 0 };

function lookUp(tree: Tree, method: string, path: string): Found<Match['routes']> | undefined {
  try {
    const found = tree.find(method === 'HEAD' ? 'GET' : method, path);
    return found === undefined || found.value === NOTHING ? undefined : (found as Found<Match['routes']>);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new TrackerError(400, `The URL can't be read: its path ${path} is not percent-encoded as it should be.`);
  }
}

function noEndpointFor(tree: Tree, addresses: readonly Address[], method: string, url: string): TrackerError {
  const [path = ''] = url.split('?');
  const allowed: string[] = METHODS.filter((other) => lookUp(tree, other, path) !== undefined);
  if (allowed.length === 0) {
    const what = leftOutAt(path);
    const why = what === undefined ? hint(addresses, method, path) : ` The fake leaves out ${what}; a stub can answer.`;
    return new TrackerError(404, `Nothing is served at ${path}.${why}`);
  }
  if (allowed.includes('GET')) allowed.splice(1, 0, 'HEAD');
  const message = `${method} is not served at ${path}; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}.`;
  return new TrackerError(405, message, {}, { Allow: allowed.join(', ') });
}

/** The largest distance of an address that a refusal suggests: a letter or two of one step. */
const HINT_DISTANCE = 0.4;

function hint(addresses: readonly Address[], method: string, path: string): string {
  const ofMethod = addresses.filter((address) => address.method === method);
  const [nearest] = nearMisses(ofMethod, method, path);
  if (nearest === undefined || nearest.distance > HINT_DISTANCE) return '';
  return ` Did you mean ${nearest.method} ${nearest.path}?`;
}

/** The endpoint of a request, before any other check; undefined if none has its method and path. */
export function endpointMeant(router: Router, request: IncomingMessage, url: string): ServedRoute | undefined {
  const { routes } = ignoreRefusal(() => router.match(request.method ?? 'GET', url)) ?? {};
  return hasBody(request) ? routes?.withBody : routes?.plain;
}
