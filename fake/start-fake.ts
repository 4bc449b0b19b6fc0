import type { AddressInfo } from 'node:net';
import type { AssumptionOverrides, Endpoints, WorldInput } from '../contracts/index.js';
import { isForConsole, sendConsole } from './console/serve-console.js';
import { checkControlToken, CONTROL_PATH, isLoopback, localAccess } from './control/access.js';
import { createControl } from './control/control.js';
import type { Control } from './control/control.js';
import { defaultTemplatesExtension } from './default-templates/extension.js';
import { defaultTemplatesHandlers } from './default-templates/handlers.js';
import { directorySyncHandlers, synchronizeConnections } from './directory-sync/handlers.js';
import type { FaultInput } from './faults/fault.js';
import { json, sendAnswer } from './server/answer.js';
import { createServer } from './server/create-server.js';
import type { Closing, FakeServer } from './server/create-server.js';
import { refuseUnknown, TrackerError } from './server/errors.js';
import { problemOfPath } from './server/limits.js';
import type { ReceivedBytes } from './server/request-body.js';
import type { Implementation, Override } from './tenants/implementation.js';
import { serveTenants } from './tenants/serve-tenants.js';
import { Tenants } from './tenants/tenants.js';
import { testManagementExtension } from './test-management/extension.js';
import { planHandlers } from './test-management/plans.js';
import { stepHandlers } from './test-management/steps.js';
import type { HandlersOf } from './tracker/call.js';
import { attachmentHandlers } from './tracker/attachments.js';
import { catalogueHandlers } from './tracker/catalogue.js';
import { commentHandlers } from './tracker/comments.js';
import { createMetaHandlers } from './tracker/create-meta.js';
import { issueHandlers } from './tracker/issues.js';
import { linkHandlers } from './tracker/links.js';
import { projectPartHandlers } from './tracker/project-parts.js';
import { projectHandlers } from './tracker/projects.js';
import { searchHandlers } from './tracker/search/search.js';
import { serviceDeskHandlers } from './tracker/service-desk.js';
import { transitionHandlers } from './tracker/transitions.js';
import { userHandlers } from './tracker/users.js';
import { documentsWorldFor } from './worlds/documents-world-for.js';

/** Options of a fake. */
export interface FakeOptions {
  /** The port to listen on. Default: a free one */
  readonly port?: number | undefined;
  /** The address to listen on. Default: 127.0.0.1 */
  readonly host?: string | undefined;
  /**
   * Further host names that the control API accepts, such as the name of a service among containers; `localhost` and
   * `host` are always accepted. Other names are refused, because a web page can rebind them to this machine.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The bearer token that callers of the control API over HTTP have to send. Without it, every program on this machine
   * may call. Required if other machines can reach the fake.
   */
  readonly controlToken?: string | undefined;
  /** The initial world of tenants. Default: the one with the documents' samples */
  readonly world?: WorldInput | undefined;
  /**
   * The context path of the first tenant. An empty text is the server's root; `null` opens no tenant. Default: empty
   */
  readonly contextPath?: string | null | undefined;
  /** Assumptions of that tenant that differ from the defaults. */
  readonly assumptions?: AssumptionOverrides | undefined;
  /** How its trackers deviate from the documents, for example the `override` of a defect. */
  readonly override?: Override | undefined;
  /** The faults between that tenant and its clients. */
  readonly faults?: readonly FaultInput[] | undefined;
}

/** A running fake. */
export interface Fake {
  /** The server's URL; a tenant's base URL is this URL followed by its context path. */
  readonly url: string;
  /** Whether only programs on this machine can reach it. */
  readonly isLocal: boolean;
  /** The control API as functions. */
  readonly control: Control;
  /** Closes the fake: answers requests in progress, without the delays of faults, and ends every connection. */
  readonly close: (how?: Closing) => Promise<void>;
}

export const MAIN_TENANT = 'main';

/**
 * Starts a fake in this process.
 *
 * @example
 * const fake = await startFake();
 * await fetch(`${fake.url}/rest/api/2/serverInfo`);
 * await fake.close();
 *
 * @throws WorldError, TenantError, ControlTokenError; the server's own error if the port is taken (`EADDRINUSE`)
 */
export async function startFake(options: FakeOptions = {}): Promise<Fake> {
  refuseUnknown('startFake', options, {
    port: 1,
    host: 1,
    allowedHosts: 1,
    controlToken: 1,
    world: 1,
    contextPath: 1,
    assumptions: 1,
    override: 1,
    faults: 1,
  });
  // A null from a JSON file is an invalid world; it does not select the default.
  const { host = '127.0.0.1', allowedHosts = [], controlToken, world = documentsWorldFor } = options;
  const isLocal = isLoopback(host);
  checkControlToken(controlToken, host, isLocal);
  const tenants = new Tenants(standardImplementation, world, options.override);
  const { contextPath = '', assumptions, faults } = options;
  if (contextPath !== null) tenants.open({ name: MAIN_TENANT, contextPath, assumptions, faults });
  const { server, close } = createFakeServer(tenants, { token: controlToken, isLocal, names: [host, ...allowedHosts] });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(host)}:${port}`,
    isLocal,
    control: createControl(tenants),
    close: (how) => {
      for (const { faults } of tenants.all()) faults.clear();
      return close(how);
    },
  };
}

/** A host as part of a URL for this machine, also if the fake listens on every address. */
function hostInUrl(host: string): string {
  const reached = { '': 'localhost', '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reached.includes(':') ? `[${reached}]` : reached;
}

/**
 * Creates the HTTP server of a fake: the console, the control API, and every tenant under its context path.
 *
 * @param access who may call the control API. Default: every program on this machine
 * @param received counts the bytes of bodies that it holds
 */
export function createFakeServer(tenants: Tenants, access = localAccess, received?: ReceivedBytes): FakeServer {
  return createServer(async (request, response, body) => {
    const { url = '/' } = request;
    const tooLong = problemOfPath(url);
    if (tooLong !== undefined) sendAnswer(response, json(new TrackerError(400, tooLong).body, 400));
    else if (isForConsole(request)) await sendConsole(response);
    else if (url === CONTROL_PATH || url.startsWith(`${CONTROL_PATH}/`)) {
      // Loaded with the first such request, as the console is.
      const { answerControl } = await import('./control/answer-control.js');
      sendAnswer(response, await answerControl(tenants, request, body, access));
    } else await serveTenants(tenants, request, response, body);
  }, received);
}

/** A handler for each endpoint of the table; a missing one does not compile. */
const handlers: HandlersOf<Endpoints> = {
  ...defaultTemplatesHandlers,
  ...directorySyncHandlers,
  ...planHandlers,
  ...stepHandlers,
  ...attachmentHandlers,
  ...catalogueHandlers,
  ...commentHandlers,
  ...createMetaHandlers,
  ...issueHandlers,
  ...linkHandlers,
  ...projectPartHandlers,
  ...projectHandlers,
  ...searchHandlers,
  ...serviceDeskHandlers,
  ...transitionHandlers,
  ...userHandlers,
};

/** The behaviour of a tracker as the documents describe it. */
export const standardImplementation: Implementation = {
  customEndpoints: {},
  handlers,
  extensions: [defaultTemplatesExtension, testManagementExtension],
  readBody: (_endpoint, body) => body,
  rewriteAnswer: (answer) => answer,
  deferral: { milliseconds: 100 },
  synchronize: synchronizeConnections,
  propertiesInForce: (started) => started,
};
