import { test as base } from '@playwright/test';
import { request } from 'undici';
import { CONTROL_PATH, startFake } from '../../../fake/index.js';
import type { Fake, TenantControl, TenantOptions } from '../../../fake/index.js';

/** The answer to a call. */
export interface Reply {
  readonly status: number;
  /** The JSON of the answer; undefined without a body. */
  readonly body: unknown;
}

/** Further parts of a request. */
export interface Sent {
  /** A body, sent as JSON. */
  readonly json?: unknown;
  /** The value of the Authorization header; the administrator's if nothing else is said. */
  readonly authorization?: string;
}

type Send = (method: string, path: string, sent?: Sent) => Promise<Reply>;

/** A tenant of the fake, for one test alone. */
export interface OpenTracker {
  readonly tenant: TenantControl;
  /** Calls the directory-sync API; paths start at its base path. */
  readonly directory: Send;
  /** Calls the control API of the tenant; paths start behind the tenant's name. */
  readonly control: Send;
}

/** The header of a login by name and password; in the bundled world the password is the name. */
export function basic(name: string): string {
  return `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`;
}

/** A user of a page, as far as a test looks. */
export interface Element {
  readonly username: string;
  readonly configurationName: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The elements of an answered page. */
export function elementsIn({ body }: Reply): readonly Element[] {
  return (body as { elements: readonly Element[] }).elements;
}

/** Playwright's `test` with a fake for each worker, and tenants of it for each test. */
export const test = base.extend<{ open: (options?: TenantOptions) => OpenTracker }, { fake: Fake }>({
  fake: [
    async ({}, use) => {
      const fake = await startFake({ contextPath: null });
      await use(fake);
      await fake.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ fake }, use) => {
    const tenants: TenantControl[] = [];
    await use((options) => {
      const tenant = fake.control.open(options);
      tenants.push(tenant);
      return {
        tenant,
        directory: sender(`${fake.url}${tenant.contextPath}/rest/ext/ad/1.0/public`),
        control: sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`),
      };
    });
    for (const tenant of tenants) tenant.close();
  },
});

function sender(url: string): Send {
  return async (method, path, { json, authorization = basic('admin') } = {}) => {
    const response = await request(`${url}${path}`, {
      method: method as 'GET',
      headers: { authorization, ...(json !== undefined && { 'content-type': 'application/json' }) },
      body: json === undefined ? null : JSON.stringify(json),
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: text === '' ? undefined : JSON.parse(text) };
  };
}
