import { request } from 'undici';
import type { SpaceState, SpaceSummary } from '../../fake/index.js';
import type { MarkedSpace } from './marked-space.js';
import { markedWorld } from './marked-world.js';

/** A fake as its operator sees it. */
export interface Operator {
  readonly origin: string;
  open(space: MarkedSpace): Promise<void>;
  summaries(): Promise<readonly SpaceSummary[]>;
  state(space: MarkedSpace): Promise<SpaceState>;
}

/** Calls the control API of a fake that asks for no token. */
export function operatorOf(origin: string): Operator {
  const spaces = `${origin}/control/spaces`;
  return {
    origin,
    open: async (space) => {
      await ask(spaces, { name: space.mark, contextPath: space.contextPath, world: markedWorld(space) });
    },
    summaries: async () => (await ask(spaces)) as SpaceSummary[],
    state: async ({ mark }) => (await ask(`${spaces}/${mark}/state`)) as SpaceState,
  };
}

async function ask(url: string, sent?: unknown): Promise<unknown> {
  const { statusCode, body } = await request(url, {
    method: sent === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: sent === undefined ? null : JSON.stringify(sent),
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${url} was answered with ${statusCode}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
