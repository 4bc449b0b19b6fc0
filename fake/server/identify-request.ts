import type { IncomingMessage } from 'node:http';
import type { SeenRequest } from '../faults/seen-request.js';
import type { Space } from '../spaces/space.js';
import { authenticate } from './authenticate.js';
import { hasBody } from './has-body.js';
import type { Router } from './router.js';
import { TrackerError } from './tracker-error.js';

/** What can be told of a request before it is handled, however little sense it makes. */
export function identifyRequest(
  space: Space,
  router: Router,
  request: IncomingMessage,
  url: string,
): SeenRequest & { readonly title: string | null } {
  const method = request.method ?? 'GET';
  const route = unlessRefused(() => router.match(method, url).route(hasBody(request)));
  const user = unlessRefused(() => authenticate(space.state, request.headers.authorization));
  return { method, url, endpoint: route?.name ?? null, title: route?.title ?? null, caller: user?.name ?? null };
}

function unlessRefused<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}
