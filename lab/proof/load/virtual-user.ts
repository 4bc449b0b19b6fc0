import { isDeepStrictEqual } from 'node:util';
import { LoadProblem } from './load-problem.js';
import { Connection } from './connection.js';
import type { Answered, Outgoing } from './connection.js';
import { foreignIn } from './mark.js';
import { belongingsOf } from './marked-tenant.js';
import type { Belongings, MarkedTenant } from './marked-tenant.js';
import { formatValue } from './format-value.js';
import { randomOf } from '../random.js';
import type { Random } from '../random.js';

/** The APIs that are asked, the tracker's own among them. */
export const apis = {
  'default templates': '/rest/api/it/1.0/default-template',
  'directory sync': '/rest/ext/ad/1.0/public',
  'test management': '/rest/tms/1.0/api',
  tracker: '/rest/api/2',
} as const;

/** The name of one of them. */
export type Api = keyof typeof apis;

/** The tables in which virtual users make rows and remove them. */
export const tables = ['issues', 'comments', 'attachments', 'entries'] as const;

/** How many rows were made, less those that were removed, by table. */
export type RowCounts = Record<(typeof tables)[number], number>;

/** Further parts of a request. */
export interface Sent {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The text of a file, sent as a form. */
  readonly file?: { readonly name: string; readonly text: string };
  /** The status that has to be answered; 200 if it is left out. */
  readonly status?: number;
  /** Who calls; the virtual user's own user if it is left out. */
  readonly as?: Belongings;
}

/** The rows that a virtual user has made in its tenant and must find there again. */
export interface Left {
  title?: string;
  issue?: { readonly key: string; readonly summary: string };
  testCase?: { readonly key: string; readonly cell: string };
  entries: boolean;
}

const BOUNDARY = 'boundary-of-the-load';

/** A user who works in one tenant over one connection, and knows the right answers. */
export class VirtualUser {
  readonly tenant: MarkedTenant;
  readonly place: number;
  readonly own: Belongings;
  readonly random: Random;
  readonly connection: Connection;
  readonly left: Left = { entries: false };
  readonly rows: RowCounts = { issues: 0, comments: 0, attachments: 0, entries: 0 };
  /** How long each answer took, in milliseconds, by API. */
  readonly durations: Readonly<Record<Api, number[]>> = {
    'default templates': [],
    'directory sync': [],
    'test management': [],
    tracker: [],
  };
  #turn = 0;

  constructor(origin: string, tenant: MarkedTenant, place: number, seed: number) {
    this.tenant = tenant;
    this.place = place;
    this.own = belongingsOf(tenant, place);
    this.random = randomOf(seed + 1_000 * tenant.number + place);
    this.connection = new Connection(origin);
  }

  /** A unique text with the tenant's mark. */
  text(what: string): string {
    this.#turn += 1;
    return `${this.tenant.mark} ${what} ${this.#turn} of ${this.own.username}`;
  }

  /** How many requests were answered. */
  get answered(): number {
    return Object.values(this.durations).reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Asks, and looks whether the answer has the right status and nothing of another tenant.
   *
   * @returns its JSON; undefined if there is none
   * @throws LoadProblem, or the network's error
   */
  async ask(api: Api, method: Outgoing['method'], path: string, sent: Sent = {}): Promise<unknown> {
    const outgoing = this.#outgoing(method, `${this.tenant.contextPath}${apis[api]}${path}`, sent);
    const { status, text, milliseconds } = await this.connection.send(outgoing);
    this.durations[api].push(milliseconds);
    const expected = sent.status ?? 200;
    if (status !== expected) throw this.#problem(`was answered ${status} instead of ${expected}`, outgoing, text);
    const foreign = foreignIn(text, this.tenant.number);
    if (foreign.length > 0) throw this.#problem(`was answered with ${foreign.join(', ')}`, outgoing, text);
    return this.#read(outgoing, { status, text, milliseconds });
  }

  /** @throws LoadProblem if something is not what it has to be */
  expect(what: string, actual: unknown, expected: unknown): void {
    if (isDeepStrictEqual(actual, expected)) return;
    const told = [actual, expected].map(formatValue);
    throw new LoadProblem(`${this.own.username}: ${what} is ${told.join(' instead of ')}`);
  }

  #outgoing(method: Outgoing['method'], path: string, { body, file, as = this.own }: Sent): Outgoing {
    const authorization = `Basic ${Buffer.from(`${as.username}:${as.password}`).toString('base64')}`;
    if (file !== undefined) {
      const head = `Content-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: text/plain`;
      return {
        method,
        path,
        headers: {
          authorization,
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          'x-atlassian-token': 'no-check',
        },
        body: `--${BOUNDARY}\r\n${head}\r\n\r\n${file.text}\r\n--${BOUNDARY}--\r\n`,
      };
    }
    const isJson = body !== undefined;
    return {
      method,
      path,
      headers: { authorization, ...(isJson && { 'content-type': 'application/json' }) },
      body: isJson ? JSON.stringify(body) : null,
    };
  }

  #read(outgoing: Outgoing, { text }: Answered): unknown {
    // A wrong password is refused with a page.
    if (text === '' || text.startsWith('<html>')) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw this.#problem('was answered with what is no JSON', outgoing, text);
    }
  }

  #problem(what: string, { method, path }: Outgoing, text: string): LoadProblem {
    return new LoadProblem(`${this.own.username}: ${method} ${path} ${what}: ${text.slice(0, 300)}`);
  }
}
