import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { LeaseHeldError } from '../../../client/errors.js';
import type { Endpoints } from '../../../fixtures/index.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import { leaseSandbox } from '../../../provide/external/begin-external-run.js';
import type { Lease } from '../../../provide/external/leases/component-lease.js';
import { leaseNote, readLeaseNote, takeSandbox, fileLeaseOn } from '../../../provide/external/leases/sandbox-lease.js';
import type { SandboxWish } from '../../../provide/external/leases/sandbox-lease.js';
import { leaseProjectOf } from '../../../provide/external/leases/share.js';
import { machineId } from '../../../provide/external/leases/this-machine.js';
import { issueMark } from '../../../provide/external/ledger/run-mark.js';
import { Ledger, ledgerFolder } from '../../../provide/external/ledger/ledger.js';
import type { SetupClient } from '../../../client/setup-client.js';
import { SETTLE, test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

/** Takes the sandbox for a run of that name. `told` gets for whom it waits. */
type Take = (run: string, wish?: Partial<SandboxWish> & { readonly told?: string[] }) => Promise<Lease>;

const test = base.extend<{ setup: SetupClient<Endpoints>; take: Take }>({
  setup: async ({ shared }, use) => use(unguarded(await shared.open())),
  take: async ({ shared: { external, settings }, setup }, use) => {
    const { outputDir } = settings;
    await use((run, { told = [], ...wish } = {}) => {
      const ledger = new Ledger(join(ledgerFolder(outputDir), `${run}.jsonl`), { run, tracker: external.url });
      const tell = (text: string) => told.push(text);
      return takeSandbox({ outputDir, external, setup, ledger, longest: 20_000, tell, ...wish });
    });
  },
});

const NAME = 'tracker-e2e lease: sandbox';

const DEAD = spawnSync(process.execPath, ['--version']).pid;

function components({ tenant }: SharedTracker) {
  return tenant.state().components as { id: number; name: string; description: string }[];
}

/** The lease of a run on another machine, if `holder` does not say more. */
function leaseOf(holder: Readonly<Record<string, unknown>>, until = '2099-01-01T00:00:00.000Z'): string {
  const known = { run: 'other', host: 'elsewhere', machine: 'elsewhere', pid: 1, token: 'of another' };
  return JSON.stringify({ holder: { ...known, ...holder }, since: '2026-01-02T03:04:05.000Z', until });
}

function hold({ leaseProject: project }: SharedTracker, setup: SetupClient<Endpoints>, description: string) {
  return setup.createComponent({ body: { project, name: NAME, description } });
}

/** A sandbox without a project, which has its lease in a file. */
function withoutProjects({ external }: SharedTracker, projects: Sandbox['projects'] = []) {
  const { sandbox } = external;
  return { external: { ...external, sandbox: { ...sandbox, projects, tests: { ...sandbox.tests, projects: [] } } } };
}

for (const [place, wishOf] of [
  ['on the tracker', () => ({})],
  ['in a file, without a project in the sandbox', withoutProjects],
] as const) {
  test(`another run waits for a lease ${place}, and is told once who has it`, async ({ shared, take }) => {
    const wish = wishOf(shared);
    const told: string[] = [];
    const lease = await take('one', wish);
    let got = false;
    const waiting = take('two', { ...wish, told }).finally(() => (got = true));
    const who =
      /^Waiting for the sandbox, 20 s at most: it is held by run one \(process \d+ on .+\) since \d{4}-.+Z\.$/;
    await expect.poll(() => told).toStrictEqual([expect.stringMatching(who)]);
    await expect(take('three', { ...wish, longest: 1_600 })).rejects.toThrow(LeaseHeldError);
    expect(got).toBe(false);

    await lease.release();

    await (await waiting).release();
    expect(told).toHaveLength(1);
    expect(components(shared)).toStrictEqual([]);
  });
}

for (const [what, description, says] of [
  [
    'of a process of another machine with the number of one that has ended here',
    leaseOf({ pid: DEAD }),
    `The sandbox is held by run other (process ${DEAD} on elsewhere) since 2026-01-02T03:04:05.000Z, and did not get ` +
      'free within 0.05 s. Let the other run end, name another sandbox, or wait longer (TRACKER_LEASE_WAIT): what a ' +
      'killed run held gets free 300 s after its end at the latest.',
  ],
  ['that a person keeps by hand', 'Hands off', 'held by the person who made the component '],
] as const) {
  test(`a run that waits too long for a lease ${what} fails and says who has it`, async ({ shared, setup, take }) => {
    await hold(shared, setup, description);

    await expect(take('first', { longest: 50 })).rejects.toThrow(says);
    expect(components(shared)).toHaveLength(1);
  });
}

const over: Readonly<Record<string, string>> = {
  'of a process of this machine that has ended': leaseOf({ machine: machineId, pid: DEAD }),
  'of an earlier process with the number of this one': leaseOf({ machine: machineId, pid: process.pid }),
  'whose time is over, or that was never finished': leaseOf({}, '2026-01-02T03:09:05.000Z'),
};
for (const [what, description] of Object.entries(over)) {
  test(`a lease ${what} is taken over at once`, async ({ shared, setup, take }) => {
    const atOnce = { longest: 0, workersEnd: 0 };
    await hold(shared, setup, description);
    const wish = { ...withoutProjects(shared), ...atOnce };
    await take('killed', wish);
    const { folder, name } = fileLeaseOn(shared.external.url);
    const files = () => readdirSync(folder).filter((file) => file.startsWith(name));
    // A file has no time: its process lives, or it was cut off.
    for (const file of files()) writeFileSync(join(folder, file), description.includes(machineId) ? description : '');

    const [lease, inFile] = [await take('first', atOnce), await take('first', wish)];

    expect(components(shared)).toMatchObject([{ description: expect.stringContaining('"first"') as unknown }]);
    expect(files()).toHaveLength(1);
    await lease.release();
    await inFile.release();
    expect([components(shared), files()]).toStrictEqual([[], []]);
  });
}

test('workers of a killed run are waited for: until their ledgers end, or a while', async ({ shared, setup, take }) => {
  const told: string[] = [];
  const killed = leaseOf({ machine: machineId, pid: DEAD });
  await hold(shared, setup, killed);
  const began = Date.now();
  await (await take('first', { told, workersEnd: 300 })).release();
  const unknown = Date.now() - began;
  const file = join(ledgerFolder(shared.settings.outputDir), 'other-0.jsonl');
  new Ledger(file, { run: 'other', tracker: 'x' }).pending({ kind: 'issue', what: 'QA-1' });
  const line = readFileSync(file, 'utf8');
  writeFileSync(file, line.replace(`"pid":${process.pid}`, `"pid":${process.ppid}`));
  await hold(shared, setup, killed);

  const waiting = take('second', { told, workersEnd: 60_000 });
  await expect.poll(() => told).toHaveLength(2);
  writeFileSync(file, line.replace(`"pid":${process.pid}`, `"pid":${DEAD}`));

  await (await waiting).release();
  expect(unknown).toBeGreaterThanOrEqual(300);
  expect(told).toStrictEqual(
    ['0.3', '60'].map((seconds) => `Waiting for the workers of a run that was killed, ${seconds} s at most.`),
  );
});

test('a run that is interrupted while it waits says so, and leaves nothing', async ({ shared, setup, take }) => {
  const interrupted = new AbortController();
  const { signal } = interrupted;
  const lease = await take('first');
  const told: string[] = [];
  const waiting = take('second', { signal, told });
  await expect.poll(() => told).toHaveLength(1);
  interrupted.abort();
  await expect(waiting).rejects.toThrow('The run was interrupted before it had the sandbox.');
  await lease.release();

  // It is interrupted while it takes the lease, and while it waits for the workers of a killed run.
  await hold(shared, setup, leaseOf({ machine: machineId, pid: DEAD }));
  await expect(take('third', { signal })).rejects.toThrow('The run was interrupted before it had the sandbox.');

  expect(components(shared)).toStrictEqual([]);
  expect(shared.left()).toStrictEqual([]);
});

test('a lease is renewed as long as it is held', async ({ shared, take }) => {
  const lease = await take('first', { term: 90 });
  const until = () => (JSON.parse(components(shared)[0]?.description ?? '{}') as { until?: string }).until;
  const first = until();

  await expect.poll(until).not.toBe(first);
  await lease.release();
});

test('if a tracker lets two claims through, the lower id has the lease', async ({ shared, setup, take }) => {
  const withOther = (id: string): SetupClient<Endpoints> => ({
    ...setup,
    listComponents: async (asked) => {
      const own = await setup.listComponents(asked);
      return [...own, ...own.map((one) => ({ ...one, id, description: leaseOf({}) }))];
    },
  });

  await expect(take('second', { setup: withOther('0'), longest: 0 })).rejects.toThrow('held by run other');
  expect(components(shared)).toStrictEqual([]);
  expect(shared.left()).toStrictEqual([]);
  await (await take('first', { setup: withOther('2147483646'), longest: 0 })).release();
});

test.describe('a run', () => {
  const begin = ({ settings, external }: SharedTracker) =>
    leaseSandbox(settings, external, { workers: 1, projects: [], reporter: [] });
  const noteOf = ({ settings, external }: SharedTracker) =>
    readLeaseNote(leaseNote(settings.outputDir, settings.runId, external, process.pid));

  test('says in a component and to its workers who has the sandbox, until it gives it back', async ({ shared }) => {
    const { settings, external, leaseProject } = shared;
    const began = Date.now();
    const end = await begin(shared);

    expect(noteOf(shared)).toStrictEqual({ refusal: undefined });
    const withoutTests = withoutProjects(shared, external.sandbox.projects).external;
    expect(leaseProjectOf(withoutTests.sandbox)).not.toBe(leaseProject);
    const ofOther = leaseNote(settings.outputDir, settings.runId, withoutTests, process.pid);
    expect(readLeaseNote(ofOther), 'of another sandbox on the same tracker').toBeUndefined();
    expect(components(shared).map(({ name }) => name)).toStrictEqual([NAME]);
    const held = JSON.parse(components(shared)[0]?.description ?? '') as { until: string };
    const holder = { run: settings.runId, pid: process.pid, host: expect.any(String) as unknown };
    expect(held).toMatchObject({ holder });
    expect(Date.parse(held.until)).toBeGreaterThanOrEqual(began + 300_000);
    expect(shared.left()).toStrictEqual([`lease ${leaseProject}/${NAME}`]);
    await end();
    expect([noteOf(shared), components(shared), shared.left()]).toStrictEqual([undefined, [], []]);
  });

  const ends = {
    'which the tracker has made unasked': { faults: [], says: () => /^undefined$/, left: 0 },
    'fails if it can’t, and gives the sandbox back': {
      faults: [{ kind: 'error-response', status: 403, endpoint: 'deleteIssue' }],
      says: (key: string) => `issue ${key}: Set-up failed: DELETE `,
      left: 1,
    },
  } as const;
  for (const [then, { faults, says, left }] of Object.entries(ends)) {
    test(`deletes at its end what carries its mark: ${then}`, async ({ shared, setup }) => {
      const keys = () => (shared.tenant.state().issues as { readonly key: string }[]).map((issue) => issue.key);
      const before = keys();
      const end = await begin(shared);
      const [{ key } = { key: '' }] = shared.sandbox.projects;
      const [type] = (await setup.getProject({ projectIdOrKey: key })).issueTypes.filter(({ subtask }) => !subtask);
      const summary = `Made all the same ${issueMark(shared.settings.runId)}`;
      const fields = { project: { key }, issuetype: { id: type?.id }, summary };
      const made = await setup.createIssue({ body: { fields } });
      // Longer than its search takes to find a new issue.
      await sleep(SETTLE);
      for (const fault of faults) shared.tenant.addFault(fault);

      const thrown: unknown = await end().catch((error: unknown) => error);

      expect(components(shared)).toStrictEqual([]);
      expect(String(thrown)).toMatch(says(made.key));
      expect(keys()).toStrictEqual([...before, made.key].slice(0, before.length + left));
    });
  }

  test('fails if its lease was lost meanwhile', async ({ shared, setup }) => {
    const end = await begin(shared);
    await setup.deleteComponent({ componentId: components(shared)[0]?.id ?? 0 });

    const message: unknown = expect.stringContaining(`${shared.leaseProject}/${NAME}: its component `);
    await expect(end()).rejects.toMatchObject({ name: 'LeaseLostError', message });
    expect(shared.left()).toStrictEqual([]);
  });

  for (const [status, says, left] of [
    [403, /^No lease can be put on project .+ Administer Projects/s, 0],
    [500, /^No lease could be put on the sandbox: .+ answered 500/s, 1],
  ] as const) {
    test(`only reads without a lease, if the tracker answers ${status}`, async ({ shared, setup }) => {
      shared.tenant.addFault({ kind: 'error-response', status, endpoint: 'createComponent' });

      const end = await begin(shared);

      expect(noteOf(shared)?.refusal?.message).toMatch(says);
      await end();
      // An error of the tracker does not say that there is no component.
      expect(shared.left()).toHaveLength(left);
      shared.tenant.clearFaults();
      await hold(shared, setup, leaseOf({}));
      shared.tenant.addFault({ kind: 'error-response', status, endpoint: 'createComponent' });
      await expect(begin({ ...shared, settings: { ...shared.settings, leaseWait: 50 } })).rejects.toThrow(
        LeaseHeldError,
      );
    });
  }
});
