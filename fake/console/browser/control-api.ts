export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export class NoAnswer extends Error {}

export const TOKEN_KEY = 'control token';

export type Step = string | number;
export type Query = Readonly<Record<string, string>> | URLSearchParams;

/** An address of steps, as the control API has it. The page has the same behind a `#`. */
export function addressOf(steps: readonly Step[], query: Query = {}): string {
  const text = new URLSearchParams(query).toString();
  return steps.map((step) => `/${encodeURIComponent(step)}`).join('') + (text === '' ? '' : `?${text}`);
}

/** Reads from the control API. @throws Refusal @throws NoAnswer */
export async function askControl<Answer>(steps: readonly Step[], query: Query = {}): Promise<Answer> {
  return (await call(addressOf(steps, query))) as Answer;
}

/** Has the control API change something. @throws Refusal @throws NoAnswer */
export async function change(method: 'POST' | 'DELETE', steps: readonly Step[], json?: unknown): Promise<void> {
  await call(addressOf(steps), { method, ...(json !== undefined && { body: JSON.stringify(json) }) });
}

async function call(address: string, sent: RequestInit = {}): Promise<unknown> {
  const headers = new Headers(sent.body === undefined ? {} : { 'Content-Type': 'application/json' });
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  let response: Response;
  let body: unknown;
  try {
    const start = document.body.dataset['controlPath'] ?? '';
    response = await fetch(start + address, { cache: 'no-store', headers, ...sent });
    body = response.status === 204 ? undefined : await response.json();
  } catch (cause) {
    throw new NoAnswer('The fake does not answer.', { cause });
  }
  if (response.ok) return body;
  const { errorMessages = [] } = body as { readonly errorMessages?: readonly string[] };
  throw new Refusal(response.status, errorMessages.join(' '));
}
