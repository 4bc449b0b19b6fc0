import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import type { Tenant } from '../../../fake/tenants/tenant.js';

/** The answer to a call. */
export interface ModelAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** The tracker that a model is compared with, and the scenario so far. */
export class ModelTracker {
  readonly #tenant: Tenant;
  readonly #url: string;
  readonly #dispatcher: Dispatcher;
  readonly #scenario: string[] = [];

  constructor(tenant: Tenant, url: string, dispatcher: Dispatcher) {
    this.#tenant = tenant;
    this.#url = url;
    this.#dispatcher = dispatcher;
  }

  /** Calls the tracker as its administrator, and writes the call into the scenario. */
  async call(method: string, path: string, body?: unknown): Promise<ModelAnswer> {
    const answer = await this.look(method, path, body);
    const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
    this.#scenario.push(`${method} ${path}${sent} → ${answer.status}`);
    return answer;
  }

  /** Calls the tracker to see how it is, which is no part of the scenario. */
  async look(method: string, path: string, body?: unknown): Promise<ModelAnswer> {
    const response = await request(`${this.#url}${path}`, {
      dispatcher: this.#dispatcher,
      method: method as 'GET',
      headers: {
        authorization: 'Bearer admin-token',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    return { status: response.statusCode, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  /** Synchronizes a connection, which no call can do. */
  synchronize(connection: number): void {
    this.#tenant.change((state) => this.#tenant.implementation.synchronize(state, String(connection)));
    this.#scenario.push(`(the connection ${connection} is synchronized)`);
  }

  /** Does what calls left for later. */
  finishWork(): void {
    this.#tenant.finishDeferred();
  }

  /** Compares what the tracker says with what the model does. @throws Error that describes the scenario if they differ */
  agree(what: string, said: unknown, expected: unknown): void {
    if (isDeepStrictEqual(said, expected)) return;
    const scenario = this.#scenario.map((line, index) => `${index + 1}. ${line}`);
    const difference = [`the tracker: ${JSON.stringify(said)}`, `the model:   ${JSON.stringify(expected)}`];
    throw new Error([`They disagree on ${what}.`, ...difference, '', ...scenario].join('\n'));
  }
}
