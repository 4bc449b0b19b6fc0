import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Where the application keeps the bugs that are reported to it. */
export interface BugStore {
  readonly trackerUrl: string;
  /** The Authorization header of the application. */
  readonly authorization: string;
  readonly projectId: number;
  readonly issueTypeId: number;
}

/** A small web application: visitors report bugs in a form, and it stores them in a project of a tracker. */
export function createBugApp({ trackerUrl, authorization, projectId, issueTypeId }: BugStore): Server {
  const page = readFileSync(new URL('bug-form.html', import.meta.url));
  const headers = { authorization, 'content-type': 'application/json' };
  const keys: string[] = [];

  async function report(summary: string): Promise<Response> {
    const fields = { project: { id: String(projectId) }, issuetype: { id: String(issueTypeId) }, summary };
    const body = JSON.stringify({ fields });
    const answer = await fetch(`${trackerUrl}/rest/api/2/issue`, { method: 'POST', headers, body });
    if (answer.ok) keys.push(((await answer.clone().json()) as { readonly key: string }).key);
    return answer;
  }

  async function list(): Promise<string> {
    const bugs = keys.map(async (key) => {
      const answer = await fetch(`${trackerUrl}/rest/api/2/issue/${key}?fields=summary`, { headers });
      return { key, summary: ((await answer.json()) as { fields: { summary: string } }).fields.summary };
    });
    return JSON.stringify(await Promise.all(bugs));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (request.url !== '/bugs') return response.setHeader('content-type', 'text/html').end(page);
    if (request.method !== 'POST') return response.end(await list());
    const reported = await report(await text(request));
    return response.writeHead(reported.status).end(await reported.text());
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
}
