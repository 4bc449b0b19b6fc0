import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import leven from 'leven';
import { basePathOf, endpoints, endpointTitle } from '../../contracts/index.js';
import type { Assumptions, BasePaths, Endpoint, Route } from '../../contracts/index.js';
import { unlessTrackerError, TrackerError } from './errors.js';
import { PathTable } from './path-table.js';
import type { FoundPath } from './path-table.js';
import { hasBody } from './request-body.js';

/** An endpoint as the fake serves it, without the schema of its answers. */
export type ServedEndpoint = Omit<Endpoint, 'response'>;

/** Custom endpoints, by name: they are added to the endpoint table. */
export type ServedCustomEndpoints = Readonly<Record<string, ServedEndpoint>>;

export interface ServedRoute extends ServedEndpoint {
  readonly name: string;
  readonly title: string;
}

/** The routes at one address: of a request without a body, and of one with a body. */
type Routes = Readonly<Record<'plain' | 'withBody', ServedRoute>>;

export interface Match {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly routes: Routes;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const routers = new WeakMap<ServedCustomEndpoints, Map<string, Router>>();

/** Trackers with the same paths and endpoints share one. @throws RangeError if a custom endpoint has the address of another */
export function routerFor(
  basePaths: BasePaths,
  assumptions: Assumptions,
  customEndpoints: ServedCustomEndpoints,
): Router {
  const key = JSON.stringify([basePaths, assumptions['DT-N11'], assumptions['TM-N01']]);
  const alike = routers.get(customEndpoints) ?? new Map<string, Router>();
  routers.set(customEndpoints, alike);
  const router = alike.get(key) ?? new Router(placesOf(basePaths, assumptions, customEndpoints));
  alike.set(key, router);
  return router;
}

/** A served method and path, with parameters in braces, and what is there. */
interface Place {
  readonly method: string;
  readonly path: string;
  readonly routes: Routes;
}

function placesOf(basePaths: BasePaths, assumptions: Assumptions, own: ServedCustomEndpoints): readonly Place[] {
  const places = new Map<string, Place>();
  for (const [name, endpoint] of Object.entries<ServedEndpoint>({ ...endpoints, ...own })) {
    const moved = name === 'deleteSelected' ? (assumptions['DT-N11'] as Pick<Route, 'method' | 'path'>) : {};
    const route: ServedRoute = { ...endpoint, ...moved, name, title: endpointTitle(endpoint) };
    for (const base of basesOf(endpoint, basePaths, assumptions)) {
      const path = `${base}${route.path}`;
      const address = `${route.method} ${path.replace(/\{\w+\}/g, '{}')}`;
      const there = places.get(address);
      if (Object.hasOwn(own, name)) refuseTaken(there, path, route);
      const routes = { ...(there?.routes ?? { plain: route, withBody: route }), [bodyOf(route)]: route };
      places.set(address, { method: route.method, path, routes });
    }
  }
  return [...places.values()];
}

/** Which requests to its address an endpoint answers, if another one answers the others. */
function bodyOf({ override }: ServedEndpoint): keyof Routes {
  return override === undefined ? 'plain' : 'withBody';
}

/** @throws RangeError if two endpoints have one address, or two that differ only in the names of their parameters */
function refuseTaken(place: Place | undefined, path: string, route: ServedRoute): void {
  const there = place?.routes[bodyOf(route)];
  if (there === undefined || there.name === route.name) return;
  if (place?.path === path && bodyOf(there) !== bodyOf(route)) return;
  throw new RangeError(
    `The fake can't serve ${route.name} (${route.title}): ${there.name} (${there.title}) is there already.`,
  );
}

/**
 * The base paths of an endpoint. The tracker's own API and its sessions also have /rest/api/latest; test management
 * also has the previous URL pattern (TM-N01).
 */
function basesOf({ family }: Route, basePaths: BasePaths, assumptions: Assumptions): string[] {
  const base = basePathOf(family, basePaths);
  if (family === 'tracker' || family === 'auth') return [base, base.replace(/\/[^/]+$/, '/latest')];
  return family === 'test-management' ? [base, assumptions['TM-N01']] : [base];
}

/** Of the pairs of a query, all are read. */
const ANY_NUMBER = { maxKeys: 0 };

/** The largest distance of a path that a refusal suggests: a letter or two of one step. */
const HINT_DISTANCE = 0.4;

/** A step of this length is longer than every served step. */
const LONGEST_STEP = 60;

/** The paths of the tracker's own product, of which the fake has a small part. */
const OWN_PRODUCT = /^\/rest\/(?:api\/(?:2|latest)|agile)\//;

export class Router {
  readonly #paths = new PathTable<Routes>();

  constructor(private readonly places: readonly Place[]) {
    for (const { method, path, routes } of places) this.#paths.set(method, path, routes);
  }

  /** @throws TrackerError 404 for an unknown path, 405 for a method the path does not have, 400 for a broken URL */
  match(method: string, url: string): Match {
    const start = url.indexOf('?');
    const path = start === -1 ? url : url.slice(0, start);
    const found = this.#find(method, path);
    if (found === undefined) throw this.#noEndpoint(method, path);
    return {
      parameters: found.parameters,
      query: start === -1 ? {} : (parseQuery(url.slice(start + 1), '&', '=', ANY_NUMBER) as Match['query']),
      routes: found.value,
    };
  }

  #find(method: string, path: string): FoundPath<Routes> | undefined {
    try {
      return this.#paths.find(method === 'HEAD' ? 'GET' : method, path);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      throw new TrackerError(400, `The URL can't be read: its path ${path} is not percent-encoded as it should be.`);
    }
  }

  #noEndpoint(method: string, path: string): TrackerError {
    const allowed: string[] = METHODS.filter((other) => this.#find(other, path) !== undefined);
    if (allowed.length === 0) {
      const leftOut = OWN_PRODUCT.test(path) ? ' The fake leaves out much of the tracker; a stub can answer.' : '';
      return new TrackerError(404, `Nothing is served at ${path}.${this.#hint(method, path) ?? leftOut}`);
    }
    if (allowed.includes('GET')) allowed.splice(1, 0, 'HEAD');
    const message = `${method} is not served at ${path}; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}.`;
    return new TrackerError(405, message, {}, { Allow: allowed.join(', ') });
  }

  #hint(method: string, path: string): string | undefined {
    const ofMethod = this.places.filter((place) => place.method === method);
    const [nearest] = ofMethod
      .map((place) => ({ path: place.path, distance: distanceOf(path.split('/'), place.path.split('/')) }))
      .filter(({ distance }) => distance <= HINT_DISTANCE)
      .sort((one, other) => one.distance - other.distance);
    return nearest && ` Did you mean ${method} ${nearest.path}?`;
  }
}

/** How far a sent path is from a served one: each step adds the share of its letters that differ. */
function distanceOf(sent: readonly string[], served: readonly string[]): number {
  if (sent.length !== served.length) return Infinity;
  return served.reduce((sum, step, at) => sum + stepDistance(sent[at] ?? '', step), 0);
}

function stepDistance(sent: string, served: string): number {
  if (sent === served || (served.startsWith('{') && sent !== '')) return 0;
  if (sent.length > LONGEST_STEP) return 1;
  return leven(sent.toLowerCase(), served.toLowerCase()) / Math.max(sent.length, served.length);
}

/** The endpoint of a request, before any other check; undefined if none has its method and path. */
export function endpointMeant(router: Router, request: IncomingMessage, url: string): ServedRoute | undefined {
  const { routes } = unlessTrackerError(() => router.match(request.method ?? 'GET', url)) ?? {};
  return hasBody(request) ? routes?.withBody : routes?.plain;
}
