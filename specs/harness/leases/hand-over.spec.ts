import { expect } from '@playwright/test';
import { Ledger } from '../../../fixtures/cleanup/ledger/ledger.js';
import { ComponentLease, ComponentLeases } from '../../../fixtures/cleanup/leases/component-leases.js';
import { readHolder } from '../../../fixtures/cleanup/leases/lease-holder.js';
import { test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

/** The leases of a worker of a run, which shares a folder with the others of the machine. */
type WorkerOf = (run: string, term?: number) => Promise<ComponentLeases>;

const test = base.extend<{ workerOf: WorkerOf }>({
  workerOf: async ({ shared }, use, testInfo) => {
    let workers = 0;
    await use(async (run, term = 300_000) => {
      const tracker = await shared.open();
      const file = testInfo.outputPath(`output/ledger/${run}-${++workers}.jsonl`);
      const ledger = new Ledger(file, { run, tracker: shared.url });
      return new ComponentLeases({
        setup: unguarded(tracker),
        ledger,
        run,
        term,
        folder: testInfo.outputPath('leases'),
      });
    });
  },
});

const NAME = 'tracker-e2e lease: something';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

function held(shared: SharedTracker): Row[] {
  return (shared.tenant.state().components as Row[]).filter(({ name }) => name === NAME);
}

async function take(leases: ComponentLeases, shared: SharedTracker): Promise<ComponentLease> {
  const taken = await leases.take(shared.leaseProject, NAME, false);
  expect(taken).toBeInstanceOf(ComponentLease);
  return taken as ComponentLease;
}

async function handOver(leases: ComponentLeases, shared: SharedTracker, facts?: unknown): Promise<Row[]> {
  expect(await leases.handOver(await take(leases, shared), facts)).toBe(true);
  return held(shared);
}

test.describe('a lease that a worker hands over', () => {
  test('is gone on with by the next of its run, with what was known', async ({ shared, workerOf }) => {
    const [first, second] = [await workerOf('abcde'), await workerOf('abcde')];
    const [before] = await handOver(first, shared, { isEmpty: true });

    const lease = await take(second, shared);

    const [after] = held(shared);
    expect(after?.id).toBe(before?.id);
    expect(lease.facts).toEqual({ isEmpty: true });
    const tokens = [before, after].map((row) => readHolder(row?.description)?.holder.token);
    expect(new Set(tokens).size).toBe(2);
    expect(await first.giveBackLeft(0)).toEqual([]);
    expect(held(shared)).toHaveLength(1);
    await second.giveBack(lease);
    expect(held(shared)).toEqual([]);
    expect(shared.left()).toEqual([]);
  });

  test('can be gone on with by the worker itself', async ({ shared, workerOf }) => {
    const worker = await workerOf('abcde');
    const rows = await handOver(worker, shared);

    const lease = await take(worker, shared);

    expect(held(shared)).toEqual(rows);
    await worker.giveBack(lease);
    expect([held(shared), shared.left()]).toEqual([[], []]);
  });

  test('is held for other runs', async ({ shared, workerOf }) => {
    const [first, other] = [await workerOf('abcde'), await workerOf('other')];
    await handOver(first, shared);

    expect(await other.take(shared.leaseProject, NAME, true)).toMatch(/^run abcde /);
    await first.giveBackLeft(0);
  });

  test('is given back if nobody takes it, and stands in the ledger until then', async ({ shared, workerOf }) => {
    const worker = await workerOf('abcde');
    await handOver(worker, shared);
    await worker.giveBackLeft(60_000);
    const before = [held(shared).length, shared.left()];

    await worker.giveBackLeft(0);

    expect(before).toEqual([1, [`lease ${shared.leaseProject}/${NAME}`]]);
    expect([held(shared), shared.left()]).toEqual([[], []]);
  });

  test('is what the last worker handed over, not what an earlier one did', async ({ shared, workerOf }) => {
    const [first, second] = [await workerOf('abcde'), await workerOf('abcde')];
    const [ofFirst] = await handOver(first, shared);
    await second.giveBack(await take(second, shared));
    const [ofSecond] = await handOver(second, shared);

    expect(await first.giveBackLeft(0)).toEqual([]);
    expect(held(shared)).toEqual([ofSecond]);
    await handOver(first, shared);
    await second.giveBack(await take(second, shared));
    await handOver(second, shared);
    const lease = await take(first, shared);

    expect(ofSecond?.id).not.toBe(ofFirst?.id);
    expect(held(shared).map(({ id }) => String(id))).toEqual([(await lease.stop()).id]);
    expect(await lease.release()).toBeUndefined();
    expect(held(shared)).toEqual([]);
  });

  test('stands in the ledger of the one who has taken it', async ({ shared, workerOf }) => {
    const [first, second] = [await workerOf('abcde'), await workerOf('abcde')];
    await handOver(first, shared);
    const lease = await take(second, shared);
    await first.giveBackLeft(0);

    expect(shared.left()).toEqual([`lease ${shared.leaseProject}/${NAME}`]);
    await second.giveBack(lease);
  });

  test('is claimed anew if it was gone, and the worker says so', async ({ shared, workerOf }) => {
    const [first, second] = [await workerOf('abcde'), await workerOf('abcde')];
    const [row] = await handOver(first, shared);
    await unguarded(await shared.open()).deleteComponent({ componentId: String(row?.id) });

    const lease = await take(second, shared);

    expect(held(shared)).toHaveLength(1);
    expect(lease.facts).toBeUndefined();
    expect(second.takeLost()).toEqual([expect.stringContaining(`its component ${row?.id} was gone`)]);
    await second.giveBack(lease);
  });

  test('is said to be lost if it was gone and nobody took it', async ({ shared, workerOf }) => {
    const worker = await workerOf('abcde');
    const [row] = await handOver(worker, shared);
    await unguarded(await shared.open()).deleteComponent({ componentId: String(row?.id) });

    expect(await worker.giveBackLeft(0)).toEqual([expect.stringContaining(`its component ${row?.id} was gone`)]);
  });

  test('is claimed anew if it is about to end', async ({ shared, workerOf }) => {
    const [first, second] = [await workerOf('abcde', 3_000), await workerOf('abcde')];
    const [row] = await handOver(first, shared);

    const lease = await take(second, shared);

    expect(held(shared)).toHaveLength(1);
    expect(held(shared)[0]?.id).not.toBe(row?.id);
    await second.giveBack(lease);
  });
});
