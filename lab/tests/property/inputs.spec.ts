import { expect, test } from '@playwright/test';
import { TenantError } from '../../../fake/server/errors.js';
import { json } from '../../../fake/index.js';
import type { Implementation } from '../../../fake/index.js';
import { controlCallNames } from '../../proof/properties/inputs/control-calls.js';
import { explore } from '../../proof/properties/requests/explore.js';

/** How many requests the fake is sent; `npm run properties` sends more. */
const REQUESTS = 1_200;

// Nothing here hangs; this limit is for a machine with much else to do.
test.describe.configure({ timeout: 300_000 });

test('random JQL, faults and control calls are answered, others too, and change nothing when refused', async () => {
  const explored = await explore({ kind: 'inputs', requests: REQUESTS, seed: 1 });

  expect(explored.failure).toBeUndefined();
  expect(explored.requests).toBeGreaterThanOrEqual(REQUESTS);
  const wanted = [...controlCallNames, 'add a fault', 'searchIssues', 'searchIssuesByPost'] as const;
  const blind = wanted.filter((name) => !explored.succeeded.has(name));
  expect(blind, 'calls of which none succeeded').toEqual([]);
  expect(explored.statuses.get(400)).toBeGreaterThan(REQUESTS / 10);
});

test.describe('a scenario of random inputs', () => {
  const requests = REQUESTS;

  test('tells of a query that the tracker fails at', async () => {
    const override = (implementation: Implementation): Implementation => ({
      ...implementation,
      handlers: { ...implementation.handlers, searchIssuesByPost: () => json({ errorMessages: [], errors: {} }, 500) },
    });

    const { failure } = await explore({ kind: 'inputs', requests, seed: 1, override });

    expect(failure).toMatch(/^The status is 500\.\n\n1\. POST \/rest\/api\/2\/search as admin → 500\n/);
    expect(failure).toMatch(
      /\ncurl -i --path-as-is -X POST .* --data-binary '\{"jql":.*\/tenant-\d+\/rest\/api\/2\/search'/,
    );
    expect(failure).toMatch(/Again: npm run properties -- --scenarios inputs --seed 1 --path [\d:]+$/);
  });

  test('tells of a control call that is refused and leaves something behind', async () => {
    const override = (implementation: Implementation): Implementation => ({
      ...implementation,
      synchronize: (state) => {
        // Once what the call itself has changed is undone.
        queueMicrotask(() => state.tables.templates.delete(7));
        throw new TenantError(400, 'After all, no.');
      },
    });

    const { failure } = await explore({ kind: 'inputs', requests, seed: 1, override });

    expect(failure).toMatch(
      /^The state has changed although the answer is 400\.\n\n1\. POST \/control\/tenants\/tenant-\d+\/synchronize as nobody/,
    );
    expect(failure).toMatch(/'http:\/\/127\.0\.0\.1:\d+\/control\/tenants\/tenant-\d+\/synchronize'/);
  });
});
