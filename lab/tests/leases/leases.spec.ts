import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { LeaseHeldError, LeaseLostError, LeaseRefusedError, NotAvailableError } from '../../../fixtures/index.js';
import type { Tracker } from '../../../fixtures/index.js';
import { Ledger } from '../../../fixtures/cleanup/ledger/ledger.js';
import { ComponentLease, ComponentLeases } from '../../../fixtures/cleanup/leases/component-leases.js';
import { leaseProjectOf } from '../../../fixtures/cleanup/leases/slots.js';
import { machineId } from '../../../fixtures/cleanup/this-machine.js';
import { test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

// Processes start slowly on a machine that is busy.
base.describe.configure({ timeout: 90_000 });

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

function keeping({ sandbox }: SharedTracker) {
  const regular = sandbox.projects.filter(({ templatePostFunction }) => templatePostFunction === 'keep');
  return regular.slice(0, 3);
}

/** A sandbox with one template and one project. */
function oneSlot(shared: SharedTracker) {
  return { templates: shared.sandbox.templates.slice(0, 1), projects: keeping(shared).slice(0, 1) };
}

/** The key of the project that holds the leases of this sandbox. */
function leaseProject(shared: SharedTracker): string {
  return leaseProjectOf({ ...shared.sandbox, ...oneSlot(shared) }) ?? '';
}

/** The name of the lease on the only slot. */
const SLOT = 'tracker-e2e lease: slot 1 of 1';

const keep = { templatePostFunction: 'keep' } as const;

interface ComponentRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

function components(shared: SharedTracker): ComponentRow[] {
  return shared.tenant.state().components as ComponentRow[];
}

/** A lease as another process left it. */
function leaseOf(holder: Readonly<Record<string, unknown>>, until = '2099-01-01T00:00:00.000Z'): string {
  const known = { run: 'other', host: 'elsewhere', machine: 'elsewhere', pid: 1, token: 'of another' };
  return JSON.stringify({ holder: { ...known, ...holder }, since: '2026-01-02T03:04:05.000Z', until });
}

test.describe('a lease on the tracker', () => {
  test('is a component that says who holds it until when, and is gone when it is given back', async ({
    shared,
    machine,
  }) => {
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

  test('stands in the ledger of its run before it is there', async ({ shared }) => {
    const tracker = await shared.open(oneSlot(shared));
    const { key } = await tracker.provisioner.project(keep);

    expect(shared.left()).toEqual([`lease ${leaseProject(shared)}/${SLOT}`, `project entries ${key}`]);
    await tracker.release();
    expect(shared.left()).toEqual([]);
  });

  test('keeps another machine waiting until it is given back', async ({ machine }) => {
    const [first, second] = [await machine('first'), await machine('second')];
    const { key } = await first.provisioner.project(keep);
    let got = false;
    const waiting = second.provisioner.project(keep).then((project) => {
      got = true;
      return project;
    });
    await expect.poll(() => got, { timeout: 1_500 }).toBe(false);

    await first.release();

    expect((await waiting).key).toBe(key);
    await second.release();
  });

  test('that does not get free in time fails the test, and the error says who holds it', async ({
    shared,
    machine,
  }) => {
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

    const thrown = await tracker.provisioner.project(keep).catch((error: unknown) => error);

    expect(thrown).toEqual(
      new NotAvailableError(
        `This test uses project ${key} already and needs another one like it: name more in TRACKER_SANDBOX.`,
      ),
    );
    expect(lines).toEqual([]);
    await tracker.release();
    expect(components(shared)).toEqual([]);
  });

  test('that is waited for is told of after a second, and the wait has an end', async ({ machine }) => {
    const lines: string[] = [];
    const [first, second] = [await machine('first'), await machine('second', { lines })];
    await first.provisioner.project(keep);
    const waiting = second.provisioner.project(keep);
    await expect.poll(() => lines, { timeout: 60_000 }).toHaveLength(2);

    await first.release();
    await waiting;

    expect(lines).toEqual(['begins', expect.stringContaining('slot 1 of 1 is held by run first (process '), 'ends']);
    await second.release();
  });

  test('is kept by hand as long as somebody’s component has its name', async ({ shared, machine }) => {
    const tracker = await machine('first', { wait: 50 });
    const body = { project: leaseProject(shared), name: SLOT, description: 'Hands off' };
    await unguarded(tracker).createComponent({ body });

    await expect(tracker.provisioner.project(keep)).rejects.toThrow(
      /is held by somebody who made the component .* by hand/,
    );

    expect(components(shared)).toHaveLength(1);
  });

  test('that the tracker refuses is an error that says what is needed', async ({ shared, machine }) => {
    const { caller } = await (await machine('first')).provisioner.plainUser();
    const setup = unguarded(await machine('first'), caller);
    const ledger = new Ledger(test.info().outputPath('output/ledger/refused.jsonl'), { run: 'first', tracker: 'x' });
    const leases = new ComponentLeases({ setup, ledger, run: 'first', term: 300_000 });

    const thrown = await leases.take(shared.leaseProject, 'refused', false).catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(LeaseRefusedError);
    expect((thrown as Error).message).toContain('needs the permission Administer Projects there');
    expect((thrown as Error).message).toMatch(/POST .*\/component as .* answered 403/);
    expect(shared.left()).toEqual([]);
  });
});

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
      const { key } = keeping(shared)[0] ?? { key: '' };
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

  test('is not taken for that of a process of the same number on another machine', async ({ shared, machine }) => {
    const tracker = await machine('first', { wait: 50 });
    const body = { project: leaseProject(shared), name: SLOT, description: leaseOf({ pid: dead }) };
    await unguarded(tracker).createComponent({ body });

    await expect(tracker.provisioner.project(keep)).rejects.toThrow(
      `slot 1 of 1 is held by run other (process ${dead} on elsewhere) since 2026-01-02T03:04:05.000Z, and`,
    );
  });
});

test.describe('a lease that is held', () => {
  test('is renewed', async ({ shared, machine }) => {
    const lease = await takeShort(shared, await machine('first'), 300);
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

test.describe('if a tracker lets two claims through', () => {
  test('the one of the lower id has the lease', async ({ machine, shared }) => {
    const { taken, removed } = await claimTwice(await machine('first'), '1', '2');

    expect(taken).toBeInstanceOf(ComponentLease);
    expect(removed).toEqual([]);
    expect(shared.left()).toEqual(['lease ANY/twice']);
    await (taken as ComponentLease).release();
  });

  test('the one of the higher id is deleted', async ({ machine, shared }) => {
    const { taken, removed } = await claimTwice(await machine('first'), '2', '1');

    expect(taken).toMatch(/^run other \(process 1 on elsewhere\)/);
    expect(removed).toEqual(['2']);
    expect(shared.left()).toEqual([]);
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
  const ledger = new Ledger(test.info().outputPath('output/ledger/twice.jsonl'), { run: 'first', tracker: 'x' });
  const leases = new ComponentLeases({ setup, ledger, run: 'first', term: 300_000 });
  return { taken: await leases.take('ANY', 'twice', false), removed };
}

async function takeShort(shared: SharedTracker, tracker: Tracker, term: number): Promise<ComponentLease> {
  const ledger = new Ledger(test.info().outputPath('output/ledger/short.jsonl'), { run: 'first', tracker: 'x' });
  const leases = new ComponentLeases({ setup: unguarded(tracker), ledger, run: 'first', term });
  const taken = await leases.take(shared.leaseProject, 'short', false);
  if (typeof taken === 'string') throw new Error(`It is held by ${taken}.`);
  return taken;
}

test('of two processes one has a lease, and when it is killed the other gets it', async ({
  shared,
  machine,
}, testInfo) => {
  const tracker = await machine('first');
  const { authorization = '' } = tracker.administrator;
  const args = [tracker.baseUrl, authorization, shared.leaseProject, testInfo.outputPath('ledgers')] as const;
  const first = holder(...args, '1');
  expect(await first.said).toBe('took it');
  const second = holder(...args, '2');
  await expect.poll(() => second.tried(), { timeout: 60_000 }).toContain('is held');

  first.kill();

  expect(await second.said).toBe('took it');
  expect(components(shared)).toEqual([
    expect.objectContaining({ description: expect.stringContaining(`"pid":${second.pid}`) }),
  ]);
  second.kill();
});

const source = `
  import { endpoints } from '${moduleUrl('../contracts/index.ts')}';
  import { createSetupClient } from '${moduleUrl('http/setup-client.ts')}';
  import { undiciTransport } from '${moduleUrl('http/undici-transport.ts')}';
  import { Ledger } from '${moduleUrl('cleanup/ledger/ledger.ts')}';
  import { ComponentLeases } from '${moduleUrl('cleanup/leases/component-leases.ts')}';
  import { ComponentLease } from '${moduleUrl('cleanup/leases/component-leases.ts')}';
  import { defaultBasePaths } from '${moduleUrl('../contracts/index.ts')}';
  const [baseUrl, authorization, project, folder, name] = process.argv.slice(-5);
  const caller = { name: 'somebody', authorization };
  const setup = createSetupClient(endpoints, { baseUrl, basePaths: defaultBasePaths, transport: undiciTransport(5000), caller });
  const ledger = new Ledger(folder + '/' + name + '.jsonl', { run: name, tracker: baseUrl });
  const leases = new ComponentLeases({ setup, ledger, run: name, term: 300000 });
  for (;;) {
    const taken = await leases.take(project, 'wanted by two', true);
    if (taken instanceof ComponentLease) break;
    process.stderr.write('is held by ' + taken);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  process.stdout.write('took it');
  process.stdin.resume();
`;

function moduleUrl(file: string): string {
  return pathToFileURL(join(import.meta.dirname, '../../../fixtures', file)).href;
}

/** A process that wants a lease, and what it said of it. It ends with this one. */
function holder(...args: readonly string[]) {
  const node = ['--import', 'tsx', '--input-type=module', '--eval', source, ...args];
  const child = spawn(process.execPath, node, { stdio: 'pipe' });
  let tried = '';
  child.stderr.on('data', (chunk: Buffer) => (tried += chunk.toString('utf8')));
  const said = new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`It ended with ${String(code)}: ${tried}`)));
  });
  return { said, tried: () => tried, kill: () => void child.kill('SIGKILL'), pid: child.pid };
}
