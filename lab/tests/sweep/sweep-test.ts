import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import type { Transport } from '../../../client/transport.js';
import type { Tracker } from '../../../fixtures/index.js';
import { issueMark } from '../../../provide/external/ledger/run-mark.js';
import { ledgerFolder } from '../../../provide/external/ledger/ledger.js';
import { findLeftovers } from '../../../provide/external/sweep/find-leftovers.js';
import { openSweep, undoLeftovers } from '../../../provide/external/sweep/sweep.js';
import type { SweepScope } from '../../../provide/external/sweep/sweep.js';
import { takeSandbox } from '../../../provide/external/leases/sandbox-lease.js';
import { sweepReport } from '../../../cli/sweep.js';
import type { SweepReport } from '../../../cli/sweep.js';
import { clientOf, projectRow, SETTLE, test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

export { clientOf, unguarded };

export type Run = Awaited<ReturnType<typeof begin>>;

export async function begin(shared: SharedTracker, ...opening: Parameters<SharedTracker['open']>) {
  const before = shared.tenant.state();
  const tracker = await shared.open(...opening);
  return {
    before,
    tracker,
    provisioner: tracker.provisioner,
    /** Its calls are recorded. */
    client: clientOf(tracker),
    /** Its calls are stopped by no guard and stand in no ledger, such as those of other people. */
    setup: unguarded(tracker),
    build: seededBuilders(5, issueMark(shared.settings.runId)),
    /** Expects that the tracker is as it was before the run, and that no ledger names anything. */
    expectAsBefore: () => {
      expect(shared.tenant.state()).toStrictEqual(before);
      expect(shared.left()).toStrictEqual([]);
    },
  };
}

/** A test with something of each kind, in the sandbox and of its own. Calls that are answered with 500 go on. */
export async function useEverything(shared: SharedTracker, through?: (send: Transport) => Transport) {
  const worker = shared.worker({}, {}, through);
  const tracker = await worker.open();
  const build = seededBuilders(5, issueMark(shared.settings.runId));
  const { provisioner, setup } = tracker;
  const [project, ours] = [await provisioner.project({}), await provisioner.project({ templatePostFunction: 'keep' })];
  const template = await provisioner.template({});
  const defaults = [project, ours].map(({ id, issueTypes }) => ({
    projectId: id,
    issueTypeIds: issueTypes.map((one) => one.id),
  }));
  await setup.create({ templateId: template.id, body: { defaults } });
  const tests = await provisioner.testProject({});
  await provisioner.issues(Array.from({ length: 12 }, () => build.testCaseTemplate.in(tests).build()));
  const plan = await provisioner.issue(build.testPlan.in(tests).build());
  const { id: connectionId, users } = await provisioner.connection({ users: 2 });
  await clientOf(tracker).copyPlan({ body: build.copyPlan.of(plan).build() });
  const data = users.map(({ key }) => ({ userKey: key, fields: [{ mail: 'of.a@test' }] }));
  const body = { connectionId, update: [{ connection: [{ name: 'Renamed' }], data }] };
  // The client of a test sends directly, and set-up through what stands before it.
  await setup.updateUsers({ body }).catch(() => undefined);
  return { worker, tracker, template, project, users };
}

/** Takes the sandbox for the run, as the process does that starts its workers. */
export function leaseSandbox({ settings, external, ledger }: SharedTracker, { setup }: Pick<Run, 'setup'>) {
  return takeSandbox({ outputDir: settings.outputDir, external, setup, ledger: ledger(), longest: 0 });
}

export const test = base.extend<{ run: Run }>({
  run: async ({ shared }, use) => use(await begin(shared)),
});

interface Need extends Partial<SweepScope> {
  readonly yes?: boolean;
  /** Whether the run is still going on. Default: no, it was killed */
  readonly goesOn?: boolean;
}

const DEAD = spawnSync(process.execPath, ['--version']).pid;

export function ledgersOf({ settings }: SharedTracker): string[] {
  const folder = ledgerFolder(settings.outputDir);
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Makes the run look as if its process had been killed, in its ledgers and in the components that are leases. */
export async function abandon(shared: SharedTracker): Promise<void> {
  for (const file of ledgersOf(shared)) writeFileSync(file, killed(readFileSync(file, 'utf8')));
  const { setup } = openSweep(shared.settings, shared.external, { olderThan: 0, settle: 0 });
  for (const { key } of [...shared.sandbox.projects, ...shared.sandbox.tests.projects]) {
    for (const { id, description = '' } of await setup.listComponents({ projectIdOrKey: key })) {
      await setup.updateComponent({ componentId: id, body: { description: killed(description) } });
    }
  }
}

function killed(text: string): string {
  return text.replace(new RegExp(`\\b${process.pid}\\b`, 'g'), String(DEAD));
}

export async function sweep(
  shared: SharedTracker,
  { yes = false, goesOn = false, ...changes }: Need = {},
): Promise<SweepReport> {
  if (!goesOn) await abandon(shared);
  const scope = { ...openSweep(shared.settings, shared.external, { olderThan: 0, settle: SETTLE }), ...changes };
  const found = await findLeftovers(scope);
  return sweepReport(shared.external.url, found, yes ? await undoLeftovers(found.items, scope) : undefined);
}

export const cleanUps = {
  'the tear-down of the test': (_shared: SharedTracker, tracker: Tracker) => tracker.release(),
  'a sweep': async (shared: SharedTracker) => {
    const { remaining, foreign, unseen } = await sweep(shared, { yes: true });
    expect({ remaining, foreign, unseen }).toStrictEqual({ remaining: 0, foreign: [], unseen: [] });
  },
};

/** A sandbox of one project and one template, the row of the project, and templates that others may use there. */
export function smallSandbox(shared: SharedTracker) {
  const [ours, ...theirs] = shared.sandbox.templates;
  const projects = shared.sandbox.projects.filter((one) => one.templatePostFunction === 'keep').slice(0, 1);
  const project = projectRow(shared, projects[0]?.key);
  const [first = 0, second = 0] = theirs.map(({ id }) => id);
  return {
    sandbox: { templates: ours === undefined ? [] : [ours], projects },
    project,
    theirs: [first, second] as const,
  };
}

/** A call that makes an entry of a template in a project. */
export function entryIn(projectId: number | string, templateId: number, issueTypeId: number | string | undefined) {
  return { templateId, body: { defaults: [{ projectId: Number(projectId), issueTypeIds: [Number(issueTypeId)] }] } };
}

export function issueKeys({ tenant }: SharedTracker): string[] {
  return (tenant.state().issues as { key: string }[]).map(({ key }) => key);
}

export function valuesIn({ rows }: SweepReport): string[] {
  return rows.map(({ what, outcome }) => `${what}: ${outcome}`);
}
