import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { describeIssue, firstProblems } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TenantError, TrackerError } from '../server/errors.js';
import { PathTable } from '../server/path-table.js';
import { readJsonBody } from '../server/read-json.js';
import type { RequestBody } from '../server/request-body.js';
import { WorldError } from '../state/problems.js';
import type { Tenants } from '../tenants/tenants.js';
import { CONTROL_PATH, refuseOtherPages, requireControlToken } from './access.js';
import type { ControlAccess } from './access.js';
import { controlOpenApi } from './control-openapi.js';
import { controlOperations, JsonPieces } from './control-operations.js';
import type { ControlOperation } from './control-operations.js';
import { createControl } from './control.js';
import type { TenantControl } from './control.js';

const paths = new PathTable<ControlOperation>();
for (const [route, operation] of Object.entries(controlOperations)) {
  const [method = '', path = ''] = route.split(' ');
  paths.set(method, path, operation);
}

/** Answers one request to the control API. Refusals become answers too. */
export async function answerControl(
  tenants: Tenants,
  request: IncomingMessage,
  body: RequestBody,
  access: ControlAccess,
): Promise<Answer> {
  try {
    refuseOtherPages(request, access);
    // Only the owner of the process can read the file with this name.
    if (request.url === `${CONTROL_PATH}/process/${processId}`) return noContent;
    requireControlToken(request, access.token);
    const { method = 'GET', url = '' } = request;
    const [path = '', query] = url
      .slice(CONTROL_PATH.length)
      .replace(/#.*$/, '')
      .split(/\?(.*)/s);
    const found = paths.find(method, path);
    if (found === undefined) {
      const known = Object.keys(controlOperations).join(', ');
      throw new TrackerError(404, `The control API has no ${method} ${path}. It has: ${known}.`);
    }
    const { tenant, ...items } = found.parameters;
    const operation = found.value;
    const text = method === 'POST' ? await body.text() : '';
    const baseUrl = `http://${request.headers.host ?? 'localhost'}`;
    if (operation.run === undefined) return json(controlOpenApi(`${baseUrl}${CONTROL_PATH}`));
    const control = createControl(tenants);
    const parameters = new URLSearchParams(query);
    // An operation without a tenant in its path does not ask for one.
    const opened = tenant === undefined ? undefined : control.tenant(tenant);
    const result = operation.run({
      control,
      tenant: opened as TenantControl,
      item: Object.values(items)[0] ?? '',
      parameters,
      query: operation.query === undefined ? {} : parse(operation.query, Object.fromEntries(parameters)),
      body: operation.body && parse(operation.body, readJsonBody(text, body.contentType)),
      baseUrl,
    });
    if (result instanceof JsonPieces) return { status: 200, pieces: result.pieces };
    return operation.answer === undefined ? noContent : json(result, operation.status);
  } catch (error) {
    return refusal(error);
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw new TrackerError(
    400,
    firstProblems(parsed.error, 'The body').map((problem) => problem.join(': ')),
  );
}

function refusal(error: unknown): Answer {
  if (error instanceof TrackerError) return { status: error.status, json: error.body, headers: error.headers };
  if (error instanceof TenantError) return json(new TrackerError(error.status, error.message).body, error.status);
  if (error instanceof WorldError || error instanceof URIError)
    return json(new TrackerError(400, error.message).body, 400);
  throw error;
}

/**
 * Proves to a client that this is the process it looks for: only this fake answers at `/control/process/{processId}`.
 */
export const processId = randomUUID();
