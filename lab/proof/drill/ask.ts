import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import type { FormData } from 'undici';

export interface Access {
  /** Context path included. */
  readonly baseUrl: string;
  readonly login: { readonly username: string; readonly password: string };
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** How often a call is repeated that the tracker put off. */
const ATTEMPTS = 8;

/**
 * Calls a tracker without the harness. A call that is put off (429, 503) is sent again.
 *
 * @param path after the base URL
 * @param body sent as JSON, or as a form if it is one
 */
export async function ask(
  { baseUrl, login }: Access,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<Answered> {
  const isForm = body !== undefined && Symbol.toStringTag in body;
  const credentials = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  const headers = {
    Authorization: `Basic ${credentials}`,
    ...(isForm && { 'X-Atlassian-Token': 'no-check' }),
    ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
  };
  const sent = body === undefined ? null : isForm ? body : JSON.stringify(body);
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${baseUrl}${path}`, { method, headers, body: sent });
    const answered = { status: response.status, text: await response.text() };
    if ((answered.status !== 429 && answered.status !== 503) || attempt === ATTEMPTS) return answered;
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 0.1));
  }
}

export async function askFor(...call: Parameters<typeof ask>): Promise<string> {
  const { status, text } = await ask(...call);
  if (status >= 200 && status < 300) return text;
  throw new Error(`${call[1]} ${call[0].baseUrl}${call[2]} was answered with ${status}: ${text.slice(0, 500)}`);
}
