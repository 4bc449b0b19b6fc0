import { expect } from '@playwright/test';
import { mostTemplates } from '../../../cli/doctor/prediction/rule-needs.js';
import { LeaseRefusedError, NotAvailableError } from '../../../fixtures/index.js';
import type { Sandbox } from '../../../fixtures/index.js';
import type { SlotNeed } from '../../../fixtures/cleanup/leases/held-slots.js';
import { slotsOf } from '../../../fixtures/cleanup/leases/slots.js';
import { unwatched } from '../../../fixtures/cleanup/leases/waiting.js';
import { randomOf } from '../../proof/random.js';
import { projectRow, test as base } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker, Worker } from '../fixtures/shared-tracker-test.js';

/** Workers on a tracker that is declared disposable. Workers of one machine share files; all share the tracker. */
type Workers = (machine: string, sandbox?: Partial<Sandbox>) => Worker;

const test = base.extend<{ workers: Workers }>({
  workers: async ({ shared }, use, testInfo) => {
    const opened: Worker[] = [];
    await use((machine, sandbox = slots(shared, 2)) => {
      const settings = { outputDir: testInfo.outputPath(machine), leaseWait: 20_000, runId: machine };
      const worker = shared.worker({ disposable: true, ...sandbox }, settings);
      opened.push(worker);
      return worker;
    });
    for (const worker of opened) await worker.close();
    expect(leased(shared)).toEqual([]);
  },
});

/** A sandbox with so many slots. */
function slots({ sandbox }: SharedTracker, count: number): Pick<Sandbox, 'templates'> {
  return { templates: sandbox.templates.slice(0, 2 * count) };
}

/** The names of the slots that are leased on the tracker. */
function leased(shared: SharedTracker): string[] {
  const components = shared.tenant.state().components as { name: string }[];
  return components.map(({ name }) => name.replace('tracker-e2e lease: ', '')).sort();
}

/** Opens a tracker for a test that has to wait for it, as soon as it waits. */
async function waiting(worker: Worker, need: SlotNeed) {
  let isOpen = false;
  let begins: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (begins = resolve));
  const tracker = worker.open({ slots: need, watch: { ...unwatched, begins: () => begins() } }).then((opened) => {
    isOpen = true;
    return opened;
  });
  // The error counts as handled until a test awaits the tracker.
  tracker.catch(() => undefined);
  await Promise.race([waits, tracker]);
  expect(isOpen, 'it has to wait').toBe(false);
  return { tracker, isOpen: () => isOpen };
}

test('a sandbox is divided into slots with two templates of each kind, and is one slot if it can’t be', () => {
  const template = (id: number, ...fields: readonly string[]) => {
    const values = fields.map((field) => [field, 'x'] as const);
    return { id, fields: Object.fromEntries(values) };
  };
  const idsOf = (templates: readonly ReturnType<typeof template>[], createProjects = true) =>
    slotsOf({ templates: [...templates], createProjects }).map((slot) => [...slot.templates]);
  const alike = [1, 2, 3, 4, 5].map((id) => template(id, 'summary', 'labels'));
  const others = [6, 7, 8, 9].map((id) => template(id, 'labels'));
  const four = alike.slice(0, 4);

  expect(idsOf([...alike, ...others])).toEqual([
    [1, 3, 5, 6, 8],
    [2, 4, 7, 9],
  ]);
  expect(idsOf([])).toEqual([[]]);
  expect(idsOf(four.slice(0, 3))).toEqual([[1, 2, 3]]);
  expect(idsOf([...four, template(5, 'labels')])).toEqual([[1, 2, 3, 4, 5]]);
  expect(idsOf(four, false)).toEqual([[1, 2, 3, 4]]);
  // As many of a kind as a test of the suite needs.
  const many = Array.from({ length: 4 * mostTemplates }, (_, id) => template(id, 'summary'));
  expect(idsOf(many).map((ids) => ids.length)).toEqual([1, 2, 3, 4].map(() => mostTemplates));
});

for (const [where, [first, second]] of Object.entries({
  'on the same machine': ['one', 'one'],
  'on another machine': ['one', 'other'],
} as const)) {
  test(`a worker, ${where}, takes a free slot, the full one last, or waits for that one`, async ({
    shared,
    workers,
  }) => {
    const any = await workers(first).open({ slots: 'any' });
    const between = leased(shared);
    const full = await workers(second).open({ slots: 'full' });
    const all = leased(shared);
    await any.release();
    const other = await waiting(workers(first), 'full');

    expect([between, all]).toEqual([['slot 2 of 2'], ['slot 1 of 2', 'slot 2 of 2']]);
    await full.release();
    await (await other.tracker).release();
  });
}

test('a worker waits for the whole sandbox until the tests of all slots are over', async ({ shared, workers }) => {
  const ordinary = [await workers('one').open({ slots: 'full' }), await workers('one').open({ slots: 'any' })];
  const whole = await waiting(workers('other'), 'all');

  await ordinary[0]?.release();
  expect(whole.isOpen()).toBe(false);
  await ordinary[1]?.release();

  const tracker = await whole.tracker;
  const components = shared.tenant.state().components as { description: string }[];
  const holders = components.map(({ description }) => /"run":"(\w+)"/.exec(description)?.[1]);
  expect(holders).toEqual(['other', 'other']);
  await tracker.release();
});

for (const count of [1, 3]) {
  test(`workers of two machines all come to their end with ${count} slots`, async ({ shared, workers }) => {
    const random = randomOf(count);
    const needs = ['any', 'any', 'full', 'all', undefined] as const;
    const using: SlotNeed[] = [];
    const problems: string[] = [];
    const ends = ['one', 'one', 'one', 'other', 'other'].map(async (machine) => {
      const worker = workers(machine, slots(shared, count));
      for (const need of Array.from({ length: 6 }, () => random.pick(needs))) {
        const tracker = await worker.open({ slots: need });
        if (need !== undefined) {
          using.push(need);
          if (!canBeTogether(using, count)) problems.push(using.join(' and '));
          await tracker.provisioner.template({});
          using.splice(using.indexOf(need), 1);
        }
        await tracker.release();
      }
    });

    await Promise.all(ends);

    expect(problems, 'tests that had slots at the same time').toEqual([]);
  });
}

/** Whether tests with these needs can have their slots at the same time. */
function canBeTogether(needs: readonly SlotNeed[], slotCount: number): boolean {
  const full = needs.filter((need) => need === 'full').length;
  return needs.includes('all') ? needs.length === 1 : needs.length <= slotCount && full <= 1;
}

test('a worker that waits for the whole sandbox holds no other slot', async ({ shared, workers }) => {
  const held = await workers('other').open({ slots: 'full' });
  const worker = workers('one');
  await (await worker.open({ slots: 'any' })).release();
  const before = leased(shared);

  const whole = await waiting(worker, 'all');

  expect(before).toEqual(['slot 1 of 2', 'slot 2 of 2']);
  expect(leased(shared), 'only the slot that it waits for is held').toEqual(['slot 1 of 2']);
  await held.release();
  await (await whole.tracker).release();
});

test.describe('if others use templates of the sandbox', () => {
  /** Makes the templates at these places of the sandbox defaults, as others do. */
  function use(shared: SharedTracker, places: readonly number[]): void {
    const { id: projectId, issueTypeIds } = projectRow(shared, shared.sandbox.projects[0]?.key);
    const entries = places.map((place) => {
      const templateId = shared.sandbox.templates[place]?.id ?? 0;
      return { id: 77 + place, templateId, projectId, issueTypeId: issueTypeIds[place] };
    });
    shared.tenant.add({ entries });
  }

  for (const [what, used, need, slotsHeld, given] of [
    ['leaves a slot that lacks templates', [1], 'any', ['slot 1 of 2'], [0, 2]],
    ['takes further slots with the full one, and keeps them', [0, 1], 'full', ['slot 1 of 2', 'slot 2 of 2'], [2, 3]],
  ] as const) {
    test(`a worker ${what}`, async ({ shared, workers }) => {
      use(shared, used);
      const worker = workers('one');
      const tracker = await worker.open({ slots: need });
      const templates = [await tracker.provisioner.template({}), await tracker.provisioner.template({})];
      await tracker.release();
      const calls = shared.tenant.journal().length;
      const next = await worker.open({ slots: 'any' });

      expect(leased(shared)).toEqual(slotsHeld);
      expect(templates.map(({ id }) => id)).toEqual(given.map((place) => shared.sandbox.templates[place]?.id));
      expect(shared.tenant.journal()).toHaveLength(calls);
      await next.release();
    });
  }
});

test('a worker changes its slot for a test that needs a sandbox project', async ({ shared, workers }) => {
  const tracker = await workers('one').open({ slots: 'any' });
  const before = leased(shared);

  await Promise.all([
    tracker.provisioner.project({ templatePostFunction: 'keep' }),
    tracker.provisioner.project({ templatePostFunction: 'overwrite' }),
  ]);

  expect(before).toEqual(['slot 2 of 2']);
  expect(leased(shared)).toEqual(['slot 1 of 2']);
  await tracker.release();
});

test('a test that uses a template of another slot gets no project, and is told why', async ({ workers }) => {
  const tracker = await workers('one').open({ slots: 'any' });
  const { id } = await tracker.provisioner.template({});

  await expect(tracker.provisioner.project({ templatePostFunction: 'keep' })).rejects.toThrow(
    new NotAvailableError(
      `This test uses template ${id} already, of a slot without the projects and connections of the sandbox: ` +
        'ask for those before templates.',
    ),
  );
  await tracker.release();
});

test('of a user who may put no lease only a test of every project fails', async ({ workers, shared }) => {
  shared.tenant.addFault({ kind: 'error-response', status: 403, endpoint: 'createComponent' });
  const worker = workers('one');

  await (await worker.open({ slots: 'any' })).release();

  await expect(worker.open({ slots: 'all' })).rejects.toThrow(LeaseRefusedError);
});

test('without a project in the sandbox workers of one machine still have slots', async ({ shared, workers }) => {
  const sandbox = { ...slots(shared, 2), projects: [], tests: { ...shared.sandbox.tests, projects: [] } };
  const first = await workers('one', sandbox).open({ slots: 'all' });
  const second = await waiting(workers('one', sandbox), 'any');

  expect(leased(shared)).toEqual([]);
  await first.release();
  await (await second.tracker).release();
});
