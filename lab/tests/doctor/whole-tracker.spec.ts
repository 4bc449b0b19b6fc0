import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { root } from '../fixtures/run-specs.js';
import { test } from './doctor-test.js';

test('on a tracker that has everything every check is fine, and says who and what is there', async ({ subject }) => {
  const { of, lines } = await subject.runChecks({ workers: 2 });

  expect(lines.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect([...new Set(lines.map(({ check }) => check))]).toEqual([
    ...['reachable', 'version', 'edition', 'clock', 'credentials', 'permissions', 'extensions', 'custom fields'],
    ...['issue types', 'sandbox projects', 'test projects', 'templates', 'connections', 'workers', 'second user'],
    ...['leftovers', 'rate limits'],
  ]);
  expect(of('reachable')).toEqual([`ok: “Tracker of other people” answers at ${subject.url}`]);
  expect(of('version')).toEqual(['ok: 9.4.17, build 90417']);
  expect(of('credentials')).toEqual([
    expect.stringMatching(`^ok: ${subject.login.username} \\(key JIRAUSER\\d+\\), by HTTP Basic$`),
  ]);
  expect(of('extensions')[0]).toBe('ok: Default templates at /rest/api/it/1.0/default-template');
  const desk = subject.world.projects.find(
    ({ type, key }) => type === 'service_desk' && subject.sandbox.projects.some((project) => project.key === key),
  );
  expect(of('sandbox projects')).toContain(
    `ok: ${desk?.key} (overwrite): service desk, request types House request 1, House request 2, House request 3`,
  );
  expect(of('connections').at(-1)).toMatch(/^ok: "Closed directory" \(id \d+\) is not enabled, as the settings say$/);
});

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

const remedy = 'clean up with `tracker-e2e sweep --older-than 0s --yes`, unless another run is going on there now.';

test('projects and issues that carry the mark of a run are told, and no others', async ({ subject }) => {
  const [sample] = subject.world.projects;
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

  const { of } = await subject.runChecks();

  const named = `issue ${key}-801 "Made by a test [tracker-e2e ab12z]", project EWXPWAAAAA`;
  expect(of('leftovers')).toEqual([`warning: ${named} → ${remedy}`]);
});

test('items of ledgers that are not gone are told, those of this tracker', async ({ subject }, testInfo) => {
  const folder = testInfo.outputPath('cwd/ledger');
  mkdirSync(folder, { recursive: true });
  const names = new Map(subject.world.projects.map(({ key, name }) => [key, name]));
  const [ONE = '', TWO = '', THREE = '', FOUR = ''] = names.keys();
  const line = (event: string, what: string, tracker = subject.url) => {
    const item = { kind: 'project', what, name: names.get(what) };
    const context = { run: 'ab120', tracker, host: 'here', machine: 'm', pid: 1, at: '2026-01-01T00:00:00.000Z' };
    return JSON.stringify({ ...context, event, item });
  };
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  write('a-0.jsonl', line('pending', ONE), line('pending', TWO), line('deleted', ONE), '{"event": "plan');
  write('b-0.jsonl', line('pending', THREE), line('deleted', THREE), line('pending', 'GONE'));
  write('c-0.jsonl', line('pending', FOUR, 'http://another.test'));

  const { of } = await subject.runChecks();

  expect(of('leftovers')).toEqual([`warning: project ${TWO} → ${remedy}`]);
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
