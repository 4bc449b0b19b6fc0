import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { leasesFolder } from '../../../fixtures/cleanup/leases/file-lease.js';
import { SpareProjects } from '../../../fixtures/cleanup/leases/spare-projects.js';
import { keepSpareProjects } from '../../../fixtures/target/begin-external-run.js';
import { test } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker, Worker } from '../fixtures/shared-tracker-test.js';

const noProjects = { projects: [] };

/** Runs a test that uses a project, in some worker. @returns the key of the project */
async function useProject(worker: Worker, failed = false): Promise<string> {
  const tracker = await worker.open();
  const { key } = await tracker.provisioner.project({});
  await tracker.release(failed);
  return key;
}

function keysOf({ tenant }: SharedTracker): string[] {
  return (tenant.state().projects as readonly { readonly key: string }[]).map(({ key }) => key);
}

function filesOf({ settings, external }: SharedTracker): string[] {
  return readdirSync(leasesFolder(settings.outputDir, external.url));
}

/** Another worker of the run that looks for what its workers have left. */
function another({ settings, external }: SharedTracker): SpareProjects {
  return new SpareProjects(leasesFolder(settings.outputDir, external.url), settings.runId);
}

test('the next worker goes on with the project of one that has ended, and the run deletes it', async ({ shared }) => {
  const end = keepSpareProjects(shared.settings, shared.external, 1);
  const [first, second] = [shared.worker(noProjects), shared.worker(noProjects)];

  const made = await useProject(first);
  await first.close();
  const taken = await useProject(second);
  await second.close();
  const between = keysOf(shared);
  const leftBetween = shared.left();
  await end();

  expect(taken).toBe(made);
  expect(between).toContain(made);
  expect(leftBetween).toEqual([`project ${made}`]);
  expect(keysOf(shared)).not.toContain(made);
  expect(shared.left()).toEqual([]);
});

test('a project that a test uses or keeps is left to no other worker', async ({ shared }) => {
  const end = keepSpareProjects(shared.settings, shared.external, 1);
  const worker = shared.worker(noProjects);
  const tracker = await worker.open();

  await tracker.provisioner.reuse(
    'a project',
    () => tracker.provisioner.project({}),
    () => [],
  );
  const inUse = another(shared).take(false);
  await tracker.release();
  const kept = another(shared).take(false);
  await worker.close();
  await end();

  expect([inUse, kept]).toEqual([undefined, undefined]);
  expect(shared.left()).toEqual([]);
});

test('if as many were made as should be enough, a worker waits for the one that another keeps', async ({ shared }) => {
  const end = keepSpareProjects(shared.settings, shared.external, 0.5);
  const [first, second] = [shared.worker(noProjects), shared.worker(noProjects)];
  const keeping = await first.open();
  const kept = await keeping.provisioner.reuse(
    'a project',
    () => keeping.provisioner.project({}),
    () => [],
  );

  const waiting = useProject(second);
  await expect.poll(() => filesOf(shared).filter((name) => name.includes('.wanted.'))).toHaveLength(1);
  await keeping.release();
  const taken = await waiting;
  await Promise.all([first.close(), second.close()]);
  await end();

  expect(taken).toBe(kept.key);
  expect(shared.left()).toEqual([]);
});

test('of several workers one gets a project, and only one of its kind', ({ shared }) => {
  const [one, other] = [another(shared), another(shared)];
  one.open(1);
  one.put('EABCDAAAAA', false);

  const taken = [one.take(true), one.take(false), other.take(false)];

  expect(taken).toEqual([undefined, 'EABCDAAAAA', undefined]);
});

test('a worker deletes its own if the run does not end with it, or has ended', async ({ shared }) => {
  const worker = shared.worker(noProjects);
  const made = await useProject(worker);
  await worker.close();
  await keepSpareProjects(shared.settings, shared.external, 1)();

  expect(another(shared).put('EABCDAAAAA', false)).toBe(false);
  expect(keysOf(shared)).not.toContain(made);
  expect(shared.left()).toEqual([]);
});

test('a project of another run or of other people by a key that was left is not deleted', async ({ shared }) => {
  const end = keepSpareProjects(shared.settings, shared.external, 1);
  const [foreign = ''] = keysOf(shared);
  another(shared).put(foreign, false);

  await expect(end()).rejects.toThrow(`project ${foreign}: tracker-e2e does not own it`);

  expect(keysOf(shared)).toContain(foreign);
});
