import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { root } from '../fixtures/run-specs.js';
import { test } from './doctor-test.js';

test('nothing but GET is sent, and nothing is changed', async ({ subject }) => {
  const before = JSON.stringify(subject.tenant.state());

  const { context } = await subject.runChecks();

  const journal = subject.tenant.journal();
  expect(journal.length).toBeGreaterThan(50);
  expect([...new Set(journal.map(({ method }) => method))]).toEqual(['GET']);
  expect(journal.every(({ requestBody }) => requestBody === '')).toBe(true);
  expect(JSON.stringify(subject.tenant.state())).toBe(before);
  await expect(context.read().deleteProject({ projectIdOrKey: 'ANY' })).rejects.toThrow('DELETE');
  expect(subject.tenant.journal()).toHaveLength(journal.length);
});

test('projects and issues of ledgers and with the mark of a run are told, and no others', async ({
  subject,
}, testInfo) => {
  const [sample, planned, gone] = subject.world.projects;
  const [issue] = subject.world.issues ?? [];
  const description = 'Made by tracker-e2e, run ab120, at 2026-01-01T00:00:00.000Z. It goes when its test ends.';
  const project = (id: number, key: string, name: string, said = description) =>
    ({ ...sample, id, key, name, description: said, requestTypes: [] }) as NonNullable<typeof sample>;
  const reporter = subject.world.users.find(({ name }) => name === subject.login.username)?.key;
  const summarized = (id: number, key: string, summary: string) =>
    ({ ...issue, id, key, reporter, comments: [], fields: { summary } }) as NonNullable<typeof issue>;
  const key = sample?.key ?? '';
  subject.tenant.add({
    projects: [
      project(1, 'EWXPWAAAAA', 'tracker-e2e EWXPWAAAAA'),
      project(2, 'OTHER', 'tracker-e2e EWXPWAAAAA'),
      project(3, 'EWXPWAAAAB', 'tracker-e2e EWXPWAAAAB', 'Somebody else’s'),
    ],
    issues: [
      summarized(1, `${key}-801`, 'Made by a test [tracker-e2e ab12z]'),
      summarized(2, `${key}-802`, 'About tracker-e2e'),
    ],
  });

  const folder = testInfo.outputPath('cwd/ledger');
  mkdirSync(folder, { recursive: true });
  const line = (event: string, { key: what = '', name = '' } = {}) => {
    const context = { run: 'ab120', tracker: subject.url, host: 'here', machine: 'm', pid: 1 };
    return JSON.stringify({ ...context, at: '2026-01-01T00:00:00.000Z', event, item: { kind: 'project', what, name } });
  };
  const lines = [line('pending', planned), line('pending', gone), line('deleted', gone), ''];
  writeFileSync(join(folder, 'a-0.jsonl'), lines.join('\n'));

  const { of } = await subject.runChecks();

  const named = `project ${planned?.key}, issue ${key}-801 "Made by a test [tracker-e2e ab12z]", project EWXPWAAAAA`;
  const remedy = 'clean up with `tracker-e2e sweep --older-than 0s --yes`, unless another run is going on there now.';
  expect(of('leftovers')).toEqual([`warning: ${named} → ${remedy}`]);
});

test('the sandbox among the examples fits the tracker that the fake starts as', async ({ subject }) => {
  const fake = await startFake();

  const sandbox = JSON.parse(readFileSync(join(root, 'examples/sandbox.json'), 'utf8')) as object;
  const told = { url: fake.url, login: { username: 'admin', password: 'admin' }, sandbox };
  const { lines, predictions = [] } = await subject.runChecks(told);
  await fake.close();

  expect(lines.filter(({ state }) => state === 'missing' || state === 'not checked')).toEqual([]);
  expect(predictions.filter(({ forecast }) => forecast === 'failing')).toEqual([]);
  const page = readFileSync(join(root, 'docs/real-tracker.md'), 'utf8');
  const verified = predictions.filter(({ forecast }) => forecast === 'can be verified').length;
  expect(page).toContain(`This little tracker can verify ${verified} of the ${predictions.length} documented rules`);
});
