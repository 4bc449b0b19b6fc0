import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import type { FaultInput } from '../../../fake/index.js';
import { basic, sender } from '../fake/fake-test.js';
import { run, start } from './command.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

const admin = { TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' };

/** Runs `tracker-e2e world --from` on a tracker of its own. */
async function copy(folder: string, args: readonly string[], settings: Readonly<Record<string, string>> = admin) {
  const fake = await startFake();
  const ending = await run(folder, ['world', '--from', fake.url, ...args], settings);
  await fake.close();
  return { ...ending, url: fake.url };
}

test('world --from writes a world that the fake starts with, and lists what it could not read', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const args = ['--output', 'copy.json', '--issues', 'DEMO-1', '--projects', 'DEMO', '--anonymize-projects'];

  const { code, stdout, stderr, url } = await copy(folder, args, {
    TRACKER_USERNAME: 'tess',
    TRACKER_PASSWORD: 'tess',
  });

  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Copied 1 projects, 2 users, 1 issues, 0 default template entries, 0 connections.');
  expect(stdout).toContain('  - GET /rest/ext/ad/1.0/public/connection answered 403.\n');
  const text = readFileSync(join(folder, 'copy.json'), 'utf8');
  const world = JSON.parse(text) as WorldInput;
  expect(world.projects).toMatchObject([{ key: 'DEMO', name: 'Project 1' }]);
  expect(world.notes).toContain('GET /rest/ext/ad/1.0/public/connection answered 403');
  expect(text).not.toContain(url);
  const fake = await startFake({ world });
  const authorization = basic('user-1', 'password');
  expect((await sender(fake.url)('GET', '/rest/api/2/issue/DEMO-1', { authorization })).status).toBe(200);
  await fake.close();
});

test('world --from without --output writes the world alone to the standard output', async ({}, testInfo) => {
  const { code, stdout, stderr } = await copy(testInfo.outputPath('cwd'), ['--projects', 'PLAIN']);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ projects: [{ key: 'PLAIN' }] });
  expect(stderr).toContain('No issues are copied: choose them with --jql or --issues.');
});

for (const { title, args, settings = admin, code, message } of [
  {
    title: 'a wrong password',
    args: [],
    settings: { ...admin, TRACKER_PASSWORD: 'no' },
    code: 4,
    message: /admin is refused \(401/,
  },
  { title: 'no login', args: [], settings: {}, code: 2, message: /^TRACKER_USERNAME is missing/ },
  {
    title: 'a query that is refused',
    args: ['--jql', 'nofield = 3'],
    code: 2,
    message: /search answered 400: Field 'nofield' does not exist/,
  },
  {
    title: 'two choices of issues',
    args: ['--jql', 'x = 1', '--issues', 'DEMO-1'],
    code: 2,
    message: /both choose issues/,
  },
  { title: 'keys that are none', args: ['--issues', 'demo 1'], code: 2, message: /Keys are separated by commas/ },
  {
    title: 'a project that is not there',
    args: ['--projects', 'NOPE'],
    code: 2,
    message: /sees none of the projects NOPE/,
  },
]) {
  test(`world --from with ${title} ends with ${code} and writes no file`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');

    const ending = await copy(folder, ['--output', 'copy.json', ...args], settings);

    expect([ending.code, ending.stdout]).toEqual([code, '']);
    expect(ending.stderr).toMatch(message);
    expect(existsSync(join(folder, 'copy.json'))).toBe(false);
  });
}

test('world asks for --from if told what of a tracker to copy', async ({}, testInfo) => {
  const { code, stderr } = await run(testInfo.outputPath('cwd'), ['world', '--anonymize-projects']);

  expect([code, stderr]).toEqual([
    2,
    '--anonymize-projects says what of a tracker is copied: name the tracker with --from.\n',
  ]);
});

test('world --from leaves no file, and the one that was there, if Ctrl+C ends it halfway', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const fault: FaultInput = { kind: 'latency', milliseconds: 60_000, path: '/rest/api/2/project/DEMO' };
  const fake = await startFake({ faults: [fault] });
  const tenant = fake.control.tenant('main');
  const running = start(folder, ['world', '--from', fake.url, '--output', 'copy.json'], admin);
  writeFileSync(join(folder, 'copy.json'), 'before');
  await expect.poll(() => tenant.faults()[0]?.struck, { timeout: 60_000 }).toBe(1);

  running.kill('SIGINT');
  await running.ended;

  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.json']);
  expect(readFileSync(join(folder, 'copy.json'), 'utf8')).toBe('before');
  await fake.close();
});

test('fake --save writes what it holds when it ends, and the next one goes on from there', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const serve = async (...args: readonly string[]) => {
    const running = start(folder, ['fake', '--port', '0', '--save', 'saved.json', ...args]);
    const said = await running.until('Stop it with Ctrl+C.\n');
    return { ...running, call: sender(/ is served at (\S+)\n/.exec(said)?.[1] ?? '') };
  };
  const first = await serve();
  const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'Kept' };
  await first.call('POST', '/rest/api/2/issue', { json: { fields } });
  first.kill('SIGTERM');
  const { code, stdout } = await first.ended;
  const saved = readFileSync(join(folder, 'saved.json'), 'utf8');

  const second = await serve('--world', 'saved.json');
  const issue = await second.call('GET', '/rest/api/2/issue/DEMO-3');
  second.kill('SIGTERM');
  await second.ended;

  expect([code, stdout.split('\n').slice(-3)]).toEqual([0, ['Saved in saved.json.', 'Stopped.', '']]);
  expect(issue).toMatchObject({ status: 200, body: { fields: { summary: 'Kept' } } });
  expect(readFileSync(join(folder, 'saved.json'), 'utf8')).toBe(saved);
});
