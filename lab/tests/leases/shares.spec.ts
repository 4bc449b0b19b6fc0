import { expect } from '@playwright/test';
import { documentedRuleIds } from '../../../contracts/index.js';
import { ruleNeeds } from '../../../cli/doctor/prediction/rule-needs.js';
import { LeaseRefusedError, NotAvailableError } from '../../../client/errors.js';
import { leaseSandbox } from '../../../provide/external/begin-external-run.js';
import { shareCount, shareOf } from '../../../provide/external/leases/share.js';
import { test } from '../fixtures/shared-tracker-test.js';

const template = (id: number, ...fields: readonly string[]) => {
  const values = fields.map((field) => [field, 'x'] as const);
  return { id, fields: Object.fromEntries(values) };
};

test('a sandbox is divided into shares with two templates of each kind, and belongs to one worker if it can’t be', () => {
  const idsOf = (templates: readonly ReturnType<typeof template>[], createProjects = true) => {
    const sandbox = { templates: [...templates], createProjects };
    const shares = Array.from({ length: shareCount(sandbox) }, (_, parallelIndex) =>
      shareOf(sandbox, { parallelIndex, isFull: parallelIndex === 0 }),
    );
    return shares.map((share) => [...share.templates]);
  };
  const alike = [1, 2, 3, 4, 5].map((id) => template(id, 'summary', 'labels'));
  const others = [6, 7, 8, 9].map((id) => template(id, 'labels'));
  const four = alike.slice(0, 4);

  expect(idsOf([...alike, ...others])).toStrictEqual([
    [1, 3, 5, 6, 8],
    [2, 4, 7, 9],
  ]);
  expect(idsOf([])).toStrictEqual([[]]);
  expect(idsOf(four.slice(0, 3))).toStrictEqual([[1, 2, 3]]);
  expect(idsOf([...four, template(5, 'labels')])).toStrictEqual([[1, 2, 3, 4, 5]]);
  expect(idsOf(four, false)).toStrictEqual([[1, 2, 3, 4]]);
  // As many of a kind as a rule needs.
  const mostTemplates = Math.max(...documentedRuleIds.flatMap(ruleNeeds).map(({ templates = [] }) => templates.length));
  const many = Array.from({ length: 4 * mostTemplates }, (_, id) => template(id, 'summary'));
  expect(idsOf(many).map((ids) => ids.length)).toStrictEqual([1, 2, 3, 4].map(() => mostTemplates));
});

test('a test in a worker without the projects and connections of the sandbox is skipped, and told how to get them', async ({
  shared,
}) => {
  const worker = shared.worker({}, {}, undefined, { isFull: false });
  const { provisioner, release } = await worker.open();

  for (const provide of [
    () => provisioner.project({ templatePostFunction: 'keep' }),
    () => provisioner.connection({ users: 1 }),
  ]) {
    const thrown: unknown = await provide().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(NotAvailableError);
    expect((thrown as Error).message).toMatch(
      /Put usesSandbox\(\) around its details; or say "createProjects": false in TRACKER_SANDBOX/,
    );
  }
  await release();
  await worker.close();
});

test('a run with more workers than its templates are enough for does not begin', async ({ shared }) => {
  const begun = leaseSandbox(shared.settings, shared.external, { workers: 99, projects: [], reporter: [] });

  await expect(begun).rejects.toThrow(
    /they are enough for \d+ workers, and the run has 99\. Run it with --workers=\d+,/,
  );
  expect(shared.tenant.journal()).toStrictEqual([]);
});

test('a fact about the tracker is not read again by later workers of a run, and again by the next run', async ({
  shared,
}) => {
  const ask = async (runId: string, workerIndex: number) => {
    const worker = shared.worker({}, { runId }, undefined, { workerIndex });
    const { provisioner, release } = await worker.open();
    await provisioner.connection({ users: 1 });
    await release();
    await worker.close();
  };
  const asked = () => shared.tenant.journal().filter(({ url }) => /\/(field|connection)$/.test(url)).length;

  await ask('one', 0);
  await ask('one', 1);

  expect(asked()).toBe(2);
  await ask('two', 0);
  expect(asked()).toBe(4);
});

test.describe('on a disposable tracker', () => {
  test('a test that changes every project waits for those that run, and the next ones wait for it', async ({
    shared,
  }) => {
    const [one, two] = [0, 1].map((workerIndex) =>
      shared.worker({ disposable: true }, {}, undefined, { workerIndex }),
    ) as [ReturnType<typeof shared.worker>, ReturnType<typeof shared.worker>];
    const order: string[] = [];
    const first = await one.open();

    const alone = two.open({ isAlone: true }).then(async (tracker) => {
      order.push('alone');
      await tracker.release();
    });
    await new Promise((resolve) => setTimeout(resolve, 120));
    order.push('first is over');
    await first.release();
    const next = await one.open().then((tracker) => {
      order.push('next');
      return tracker;
    });
    await alone;
    await next.release();

    expect(order).toStrictEqual(['first is over', 'alone', 'next']);
    await one.close();
    await two.close();
  });

  test('a test that changes every project fails without a lease on the sandbox', async ({ shared }) => {
    const refusal = new LeaseRefusedError('No lease can be put on project QA.');
    const worker = shared.worker({ disposable: true }, {}, undefined, { refusal });

    await (await worker.open()).release();

    await expect(worker.open({ isAlone: true })).rejects.toThrow(refusal);
    await worker.close();
  });
});
