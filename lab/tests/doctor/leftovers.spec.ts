import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './doctor-test.js';

const remedy = 'clean up with `tracker-e2e sweep --older-than 0s --yes`, unless another run is going on there now.';

test('projects and issues that carry the mark of a run are told, and no others', async ({ subject }) => {
  const [sample] = subject.world.projects;
  const [issue] = subject.world.issues ?? [];
  const description = 'Made by tracker-e2e, run ab120, at 2026-01-01T00:00:00.000Z. It goes when its test ends.';
  const project = (id: number, key: string, name: string, said = description) =>
    ({ ...sample, id, key, name, description: said, requestTypes: [] }) as NonNullable<typeof sample>;
  const summarized = (id: number, key: string, summary: string) =>
    ({ ...issue, id, key, comments: [], fields: { summary } }) as NonNullable<typeof issue>;
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

  expect(of('leftovers')).toEqual([
    `warning: projects EWXPWAAAAA → ${remedy}`,
    `warning: issues ${key}-801 → ${remedy}`,
  ]);
});

test('leases whose time is over are told, and no other components', async ({ subject }) => {
  const [{ key: named } = { key: '' }] = subject.sandbox.projects;
  const holder = { run: 'ab120', host: 'elsewhere', machine: 'elsewhere', pid: 1, token: 'of another' };
  const lease = (until: string) => JSON.stringify({ holder, since: '2026-01-02T03:04:05.000Z', until });
  const { username, password } = subject.login;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const component = async (name: string, description: string) => {
    const body = JSON.stringify({ project: named, name, description });
    const { status } = await fetch(`${subject.url}/rest/api/2/component`, { method: 'POST', headers, body });
    expect(status).toBe(201);
  };
  await component('tracker-e2e lease: slot 7 of 9', lease('2026-01-02T03:09:05.000Z'));
  await component('tracker-e2e lease: slot 8 of 9', lease('2099-01-01T00:00:00.000Z'));
  await component('tracker-e2e lease: slot 9 of 9', 'by hand');
  await component('Engine', lease('2026-01-02T03:09:05.000Z'));

  const { of } = await subject.runChecks();

  expect(of('leftovers')).toEqual([`warning: components ${named}/tracker-e2e lease: slot 7 of 9 → ${remedy}`]);
});

test('ledgers with items that are not gone are told, those of this tracker', async ({ subject }, testInfo) => {
  const folder = testInfo.outputPath('cwd/ledger');
  mkdirSync(folder, { recursive: true });
  const line = (event: string, what: string, tracker = subject.url) => {
    const context = { run: 'ab120', tracker, host: 'here', machine: 'm', pid: 1, at: '2026-01-01T00:00:00.000Z' };
    return JSON.stringify({ ...context, event, item: { kind: 'project', what } });
  };
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  write('a-0.jsonl', line('pending', 'ONE'), line('pending', 'TWO'), line('deleted', 'ONE'), '{"event": "plan');
  write('b-0.jsonl', line('pending', 'THREE'), line('deleted', 'THREE'));
  write('c-0.jsonl', line('pending', 'FOUR', 'http://another.test'));

  const { of } = await subject.runChecks();

  expect(of('leftovers')).toEqual([`warning: the ledger of run ab120 has project TWO → ${remedy}`]);
});
