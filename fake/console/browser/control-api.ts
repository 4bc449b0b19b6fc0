import { addressOf } from './view.js';
import type { Step } from './view.js';

/** The control API refused a call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The control API did not answer. */
export class NoAnswer extends Error {}

/** The parameters of a query. A list is sent as one parameter for each element. */
export type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

/** The key under which this tab keeps the token of the control API. */
export const TOKEN_KEY = 'control token';

/**
 * How often the fake did not answer. After each time, another fake may be running, so older information is no longer
 * valid.
 */
export const connection = { losses: 0 };

/** Reads from the control API. @throws Refusal @throws NoAnswer */
export async function ask<Answer>(steps: readonly Step[], parameters: Parameters = {}): Promise<Answer> {
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((one) => [name, String(one)]),
  );
  return (await call(steps, {}, new URLSearchParams(pairs))) as Answer;
}

/** Has the control API change something. @throws Refusal @throws NoAnswer */
export async function change(method: 'POST' | 'DELETE', steps: readonly Step[], json?: unknown): Promise<void> {
  await call(steps, { method, ...(json !== undefined && { body: JSON.stringify(json) }) });
}

async function call(steps: readonly Step[], sent: RequestInit, query?: URLSearchParams): Promise<unknown> {
  const headers = new Headers(sent.body === undefined ? {} : { 'Content-Type': 'application/json' });
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  let response: Response;
  let body: unknown;
  try {
    // The markup of the page has the path of the control API.
    const address = addressOf(document.body.dataset['controlPath'] ?? '', steps, query);
    response = await fetch(address, { cache: 'no-store', headers, ...sent });
    body = response.status === 204 ? undefined : await response.json();
  } catch (cause) {
    connection.losses += 1;
    throw new NoAnswer('The fake does not answer.', { cause });
  }
  if (response.ok) return body;
  const { errorMessages = [] } = body as { readonly errorMessages?: readonly string[] };
  throw new Refusal(response.status, errorMessages.join(' '));
}
