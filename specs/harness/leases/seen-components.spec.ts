import { expect } from '@playwright/test';
import { Ledger } from '../../../fixtures/cleanup/ledger/ledger.js';
import { ComponentLeases } from '../../../fixtures/cleanup/leases/component-leases.js';
import { test as base, unguarded } from '../fixtures/shared-tracker-test.js';

/** Looks which leases stand in a project, as one worker of a run. */
type LookOf = (run: string) => (maxAge: number) => Promise<number>;

const test = base.extend<{ lookOf: LookOf; asked: () => number }>({
  lookOf: async ({ shared }, use, testInfo) => {
    const setup = unguarded(await shared.open());
    const folder = testInfo.outputPath('leases');
    await use((run) => {
      const ledger = new Ledger(testInfo.outputPath('output/ledger/seen.jsonl'), { run, tracker: shared.url });
      const leases = new ComponentLeases({ setup, ledger, run, term: 300_000, folder });
      return async (maxAge) => (await leases.listHeld(shared.leaseProject, 'tracker-e2e lease: ', maxAge)).length;
    });
  },
  asked: async ({ shared }, use) => {
    const isList = ({ method, url }: { readonly method: string; readonly url: string }) =>
      method === 'GET' && url.endsWith('/components');
    await use(() => shared.tenant.journal().filter(isList).length);
  },
});

test('what one worker has just seen on the tracker, others of its run need not ask for', async ({ lookOf, asked }) => {
  const [first, second] = [lookOf('abcde'), lookOf('abcde')];
  await first(0);
  const before = asked();

  await second(60_000);

  expect(asked()).toBe(before);
});

test('who needs to know it as it is asks the tracker', async ({ lookOf, asked }) => {
  const [first, second] = [lookOf('abcde'), lookOf('abcde')];
  await first(0);
  const before = asked();

  await second(0);

  expect(asked()).toBe(before + 1);
});

test('what was seen too long ago, or by another run, is asked for', async ({ lookOf, asked }) => {
  await lookOf('abcde')(0);
  const before = asked();
  await new Promise((resolve) => setTimeout(resolve, 20));

  await lookOf('abcde')(10);
  await lookOf('other')(60_000);

  expect(asked()).toBe(before + 2);
});
