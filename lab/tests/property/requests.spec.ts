import { expect, test } from '@playwright/test';
import { explore } from '../../proof/properties/explore.js';
import { calls } from '../../proof/properties/sensible-request.js';

/** How many requests of each kind the fake is sent; `npm run -w lab properties` sends more of both. */
const cases = [
  { kind: 'requests', requests: 2_500, seed: 2, wanted: calls },
  { kind: 'raw', requests: 600, seed: 3, wanted: [] },
] as const;

for (const { kind, requests, seed, wanted } of cases) {
  test(`random and mutated ${kind} fit the contract and change nothing when refused`, async () => {
    const explored = await explore({ kind, requests, seed });

    expect(explored.failure).toBeUndefined();
    expect(explored.requests).toBeGreaterThanOrEqual(requests);
    const blind = wanted.filter(({ name }) => !explored.succeeded.has(name)).map(({ name }) => name);
    expect(blind, 'calls of which none succeeded').toEqual([]);
    expect(explored.statuses.get(400)).toBeGreaterThan(requests / 10);
  });
}
