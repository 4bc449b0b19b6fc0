import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import type { Implementation } from '../../../fake/index.js';
import { json, TrackerError } from '../../../fake/index.js';
import { explore } from '../../proof/properties/requests/explore.js';

/** How many requests the fake is sent in each part; the parts run side by side, each from a seed of its own. */
const REQUESTS = 5_000;

// Stories that never end are stopped by the limit of a request; this one is for a machine with much else to do.
test.describe.configure({ timeout: 300_000 });

test.describe('random and mutated requests', () => {
  for (const seed of [1, 2, 3, 4]) {
    test(`are answered within the contract and change nothing when refused, seed ${seed}`, async () => {
      const explored = await explore({ requests: REQUESTS, seed });

      expect(explored.failure).toBeUndefined();
      expect(explored.requests).toBeGreaterThanOrEqual(REQUESTS);
      const blind = Object.keys(endpoints).filter((name) => !explored.succeeded.has(name as keyof typeof endpoints));
      expect(blind, 'endpoints of which no request succeeded').toEqual([]);
    });
  }
});

/** The standard tracker with one endpoint that answers otherwise. */
function broken(
  name: string,
  handler: Implementation['handlers'][string],
): (implementation: Implementation) => Implementation {
  return (implementation) => ({ ...implementation, handlers: { ...implementation.handlers, [name]: handler } });
}

test.describe('a scenario of random requests', () => {
  const requests = 5_000;

  test('tells of a tracker that fails', async () => {
    const override = broken('listStatuses', () => json({ errorMessages: ['Out of order'], errors: {} }, 500));

    const { failure } = await explore({ requests, seed: 1, override });

    expect(failure).toMatch(/^The status is 500\.\n\n1\. GET \/rest\/api\/2\/status as admin → 500\n/);
    expect(failure).toContain("curl -i --path-as-is -X GET -H 'authorization: Basic YWRtaW46YWRtaW4='");
    expect(failure).toMatch(/Again: npm run properties -- --scenarios requests --seed 1 --path [\d:]+$/);
  });

  test('tells of an answer that does not fit its contract', async () => {
    const override = broken('listByProject', () => json([{ id: 'one' }]));

    const { failure } = await explore({ requests, seed: 1, override });

    expect(failure).toMatch(/^The body does not fit: .*\n\n1\. GET \S+\/default-template\/project\/\w+ as \w+ → 200/s);
  });

  test('tells of a refusal that leaves something behind', async () => {
    const override = (implementation: Implementation): Implementation => {
      const remove = implementation.handlers['deleteByTemplate'] as Implementation['handlers'][string];
      return broken('deleteByTemplate', (call) => {
        remove(call);
        return json(new TrackerError(400, 'After all, no.').body, 400);
      })(implementation);
    };

    const { failure } = await explore({ requests, seed: 1, override });

    expect(failure).toMatch(
      /^The state has changed although the answer is 400\.\n\n1\. DELETE \S+\/template\/\d+ as admin/,
    );
  });

  test('tells of a read that changes something', async () => {
    const override = broken('getMyself', ({ state }) => {
      state.tables.templates.delete(7);
      return json(state.tables.users.all()[0]);
    });

    const { failure } = await explore({ requests, seed: 1, override });

    expect(failure).toBeDefined();
  });
});
