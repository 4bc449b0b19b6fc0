import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { controlCallNames } from '../../proof/properties/control-calls.js';
import { explore } from '../../proof/properties/explore.js';

/** How many requests the fake is sent. */
const REQUESTS = 2_500;
/** How many random inputs; `npm run -w lab properties` sends more of both. */
const INPUTS = 400;

test('random and mutated requests fit the contract and change nothing when refused', async () => {
  const explored = await explore({ requests: REQUESTS, seed: 7 });

  expect(explored.failure).toBeUndefined();
  expect(explored.requests).toBeGreaterThanOrEqual(REQUESTS);
  const blind = Object.keys(endpoints).filter((name) => !explored.succeeded.has(name as keyof typeof endpoints));
  expect(blind, 'endpoints of which no request succeeded').toEqual([]);
});

test('random JQL, faults and control calls are answered, others too, and change nothing when refused', async () => {
  const explored = await explore({ kind: 'inputs', requests: INPUTS, seed: 1 });

  expect(explored.failure).toBeUndefined();
  expect(explored.requests).toBeGreaterThanOrEqual(INPUTS);
  const wanted = [...controlCallNames, 'add a fault', 'searchIssues', 'searchIssuesByPost'] as const;
  const blind = wanted.filter((name) => !explored.succeeded.has(name));
  expect(blind, 'calls of which none succeeded').toEqual([]);
  expect(explored.statuses.get(400)).toBeGreaterThan(INPUTS / 10);
});
