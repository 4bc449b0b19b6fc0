import { expect } from '@playwright/test';
import { LeaseHeldError, LeaseLostError, NotAvailableError } from '../../../fixtures/index.js';
import type { Tracker } from '../../../fixtures/index.js';
import { Ledger } from '../../../fixtures/cleanup/ledger/ledger.js';
import { ComponentLease, ComponentLeases } from '../../../fixtures/cleanup/leases/component-leases.js';
import { leaseProjectOf } from '../../../fixtures/cleanup/leases/slots.js';
import { machineId } from '../../../fixtures/cleanup/this-machine.js';
import { test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

/** A machine with leases of its own. It shares only the tracker with other machines. */
type Machine = (name: string, more?: { wait?: number; lines?: string[] }) => Promise<Tracker>;

const test = base.extend<{ machine: Machine }>({
  machine: async ({ shared }, use, testInfo) => {
    await use((name, { wait = 20_000, lines = [] } = {}) =>
      shared.open(oneSlot(shared), {
        settings: { outputDir: testInfo.outputPath(name), leaseWait: wait, runId: name },
        watch: {
          begins: () => lines.push('begins'),
          goesOn: (what) => lines.push(what),
          ends: () => lines.push('ends'),
        },
      }),
    );
  },
});

/** A sandbox with one template and one project. */
function oneSlot({ sandbox }: SharedTracker) {
  const keeping = sandbox.projects.filter(({ templatePostFunction }) => templatePostFunction === 'keep');
  return { templates: sandbox.templates.slice(0, 1), projects: keeping.slice(0, 1) };
}

/** The key of the project that holds the leases of this sandbox. */
function leaseProject(shared: SharedTracker): string {
  return leaseProjectOf({ ...shared.sandbox, ...oneSlot(shared) }) ?? '';
}

/** The name of the lease on the only slot. */
const SLOT = 'tracker-e2e lease: slot 1 of 1';

const keep = { templatePostFunction: 'keep' } as const;

function components(shared: SharedTracker) {
  return shared.tenant.state().components as { id: number; name: string; description: string }[];
}

/** A lease as another process left it. */
function leaseOf(holder: Readonly<Record<string, unknown>>, until = '2099-01-01T00:00:00.000Z'): string {
  const known = { run: 'other', host: 'elsewhere', machine: 'elsewhere', pid: 1, token: 'of another' };
  return JSON.stringify({ holder: { ...known, ...holder }, since: '2026-01-02T03:04:05.000Z', until });
}

test.describe('a lease on the tracker', () => {
  test('is a component that says who holds it until when, or gone', async ({ shared, machine }) => {
    const first = await machine('first');
    const before = Date.now();

    await first.provisioner.project(keep);
    await first.provisioner.template({});

    expect(components(shared).map(({ name }) => name)).toEqual([SLOT]);
    const lease = JSON.parse(components(shared)[0]?.description ?? '') as { until: string };
    expect(lease).toMatchObject({ holder: { run: 'first', pid: process.pid, host: expect.any(String) } });
    expect(Date.parse(lease.until)).toBeGreaterThanOrEqual(before + 300_000);
    await first.release();
    expect(components(shared)).toEqual([]);
  });

  test('keeps another machine waiting until it is given back, which is told of after a second', async ({ machine }) => {
    const lines: string[] = [];
    const [first, second] = [await machine('first'), await machine('second', { lines })];
    const { key } = await first.provisioner.project(keep);
    let got = false;
    const waiting = second.provisioner.project(keep).then((project) => {
      got = true;
      return project;
    });
    await expect.poll(() => lines, { timeout: 60_000 }).toHaveLength(2);
    expect(got).toBe(false);

    await first.release();

    expect((await waiting).key).toBe(key);
    expect(lines).toEqual(['begins', expect.stringContaining('slot 1 of 1 is held by run first (process '), 'ends']);
    await second.release();
  });

  test('that does not get free in time fails the test, and says who has it', async ({ shared, machine }) => {
    const [first, second] = [await machine('first'), await machine('second', { wait: 50 })];
    await first.provisioner.project(keep);

    const thrown = await second.provisioner.project(keep).catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(LeaseHeldError);
    expect(thrown).not.toBeInstanceOf(NotAvailableError);
    expect((thrown as Error).message).toMatch(
      new RegExp(
        `^slot 1 of 1 is held by run first \\(process ${process.pid} on .+\\) since \\d{4}-.+Z, and none got free ` +
          'within 0.05 s\\. Let the other run end, or wait longer \\(TRACKER_LEASE_WAIT\\): ' +
          'what a killed run held gets free 300 s after its end at the latest\\.$',
      ),
    );
    await second.release();
    expect(components(shared)).toHaveLength(1);
    await first.release();
  });

  test('is not waited for if the test itself holds all there is', async ({ machine, shared }) => {
    const lines: string[] = [];
    const tracker = await machine('first', { lines });
    const { key } = await tracker.provisioner.project(keep);

    await expect(tracker.provisioner.project(keep)).rejects.toThrow(
      new NotAvailableError(
        `This test uses project ${key} already and needs another one like it: name more in TRACKER_SANDBOX.`,
      ),
    );

    expect(lines).toEqual([]);
    await tracker.release();
    expect(components(shared)).toEqual([]);
  });
});

/** The leases of a run whose ledger is another one than that of the test. */
function leasesWith(setup: ReturnType<typeof unguarded>, term = 300_000): ComponentLeases {
  const ledger = new Ledger(test.info().outputPath('output/ledger/own.jsonl'), { run: 'first', tracker: 'x' });
  return new ComponentLeases({ setup, ledger, run: 'first', term });
}

test.describe('a lease that nobody will give back', () => {
  const dead = 2 ** 22 + 1;
  const abandoned: Readonly<Record<string, string>> = {
    'since its time is over': leaseOf({}, '2026-01-02T03:09:05.000Z'),
    'since its process on this machine is gone': leaseOf({ machine: machineId, pid: dead }),
    'since this process knows nothing of it': leaseOf({ machine: machineId, pid: process.pid }),
  };
  for (const [why, description] of Object.entries(abandoned)) {
    test(`is taken over at once, ${why}`, async ({ shared, machine }) => {
      const tracker = await machine('first', { wait: 1_000 });
      const key = oneSlot(shared).projects[0]?.key;
      const body = { project: leaseProject(shared), name: SLOT, description };
      const { id } = await unguarded(tracker).createComponent({ body });

      const project = await tracker.provisioner.project(keep);

      expect(project.key).toBe(key);
      expect(components(shared)).toEqual([
        expect.objectContaining({ description: expect.stringContaining('"first"') }),
      ]);
      expect(components(shared)[0]?.id).not.toBe(Number(id));
      await tracker.release();
    });
  }

  const held: Readonly<Record<string, readonly [description: string, says: string]>> = {
    'of a process of the same number on another machine': [
      leaseOf({ pid: dead }),
      `slot 1 of 1 is held by run other (process ${dead} on elsewhere) since 2026-01-02T03:04:05.000Z, and`,
    ],
    'that somebody keeps by hand': ['Hands off', 'is held by somebody who made the component '],
  };
  for (const [what, [description, says]] of Object.entries(held)) {
    test(`is not taken for one ${what}`, async ({ shared, machine }) => {
      const tracker = await machine('first', { wait: 50 });
      const body = { project: leaseProject(shared), name: SLOT, description };
      await unguarded(tracker).createComponent({ body });

      await expect(tracker.provisioner.project(keep)).rejects.toThrow(says);
      expect(components(shared)).toHaveLength(1);
    });
  }
});

test.describe('a lease that is held', () => {
  test('is renewed', async ({ shared, machine }) => {
    const leases = leasesWith(unguarded(await machine('first')), 300);
    const lease = (await leases.take(shared.leaseProject, 'short', false)) as ComponentLease;
    const until = () => (JSON.parse(components(shared)[0]?.description ?? '{}') as { until: string }).until;
    const first = until();

    await expect.poll(until).not.toBe(first);

    expect(await lease.release()).toBeUndefined();
    expect(components(shared)).toEqual([]);
  });

  test('and is taken away all the same is told of when it is given back', async ({ shared, machine }) => {
    const tracker = await machine('first');
    await tracker.provisioner.project(keep);
    const [component] = components(shared);
    await unguarded(tracker).deleteComponent({ componentId: component?.id ?? 0 });

    const thrown = await tracker.release().catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(LeaseLostError);
    expect((thrown as Error).message).toContain(`${component?.name}: its component ${component?.id} was gone`);
  });
});

/** Takes a lease on a tracker that has made two components of its name. */
async function claimTwice(tracker: Tracker, own: string, other: string) {
  const removed: string[] = [];
  const setup = {
    ...unguarded(tracker),
    createComponent: () => Promise.resolve({ id: own }),
    listComponents: () =>
      Promise.resolve([
        { id: other, name: 'twice', description: leaseOf({}) },
        { id: own, name: 'twice', description: '' },
      ]),
    deleteComponent: ({ componentId }: { componentId: string }) => {
      removed.push(componentId);
      return Promise.resolve(undefined);
    },
  } as unknown as ReturnType<typeof unguarded>;
  return { taken: await leasesWith(setup).take('ANY', 'twice', false), removed };
}

test('if a tracker lets two claims through, the lower id has the lease', async ({ machine, shared }) => {
  const tracker = await machine('first');
  const higher = await claimTwice(tracker, '2', '1');
  const leftOfHigher = shared.left();
  const lower = await claimTwice(tracker, '1', '2');

  expect(higher.taken).toMatch(/^run other \(process 1 on elsewhere\)/);
  expect([higher.removed, leftOfHigher]).toEqual([['2'], []]);
  expect(lower.taken).toBeInstanceOf(ComponentLease);
  expect([lower.removed, shared.left()]).toEqual([[], ['lease ANY/twice']]);
  await (lower.taken as ComponentLease).release();
});
