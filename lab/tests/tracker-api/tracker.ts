import { fetch } from 'undici';
import type { FormData, Response } from 'undici';
import { parseJson } from '../../../contracts/index.js';
import type { TenantControl } from '../../../fake/index.js';

/** The answer to a call. */
export interface Reply {
  readonly status: number;
  /** The JSON of the answer; undefined without a body. */
  readonly body: unknown;
  readonly headers: Response['headers'];
}

/** A user of {@link documentsWorld}; the password is the name. */
export type UserName = 'admin' | 'tess' | 'guest';

/** The calls of one user. Paths start at the tracker's own API unless they name another. */
export interface Credentials {
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
  /** Posts text that says it is JSON. */
  postText(path: string, text: string): Promise<Reply>;
  put(path: string, body: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  upload(path: string, form: FormData): Promise<Reply>;
  /** Uploads text that says it is a form with this boundary. */
  uploadText(path: string, text: string, boundary: string): Promise<Reply>;
  /** The answer as it is, for bytes. */
  raw(url: string): Promise<Response>;
}

/** A tracker of the fake's, for one test alone. */
export class Tracker {
  readonly baseUrl: string;
  readonly tenant: TenantControl;
  readonly admin = this.#caller('admin');
  readonly tess = this.#caller('tess');
  readonly guest = this.#caller('guest');

  constructor(fakeUrl: string, tenant: TenantControl) {
    this.baseUrl = `${fakeUrl}${tenant.contextPath}`;
    this.tenant = tenant;
  }

  /** Adds a project READ with an issue READ-1. All users may read in it, and only the administrator may change it. */
  addReadOnlyProject(): void {
    this.tenant.add({
      projects: [
        {
          id: 500,
          key: 'READ',
          name: 'To be read only',
          lead: 'JIRAUSER10000',
          issueTypeIds: [10001, 10002],
          workflow: 'Plain workflow',
          permissions: { BROWSE_PROJECTS: ['users'] },
        },
      ],
      issues: [
        {
          id: 501,
          key: 'READ-1',
          issueTypeId: 10001,
          reporter: 'JIRAUSER10000',
          fields: { summary: 'Look, do not touch' },
        },
      ],
    });
  }

  #caller(user: UserName): Credentials {
    const login = { authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}` };
    const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string | FormData) =>
      readReply(await fetch(this.#url(path), { method, headers: { ...login, ...headers }, body: body ?? null }));
    const json = { 'content-type': 'application/json' };
    return {
      get: (path) => send('GET', path),
      post: (path, body) => send('POST', path, json, JSON.stringify(body)),
      postText: (path, text) => send('POST', path, json, text),
      put: (path, body) => send('PUT', path, json, JSON.stringify(body)),
      delete: (path) => send('DELETE', path),
      upload: (path, form) => send('POST', path, { 'x-atlassian-token': 'no-check' }, form),
      uploadText: (path, text, boundary) =>
        send(
          'POST',
          path,
          { 'x-atlassian-token': 'no-check', 'content-type': `multipart/form-data; boundary=${boundary}` },
          text,
        ),
      raw: (url) => fetch(url, { headers: login }),
    };
  }

  #url(path: string): string {
    return /^\/(rest|secure)\//.test(path) ? `${this.baseUrl}${path}` : `${this.baseUrl}/rest/api/2${path}`;
  }
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (parseJson(text) ?? text),
  };
}
