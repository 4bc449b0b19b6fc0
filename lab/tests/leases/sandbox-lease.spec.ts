import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { LeaseHeldError } from '../../../fixtures/index.js';
import type { Endpoints } from '../../../fixtures/index.js';
import { ComponentLease, ComponentLeases } from '../../../fixtures/external/leases/component-leases.js';
import { newHolder } from '../../../fixtures/external/leases/file-lease.js';
import { readLease, takeSandbox } from '../../../fixtures/external/leases/sandbox-lease.js';
import type { SandboxLease } from '../../../fixtures/external/leases/sandbox-lease.js';
import { Ledger } from '../../../fixtures/external/ledger/ledger.js';
import { machineId } from '../../../fixtures/external/leases/this-machine.js';
import type { SetupClient } from '../../../fixtures/http/setup-client.js';
import { makeFolder } from '../../../fixtures/settings/output-folder.js';
import { test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

interface Need {
  /** How long it waits, in milliseconds. */
  readonly longest?: number;
  readonly term?: number;
  /** Gets who has the sandbox. */
  readonly told?: string[];
  readonly projectKey?: string | undefined;
  readonly afterKill?: { readonly longest: number; readonly areOver: () => boolean };
  readonly signal?: AbortSignal;
}

/** Takes the sandbox for a run of that name on a machine with files of its own. All machines share the tracker. */
type Take = (run: string, need?: Need) => Promise<SandboxLease>;

const test = base.extend<{ setup: SetupClient<Endpoints>; take: Take; folder: (run: string) => string }>({
  setup: async ({ shared }, use) => {
    const tracker = await shared.open();
    await use(unguarded(tracker));
    await tracker.release();
  },
  folder: ({}, use, testInfo) => use((run) => testInfo.outputPath(run, 'leases')),
  take: async ({ shared, setup, folder }, use, testInfo) => {
    await use((run, { longest = 20_000, term = 300_000, told = [], ...need }: Need = {}) => {
      const ledger = new Ledger(testInfo.outputPath('output/ledger', `${run}.jsonl`), { run, tracker: 'x' });
      const onTracker = new ComponentLeases({ setup, ledger, run, term });
      const projectKey = 'projectKey' in need ? need.projectKey : shared.leaseProject;
      const tell = (who: string) => told.push(who);
      return takeSandbox({ folder: folder(run), run, longest, onTracker, tell, ...need, projectKey });
    });
  },
});

const NAME = 'tracker-e2e lease: sandbox';

function components(shared: SharedTracker) {
  return shared.tenant.state().components as { id: number; name: string; description: string }[];
}

function leaseOf(holder: Readonly<Record<string, unknown>>, until = '2099-01-01T00:00:00.000Z'): string {
  const known = { run: 'other', host: 'elsewhere', machine: 'elsewhere', pid: 1, token: 'of another' };
  return JSON.stringify({ holder: { ...known, ...holder }, since: '2026-01-02T03:04:05.000Z', until });
}

test('a lease is a component that says who holds it until when, and a note for the workers, or gone', async ({
  shared,
  take,
  folder,
}) => {
  const before = Date.now();

  const lease = await take('first');

  expect(components(shared).map(({ name }) => name)).toEqual([NAME]);
  const held = JSON.parse(components(shared)[0]?.description ?? '') as { until: string };
  expect(held).toMatchObject({ holder: { run: 'first', pid: process.pid, host: expect.any(String) } });
  expect(Date.parse(held.until)).toBeGreaterThanOrEqual(before + 300_000);
  expect(readLease(folder('first'), process.pid, 'first')).toEqual({ refusal: undefined });
  expect(await lease.giveBack()).toBeUndefined();
  expect(components(shared)).toEqual([]);
  expect(shared.left()).toEqual([]);
  expect(readLease(folder('first'), process.pid, 'first')).toBeUndefined();
});

for (const [place, [first, second]] of Object.entries({
  'on the same machine': ['one', 'one'],
  'on another machine': ['one', 'other'],
} as const)) {
  test(`another run, ${place}, waits until it is given back, and is told once who has it`, async ({ take }) => {
    const told: string[] = [];
    const lease = await take(first);
    let got = false;
    const waiting = take(second, { told }).then((taken) => {
      got = true;
      return taken;
    });
    await expect.poll(() => told).toEqual([expect.stringMatching(/^run one \(process \d+ on .+\) since \d{4}-.+Z$/)]);
    expect(got).toBe(false);

    await lease.giveBack();

    await (await waiting).giveBack();
    expect(told).toHaveLength(1);
  });
}

test('a run that does not get it in time fails, and says who has it', async ({ shared, take }) => {
  const lease = await take('first');

  const thrown = await take('second', { longest: 50 }).catch((error: unknown) => error);

  expect(thrown).toBeInstanceOf(LeaseHeldError);
  expect((thrown as Error).message).toMatch(
    new RegExp(
      `^The sandbox is held by run first \\(process ${process.pid} on .+\\) since \\d{4}-.+Z, and did not get free ` +
        'within 0.05 s\\. Let the other run end, name another sandbox, or wait longer \\(TRACKER_LEASE_WAIT\\): ' +
        'what a killed run held gets free 300 s after its end at the latest\\.$',
    ),
  );
  expect(components(shared)).toHaveLength(1);
  await lease.giveBack();
});

const dead = 2 ** 22 + 1;

const abandoned: Readonly<Record<string, string>> = {
  'since its time is over': leaseOf({}, '2026-01-02T03:09:05.000Z'),
  'since its process on this machine is gone': leaseOf({ machine: machineId, pid: dead }),
  'since this process knows nothing of it': leaseOf({ machine: machineId, pid: process.pid }),
};
for (const [why, description] of Object.entries(abandoned)) {
  test(`a lease of an ended run is taken over at once, ${why}`, async ({ shared, setup, take }) => {
    await setup.createComponent({ body: { project: shared.leaseProject, name: NAME, description } });

    const lease = await take('first', { longest: 0 });

    expect(components(shared)).toEqual([expect.objectContaining({ description: expect.stringContaining('"first"') })]);
    await lease.giveBack();
  });
}

const held: Readonly<Record<string, readonly [description: string, says: string]>> = {
  'of a process of the same number on another machine': [
    leaseOf({ pid: dead }),
    `held by run other (process ${dead} on elsewhere) since 2026-01-02T03:04:05.000Z, and`,
  ],
  'that a person keeps by hand': ['Hands off', 'held by the person who made the component '],
};
for (const [what, [description, says]] of Object.entries(held)) {
  test(`a lease is not taken for an abandoned one: one ${what}`, async ({ shared, setup, take }) => {
    await setup.createComponent({ body: { project: shared.leaseProject, name: NAME, description } });

    await expect(take('first', { longest: 50 })).rejects.toThrow(says);
    expect(components(shared)).toHaveLength(1);
  });
}

test('a file whose process is gone, or that was never finished, is taken over', async ({ take, folder, shared }) => {
  const { holder, ...rest } = newHolder('abc12', 'a token', 0);
  const { pid } = spawnSync(process.execPath, ['--version']);
  const restarted = { ...holder, pid: process.pid, token: 'of the process before' };
  for (const text of [{ holder: { ...holder, pid }, ...rest }, { holder: restarted, ...rest }, ''].map((one) =>
    one === '' ? one : JSON.stringify(one),
  )) {
    makeFolder(folder('first'));
    writeFileSync(join(folder('first'), `sandbox%20of%20${shared.leaseProject}.lease`), text);

    const lease = await take('first', { longest: 0 });

    expect(lease.refusal).toBeUndefined();
    await lease.giveBack();
  }
});

test('the workers of a run that was killed are waited for, in a folder of its own until they are over', async ({
  shared,
  setup,
  take,
  folder,
}) => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const told: string[] = [];
  const body = { project: shared.leaseProject, name: NAME, description: leaseOf({ machine: machineId, pid }) };
  await setup.createComponent({ body });
  const began = Date.now();
  await (await take('first', { longest: 0, told, afterKill: { longest: 300, areOver: () => true } })).giveBack();
  const elsewhere = Date.now() - began;
  const { holder, ...rest } = newHolder('abc12', 'a token', 0);
  const file = join(folder('first'), `sandbox%20of%20${shared.leaseProject}.lease`);
  writeFileSync(file, JSON.stringify({ holder: { ...holder, pid }, ...rest }));
  let looks = 0;
  const areOver = () => (looks += 1) > 2;
  await (await take('first', { longest: 0, told, afterKill: { longest: 60_000, areOver } })).giveBack();

  expect(elsewhere).toBeGreaterThanOrEqual(300);
  expect(looks).toBe(3);
  expect(told).toEqual([expect.stringContaining('a run that was killed, for 0.3 s'), expect.stringContaining('60 s')]);
});

test('a run that is interrupted while it waits says so, and leaves nothing', async ({ shared, take }) => {
  const lease = await take('first');
  const interrupted = new AbortController();

  const waiting = take('second', { signal: interrupted.signal });
  interrupted.abort();

  await expect(waiting).rejects.toThrow('The run was interrupted before it had the sandbox.');
  await lease.giveBack();
  const again = take('first', { signal: interrupted.signal });
  await expect(again).rejects.toThrow('The run was interrupted before it had the sandbox.');
  expect(components(shared)).toEqual([]);
  expect(shared.left()).toEqual([]);
});

test('without a project in the sandbox the runs of one machine still take turns', async ({ shared, take }) => {
  const lease = await take('first', { projectKey: undefined });

  await expect(take('first', { projectKey: undefined, longest: 0 })).rejects.toThrow(LeaseHeldError);
  expect(components(shared)).toEqual([]);
  await lease.giveBack();
});

test('a user who may put no lease reads, and waits for the runs of others all the same', async ({
  shared,
  setup,
  take,
  folder,
}) => {
  shared.tenant.addFault({ kind: 'error-response', status: 403, endpoint: 'createComponent' });

  const lease = await take('first');

  expect(lease.refusal?.message).toMatch(/^No lease can be put on project .+ Administer Projects/);
  expect(readLease(folder('first'), process.pid, 'first')?.refusal?.message).toBe(lease.refusal?.message);
  expect(shared.left()).toEqual([]);
  await lease.giveBack();
  shared.tenant.clearFaults();
  await setup.createComponent({ body: { project: shared.leaseProject, name: NAME, description: leaseOf({}) } });
  shared.tenant.addFault({ kind: 'error-response', status: 403, endpoint: 'createComponent' });
  await expect(take('first', { longest: 50 })).rejects.toThrow(LeaseHeldError);
});

test('a lease is renewed as long as it is held, and one that was removed meanwhile is told of', async ({
  shared,
  setup,
  take,
}) => {
  const lease = await take('first', { term: 90 });
  const until = () => (JSON.parse(components(shared)[0]?.description ?? '{}') as { until?: string }).until;
  const first = until();
  await expect.poll(until).not.toBe(first);

  await setup.deleteComponent({ componentId: components(shared)[0]?.id ?? 0 });

  expect(await lease.giveBack()).toMatch(new RegExp(`^${shared.leaseProject}/${NAME}: its component \\d+ was gone`));
});

test('if a tracker lets two claims through, the lower id has the lease', async ({ setup }, testInfo) => {
  const claimTwice = async (own: string, other: string) => {
    const removed: string[] = [];
    let isClaimed = false;
    const twofold = {
      ...setup,
      createComponent: () => {
        isClaimed = true;
        return Promise.resolve({ id: own });
      },
      listComponents: () => {
        const both = [
          { id: other, name: NAME, description: leaseOf({}) },
          { id: own, name: NAME, description: '' },
        ];
        return Promise.resolve(isClaimed ? both : []);
      },
      deleteComponent: ({ componentId }: { componentId: string }) => {
        removed.push(componentId);
        return Promise.resolve(undefined);
      },
    } as unknown as SetupClient<Endpoints>;
    const ledger = new Ledger(testInfo.outputPath('own.jsonl'), { run: 'first', tracker: 'x' });
    const onTracker = new ComponentLeases({ setup: twofold, ledger, run: 'first', term: 300_000 });
    const taken = await onTracker.take('ANY', 'sandbox');
    return { taken, removed, left: ledger.open.map(({ what }) => what) };
  };

  const [higher, lower] = [await claimTwice('2', '1'), await claimTwice('1', '2')];

  expect(higher).toEqual({ taken: expect.stringMatching(/^run other \(process 1 on/), removed: ['2'], left: [] });
  expect(lower.taken).toBeInstanceOf(ComponentLease);
  expect(lower).toMatchObject({ removed: [], left: [`ANY/${NAME}`] });
  await (lower.taken as ComponentLease).release();
});
