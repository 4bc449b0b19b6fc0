import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test as base } from '@playwright/test';
import { request } from 'undici';
import type { FormData } from 'undici';
import { parseJson } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { CONTROL_PATH } from '../../../fake/control/access.js';
import type { Fake, TenantControl } from '../../../fake/index.js';
import type { FakeOptions } from '../../../fake/start-fake.js';
import type { TenantOptions } from '../../../fake/tenants/tenants.js';

export interface Reply {
  readonly status: number;
  /** The JSON of the answer; undefined without a body. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Sent {
  readonly json?: unknown;
  readonly text?: string;
  /** A form of files, sent as the tracker wants uploads. */
  readonly form?: FormData;
  /** The content type; null for none. Default: JSON if there is a body */
  readonly contentType?: string | null;
  /** The value of the Authorization header; null for none. Default: the administrator's */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (method: string, path: string, sent?: Sent) => Promise<Reply>;

export interface OpenTracker {
  readonly tenant: TenantControl;
  /** Where it answers, context path included. */
  readonly url: string;
  /** Calls the tracker; paths start at its base URL. */
  readonly call: Send;
  /** Calls the default-template API; paths start at its base path. */
  readonly templates: Send;
  /** Calls the directory-sync API; paths start at its base path. */
  readonly directory: Send;
  /** Calls the control API of the tenant; paths start behind the tenant's name. */
  readonly control: Send;
}

export const TEMPLATES = '/rest/api/it/1.0/default-template';

const DIRECTORY = '/rest/ext/ad/1.0/public';

/** The header of a login by name and password; in the bundled world the password is the name. */
export function basic(name: string, password = name): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

export function sender(url: string): Send {
  return async (method, path, { json, text, form, contentType, authorization = basic('admin'), headers } = {}) => {
    const body = json === undefined ? text : JSON.stringify(json);
    const type = contentType === undefined && body !== undefined ? 'application/json' : contentType;
    const response = await request(`${url}${path}`, {
      method: method as 'GET',
      headers: {
        ...(authorization !== null && { authorization }),
        ...(typeof type === 'string' && { 'content-type': type }),
        ...(form !== undefined && { 'x-atlassian-token': 'no-check' }),
        ...headers,
      },
      body: form ?? body ?? null,
    });
    const answered = await response.body.text();
    return {
      status: response.statusCode,
      body: answered === '' ? undefined : (parseJson(answered) ?? answered),
      headers: response.headers,
    };
  };
}

export interface Started {
  readonly fake: Fake;
  readonly main: TenantControl;
  /** Calls the server; paths start at its root. */
  readonly call: Send;
  /** Calls the control API, without a login; paths start behind `/control`. */
  readonly control: Send;
}

/** Playwright's `test` with fakes of its own for a test that starts them. */
export const startTest = base.extend<{ start: (options?: FakeOptions) => Promise<Started> }>({
  start: async ({}, use) => {
    const fakes: Fake[] = [];
    await use(async (options) => {
      const fake = await startFake(options);
      fakes.push(fake);
      const send = sender(`${fake.url}${CONTROL_PATH}`);
      return {
        ...{ fake, main: fake.control.tenant('main'), call: sender(fake.url) },
        control: (method, path, sent) => send(method, path, { authorization: null, ...sent }),
      };
    });
    for (const fake of fakes) await fake.close();
  },
});

/** The same with a fake for each worker: one for all tests that have one, so that no worker ends between their files. */
const fakeTest = startTest.extend<object, { fake: Fake }>({
  fake: [
    async ({}, use) => {
      const fake = await startFake({ contextPath: null });
      await use(fake);
      await fake.close();
    },
    { scope: 'worker' },
  ],
});

/** The same with tenants of the worker's fake for each test, as a function gives them. */
export function testOf<Opened>(give: (fake: Fake, tenant: TenantControl) => Opened, options: TenantOptions = {}) {
  return fakeTest.extend<{ open: (options?: TenantOptions) => Opened }>({
    open: async ({ fake }, use) => {
      const tenants: TenantControl[] = [];
      await use((given) => {
        const tenant = fake.control.open({ ...options, ...given });
        tenants.push(tenant);
        return give(fake, tenant);
      });
      for (const tenant of tenants) tenant.close();
    },
  });
}

export const test = testOf((fake, tenant): OpenTracker => {
  const url = `${fake.url}${tenant.contextPath}`;
  return {
    ...{ tenant, url, call: sender(url), templates: sender(`${url}${TEMPLATES}`) },
    directory: sender(`${url}${DIRECTORY}`),
    control: sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`),
  };
});

/** The text of a request of the administrator's to a path below a URL, as GET /path, with further headers. */
export function requestText(url: string, call: string, headers: readonly string[] = [], body = ''): string {
  const [method = '', path = ''] = call.split(' ');
  const target = `${new URL(url).pathname.replace(/\/$/, '')}${path}`;
  return [`${method} ${target} HTTP/1.1`, 'Host: x', `Authorization: ${basic('admin')}`, ...headers, '', body].join(
    '\r\n',
  );
}

export async function connected(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends texts on a connection of its own, one after the other, and gives what came back once the other side ended it. */
export async function exchange(url: string, ...texts: readonly string[]) {
  const socket = await connected(url);
  for (const text of texts) socket.write(text);
  return new Promise<{ readonly text: string; readonly ending: 'closed' | 'reset' }>((resolve) => {
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
    socket.once('end', () => resolve({ text: received, ending: 'closed' }));
    socket.once('error', () => resolve({ text: received, ending: 'reset' }));
  });
}
