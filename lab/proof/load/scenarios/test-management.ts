import type { VirtualUser } from '../virtual-user.js';
import { stepsOf } from '../marked-world.js';

interface Issue {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface StepsRow {
  readonly cells: readonly string[];
  readonly status?: { readonly name: string };
  readonly comments?: readonly { readonly body: string }[];
  readonly attachments?: readonly { readonly name: string }[];
}

const api = 'test management';

/**
 * Finds the case that the scenario before left in the virtual user's plan and deletes it, makes another from the virtual user's template, works
 * through its steps, and copies the plan; the copy goes, the case stays.
 */
export async function workThroughCase(virtualUser: VirtualUser): Promise<void> {
  const { own, left, rows } = virtualUser;
  if (left.testCase !== undefined) {
    const { key, cell } = left.testCase;
    const found = await readSteps(virtualUser, key);
    virtualUser.expect('what is left of a case', found.steps[1]?.cells[1], cell);
    await virtualUser.ask('tracker', 'DELETE', `/issue/${key}`, { status: 204 });
    delete left.testCase;
    rows.issues -= 1;
    rows.attachments -= 1;
  }

  const body = { testPlanKeys: [own.planKey], testCaseTemplateKeys: [own.testCaseTemplateKey] };
  const added = (await virtualUser.ask(api, 'POST', '/testplan/add-test-case-templates', { body })) as {
    testPlans: { testCases: { key: string }[] }[];
  };
  const key = String(added.testPlans[0]?.testCases[0]?.key);
  virtualUser.expect('the answer to an added template', added, { testPlans: [{ testCases: [{ key }] }] });
  rows.issues += 1;
  const { id, steps } = await readSteps(virtualUser, key);
  virtualUser.expect(
    'the steps of a new case',
    steps.map(({ cells }) => cells),
    stepsOf(virtualUser.tenant).map(({ cells }) => cells),
  );
  const ids = await virtualUser.ask(api, 'GET', `/testplan/test-case-ids/${own.planKey}`);
  virtualUser.expect('the cases of a plan', ids, [id]);

  const cell = virtualUser.text('cell');
  const comment = virtualUser.text('comment');
  await virtualUser.ask(api, 'PUT', '/steps/status', { body: { issueId: id, rowIndex: 0, status: 'Pass' } });
  await virtualUser.ask(api, 'PUT', '/steps/statuses', {
    body: { issueId: id, rows: [{ rowIndex: 1, status: 'Fail' }] },
  });
  await virtualUser.ask(api, 'PUT', '/steps/cell', {
    body: { issueId: id, rowIndex: 0, columnIndex: 1, cellValue: cell },
  });
  await virtualUser.ask(api, 'PUT', '/steps/comment', { body: { issueId: id, rowIndex: 1, comment } });
  const file = { name: `${virtualUser.tenant.mark}.txt`, text: virtualUser.text('file').repeat(20) };
  await virtualUser.ask(api, 'POST', `/steps/attachment?issueId=${id}&rowIndex=1`, { file });
  rows.attachments += 1;
  left.testCase = { key, cell };
  const done = await readSteps(virtualUser, key);
  virtualUser.expect(
    'the steps of a case that was worked through',
    done.steps
      .slice(1)
      .map(({ cells, status, comments, attachments }) => [
        cells[1],
        status?.name,
        comments?.map((one) => one.body),
        attachments?.map((one) => one.name),
      ]),
    [
      [cell, 'Pass', [], []],
      ['twice', 'Fail', [comment], [file.name]],
    ],
  );
  await copyPlan(virtualUser);
}

async function copyPlan(virtualUser: VirtualUser): Promise<void> {
  const { own, rows } = virtualUser;
  const body = { testPlanKey: own.planKey };
  const copied = (await virtualUser.ask(api, 'POST', '/testplan/copy', { body })) as {
    testPlans: readonly { key: string; testCases: readonly { id: number }[] }[];
  };
  const [copy] = copied.testPlans;
  rows.issues += 2;
  const ids = await virtualUser.ask(api, 'GET', `/testplan/test-case-ids/${copy?.key ?? ''}`);
  virtualUser.expect(
    'the cases of a copied plan',
    ids,
    copy?.testCases.map(({ id }) => id),
  );
  await virtualUser.ask('tracker', 'DELETE', `/issue/${copy?.key ?? ''}?deleteSubtasks=true`, { status: 204 });
  rows.issues -= 2;
}

async function readSteps(virtualUser: VirtualUser, key: string): Promise<{ id: number; steps: readonly StepsRow[] }> {
  const { id, fields } = (await virtualUser.ask('tracker', 'GET', `/issue/${key}`)) as Issue;
  const { stepsRows } = fields['customfield_10101'] as { stepsRows: readonly StepsRow[] };
  return { id: Number(id), steps: stepsRows };
}
