import { isForConsole, sendConsole } from './console/serve-console.js';
import { localAccess } from './control/access.js';
import { answerControl, CONTROL_PATH } from './control/answer-control.js';
import { sendAnswer } from './server/answer.js';
import { createServer } from './server/create-server.js';
import type { FakeServer } from './server/create-server.js';
import type { ReceivedBytes } from './server/request-body.js';
import { serveTenants } from './tenants/serve-tenants.js';
import type { Tenants } from './tenants/tenants.js';

/**
 * Creates the HTTP server of a fake: the console, the control API, and every tenant under its context path.
 *
 * @param access who may call the control API. Default: every program on this machine
 * @param received counts the bytes of bodies that it holds
 */
export function createFakeServer(tenants: Tenants, access = localAccess, received?: ReceivedBytes): FakeServer {
  return createServer(async (request, response, body) => {
    const url = request.url ?? '/';
    if (isForConsole(request)) sendConsole(response);
    else if (url === CONTROL_PATH || url.startsWith(`${CONTROL_PATH}/`)) {
      sendAnswer(request, response, await answerControl(tenants, request, body, access));
    } else await serveTenants(tenants, request, response, body);
  }, received);
}
