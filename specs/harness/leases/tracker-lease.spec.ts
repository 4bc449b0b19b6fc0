import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { LeaseHeldError, LeaseLostError, LeaseRefusedError } from '../../../fixtures/index.js';
import type { Sandbox, Tracker } from '../../../fixtures/index.js';
import { Ledger } from '../../../fixtures/cleanup/ledger/ledger.js';
import { ComponentLeases } from '../../../fixtures/cleanup/leases/component-leases.js';
import { newHolder } from '../../../fixtures/cleanup/leases/lease-holder.js';
import { unwatched } from '../../../fixtures/cleanup/leases/waiting.js';
import { TrackerLease } from '../../../fixtures/cleanup/leases/tracker-lease.js';
import { leasesFolder } from '../../../fixtures/cleanup/leases/file-lease.js';
import { test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker, Worker } from '../fixtures/shared-tracker-test.js';

// Processes start slowly on a machine that is busy.
base.describe.configure({ timeout: 90_000 });

/** Workers on a tracker that is declared disposable. Workers of one machine share files; all share the tracker. */
type Workers = (machine: string, leaseWait?: number, lacking?: Partial<Sandbox>) => Worker;

const test = base.extend<{ workers: Workers }>({
  workers: async ({ shared }, use, testInfo) => {
    const opened: Worker[] = [];
    await use((machine, leaseWait = 20_000, lacking = {}) => {
      const settings = { outputDir: testInfo.outputPath(machine), leaseWait, runId: machine };
      const worker = shared.worker({ disposable: true, ...lacking }, settings);
      opened.push(worker);
      return worker;
    });
    for (const worker of opened) await worker.close();
    expect(leaseNames(shared)).toEqual([]);
  },
});

/** A test that waits for its tracker. */
interface Wanting {
  readonly tracker: Promise<Tracker>;
  readonly has: () => boolean;
  /** Resolves when it begins to wait; never for one that does not have to. */
  readonly waits: Promise<void>;
}

function want(worker: Worker, exclusive: boolean): Wanting {
  let has = false;
  let begins: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (begins = resolve));
  const tracker = worker
    .open({ sharing: exclusive ? 'exclusive' : 'shared', watch: { ...unwatched, begins: () => begins() } })
    .then((got) => {
      has = true;
      return got;
    });
  // The error counts as handled until a test awaits the tracker.
  tracker.catch(() => undefined);
  return { tracker, has: () => has, waits };
}

/** Lets a test begin to wait, and fails if it gets the tracker in place of that. */
async function blocked(wanting: Wanting): Promise<Wanting> {
  await Promise.race([wanting.waits, wanting.tracker]);
  expect(wanting.has(), 'it has to wait').toBe(false);
  return wanting;
}

function leaseNames(shared: SharedTracker): string[] {
  return (shared.tenant.state().components as { name: string }[]).map(({ name }) => name);
}

function leaseOf(shared: SharedTracker, leased: string): { readonly id: number } | undefined {
  const components = shared.tenant.state().components as { id: number; name: string }[];
  return components.find(({ name }) => name === `tracker-e2e lease: ${leased}`);
}

function readsOf(shared: SharedTracker, template: number): number {
  return shared.tenant.journal().filter(({ method, url }) => method === 'GET' && url.endsWith(`/template/${template}`))
    .length;
}

const places = { 'on the same machine': ['one', 'one'], 'on another machine': ['one', 'other'] } as const;

for (const [where, [first, second]] of Object.entries(places)) {
  test.describe(`a test that changes every project, ${where}`, () => {
    test('waits until an ordinary test is over', async ({ workers }) => {
      const ordinary = await workers(first).open();
      const alone = await blocked(want(workers(second), true));

      await ordinary.release();

      await expect((await alone.tracker).release()).resolves.toBeUndefined();
    });

    test('lets no ordinary test begin', async ({ workers }) => {
      const alone = await workers(first).open({ sharing: 'exclusive' });
      const ordinary = await blocked(want(workers(second), false));

      await alone.release();

      await expect((await ordinary.tracker).release()).resolves.toBeUndefined();
    });

    test('lets no other one of its kind begin', async ({ workers }) => {
      const alone = await workers(first).open({ sharing: 'exclusive' });
      const other = await blocked(want(workers(second), true));

      await alone.release();

      await expect((await other.tracker).release()).resolves.toBeUndefined();
    });

    test('gets its turn before ordinary tests that come later', async ({ workers }) => {
      const [running, later] = [workers(first), workers(first)];
      const before = await running.open();
      const alone = await blocked(want(workers(second), true));
      await expect.poll(() => isClaimed(second)).toBe(true);
      const after = await blocked(want(later, false));

      await before.release();

      const held = await alone.tracker;
      expect(after.has()).toBe(false);
      await held.release();
      await expect((await after.tracker).release()).resolves.toBeUndefined();
    });

    test('lets tests of other APIs begin, and does not wait for them', async ({ workers }) => {
      const apart = await workers(first).open({ sharing: 'none' });
      const alone = await workers(second).open({ sharing: 'exclusive' });
      const another = await workers(first).open({ sharing: 'none' });

      for (const tracker of [apart, alone, another]) await expect(tracker.release()).resolves.toBeUndefined();
    });

    test('does not wait for a worker that has no further test', async ({ workers }) => {
      await (await workers(first).open()).release();

      const alone = await workers(second).open({ sharing: 'exclusive' });

      await expect(alone.release()).resolves.toBeUndefined();
    });
  });
}

/** Whether the tracker is claimed by a test that waits to have it alone. */
function isClaimed(machine: string): boolean {
  const folder = test.info().outputPath(machine);
  return readdirSync(folder, { recursive: true }).some((file) => String(file).includes('exclusive.lease'));
}

test('tests of a run that change every project hand their lease on the tracker over to each other', async ({
  workers,
  shared,
}) => {
  const [first, second, elsewhere] = [workers('one'), workers('one'), workers('other')];
  const alone = await first.open({ sharing: 'exclusive' });
  const lease = leaseOf(shared, 'tracker, exclusive');
  await alone.release();
  const next = await second.open({ sharing: 'exclusive' });
  const handedOver = leaseOf(shared, 'tracker, exclusive');
  const other = await blocked(want(elsewhere, false));
  await next.release();

  expect(lease).toBeDefined();
  expect(handedOver?.id).toBe(lease?.id);
  await (await other.tracker).release();
});

test('a worker that waits for the tracker keeps what it leased, and gives back what others want', async ({
  workers,
  shared,
}) => {
  const one = { templates: shared.sandbox.templates.slice(0, 1) };
  const [first, second] = [workers('one', 20_000, one), workers('one', 20_000, one)];
  const before = await first.open();
  const { id } = await before.provisioner.template({});
  const waiting = await blocked(want(second, true));
  await before.release();
  const alone = await waiting.tracker;
  const ordinary = await blocked(want(first, false));
  // Longer than a worker without a test keeps anything.
  await sleep(1_500);
  const kept = leaseOf(shared, `template ${id}`);
  const reads = readsOf(shared, id);

  const { id: wanted } = await alone.provisioner.template({});

  expect(kept).toBeDefined();
  expect(wanted).toBe(id);
  expect(leaseOf(shared, `template ${id}`)?.id, 'it was handed over').toBe(kept?.id);
  expect(readsOf(shared, id), 'what was known was handed over too').toBe(reads);
  await alone.release();
  await (await ordinary.tracker).release();
});

test('ordinary tests share the tracker', async ({ workers }) => {
  const trackers = [await workers('one').open(), await workers('one').open(), await workers('other').open()];

  await expect(Promise.all(trackers.map((tracker) => tracker.release()))).resolves.toHaveLength(3);
});

test('two machines, each with a test that wants the tracker alone and a worker that shares it, do not block each other', async ({
  workers,
}) => {
  const sharing = [workers('one'), workers('other')];
  const ordinary = [await sharing[0]?.open(), await sharing[1]?.open()];
  // Each worker of these has shared the tracker just before, and does so on the tracker still.
  const wanting = [workers('one'), workers('other')];
  for (const worker of wanting) await (await worker.open()).release();
  const alone = wanting.map((worker) => want(worker, true));
  await Promise.all(alone.map(({ waits }) => waits));
  const next = sharing.map(() => undefined as Wanting | undefined);
  for (const [index, tracker] of ordinary.entries()) {
    await tracker?.release();
    next[index] = want(sharing[index] as Worker, false);
  }

  const ends = [...alone, ...next].map(async (one) => (await one?.tracker)?.release());

  await expect(Promise.all(ends)).resolves.toHaveLength(4);
});

test('a worker that alternates between both kinds never waits for itself', async ({ workers }) => {
  const worker = workers('one', 50);
  for (const exclusive of [false, true, true, false, true]) {
    const tracker = await worker.open({ sharing: exclusive ? 'exclusive' : 'shared' });
    await expect(tracker.release(), `as one that ${exclusive ? 'is alone' : 'shares'}`).resolves.toBeUndefined();
  }
});

test('who waits in vain is told who holds the tracker', async ({ workers }) => {
  const ordinary = await workers('one').open();

  const error = await workers('other', 50)
    .open({ sharing: 'exclusive' })
    .catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(LeaseHeldError);
  expect((error as Error).message).toMatch(
    /^the tracker is held by run one \(process \d+ on .+\) since .+Z, and none got free within 0\.05 s\. Have the other runs end, or wait/,
  );
  await ordinary.release();
});

test.describe('what a killed worker held', () => {
  const dead = () => spawnSync(process.execPath, ['--version']).pid;
  const kinds = {
    shared: { name: 'tracker, shared 1', sharing: 'exclusive' },
    exclusive: { name: 'tracker, exclusive', sharing: 'shared' },
  } as const;

  for (const [kind, { name, ...opening }] of Object.entries(kinds)) {
    test(`${kind} on this machine keeps nobody waiting`, async ({ shared, workers }) => {
      const folder = leasesFolder(test.info().outputPath('one'), `${shared.url}/x`);
      mkdirSync(folder, { recursive: true });
      const { holder, ...times } = newHolder('killed', 'token', 0);
      const text = JSON.stringify({ ...times, holder: { ...holder, pid: dead() } });
      writeFileSync(join(folder, `${encodeURIComponent(name)}.lease`), text);

      const tracker = await workers('one', 1_000).open(opening);
      await expect(tracker.release()).resolves.toBeUndefined();
    });

    test(`${kind} on the tracker keeps nobody waiting once its time is over`, async ({ shared, workers }) => {
      const tracker = await workers('one').open();
      const until = '2026-01-02T03:09:05.000Z';
      const holder = { run: 'killed', host: 'elsewhere', machine: 'elsewhere', pid: 1, token: 'x' };
      const body = {
        project: shared.leaseProject,
        name: `tracker-e2e lease: ${name}`,
        description: JSON.stringify({ holder, since: until, until }),
      };
      await unguarded(tracker).createComponent({ body });
      await tracker.release();

      await (await workers('other', 5_000).open(opening)).release();

      expect(leaseNames(shared)).not.toContain(body.name);
    });
  }
});

test.describe('the price of sharing', () => {
  const calls = (shared: SharedTracker) => shared.tenant.journal().map(({ method, url }) => `${method} ${url}`);

  test('is nothing on a tracker that is not declared disposable', async ({ shared }) => {
    const worker = shared.worker();
    const before = calls(shared).length;

    await (await worker.open()).release();
    await worker.close();

    expect(calls(shared)).toHaveLength(before);
  });

  test('is a component for each worker elsewhere, and no call for a test soon after another', async ({
    shared,
    workers,
  }) => {
    const worker = workers('one');
    await (await worker.open()).release();
    const before = calls(shared).length;

    await (await worker.open()).release();

    expect(calls(shared)).toHaveLength(before);
    expect(leaseNames(shared)).toEqual([expect.stringMatching(/^tracker-e2e lease: tracker, shared /)]);
    await worker.close();
    expect(leaseNames(shared)).toEqual([]);
    expect(shared.left()).toEqual([]);
  });
});

test('a test whose shared lease could not be renewed in time fails, and the next one has a new lease', async ({
  shared,
  workers,
}, testInfo) => {
  const tracker = await workers('one').open();
  const ledger = new Ledger(testInfo.outputPath('output/ledger/short.jsonl'), { run: 'short', tracker: 'x' });
  const setup = { ...unguarded(tracker), updateComponent: () => Promise.reject(new Error('no renewal')) };
  const onTracker = new ComponentLeases({
    folder: test.info().outputPath('handed'),
    setup,
    ledger,
    run: 'short',
    term: 1,
  });
  const lease = new TrackerLease({
    ...{ folder: testInfo.outputPath('leases'), run: 'short', longest: 1_000, onTracker, ledger },
    projectKey: shared.leaseProject,
  });

  const first = await lease.shared(unwatched);

  await expect(first.release()).rejects.toThrow(LeaseLostError);
  await expect((await lease.shared(unwatched)).release()).rejects.toThrow(/tracker, shared .*: it ended at \d{4}-/);
  await lease.close();
  await tracker.release();
});

test('of a user who may put no lease on the tracker only a test that changes every project fails', async ({
  workers,
  shared,
}) => {
  shared.tenant.addFault({ kind: 'error-response', status: 403, endpoint: 'createComponent' });
  const worker = workers('one');

  const ordinary = await worker.open();
  await ordinary.release();

  await expect(worker.open({ sharing: 'exclusive' })).rejects.toThrow(LeaseRefusedError);
});
