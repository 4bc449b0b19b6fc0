import type * as z from 'zod';
import {
  basePathOf,
  defaultAssumptions,
  defaultBasePaths,
  endpoints,
  endpointTitle,
} from '../../../contracts/index.js';
import type { Endpoint } from '../../../contracts/index.js';
import { CONTROL_PATH } from '../../../fake/control/answer-control.js';
import { controlOperations } from '../../../fake/control/control-operations.js';
import type { JournalEntry } from '../../../fake/index.js';

/** A call that a fake takes: of an endpoint of the table, or an operation of the control API. */
export interface Call {
  readonly name: string;
  readonly isControl: boolean;
  /** As the tracker's journal names it. */
  readonly title: string;
  readonly method: string;
  /** The start of all paths of its family. */
  readonly base: string;
  /** After the context path of a tracker, or after the fake's own address for the control API. */
  readonly path: string;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly isMultipart: boolean;
  /** The body of a success; undefined if there is none or nothing is said of it. */
  readonly answer: z.ZodType | undefined;
  readonly isRead: boolean;
}

/** The endpoints of the table. */
export const endpointCalls: readonly Call[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  const { method, path, query, body, response: answer } = endpoint;
  const base = basePathOf(endpoint.family, defaultBasePaths);
  return {
    ...{ name, isControl: false, title: endpointTitle(endpoint), method, base, path: `${base}${path}` },
    ...{ query, body, isMultipart: endpoint.encoding === 'multipart', answer, isRead: endpoint.scope === 'read' },
  };
});

/** The operations of the control API, but for the one that closes a tenant: nothing can follow it. */
export const controlCalls: readonly Call[] = Object.entries(controlOperations)
  .map(([title, { operationId: name, query, body, documentedBody = body, answer }]): Call => {
    const [method = '', path = ''] = title.split(' ');
    return {
      ...{ name, isControl: true, title, method, base: CONTROL_PATH, path: `${CONTROL_PATH}${path}` },
      ...{ query, body: documentedBody, isMultipart: false, answer, isRead: method === 'GET' },
    };
  })
  .filter(({ name }) => name !== 'closeTenant');

/** The endpoint that answered, as the tracker's journal has it. */
export function answeringEndpoint({ endpoint, url }: JournalEntry): Call | undefined {
  // Test management is served under the previous URL pattern too.
  const previous = defaultAssumptions['TM-N01'];
  const path = url.startsWith(previous) ? defaultBasePaths['test-management'] : url;
  return endpointCalls.find(({ title, base }) => title === endpoint && path.startsWith(base));
}
