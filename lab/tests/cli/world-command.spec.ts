import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { basic, sender } from '../fake/fake-test.js';
import { run, start } from './command.js';

const admin = { TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' };
const tess = { TRACKER_USERNAME: 'tess', TRACKER_PASSWORD: 'tess' };

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

  const { code, stdout, stderr, url } = await copy(folder, args, tess);

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

test('world --from copies who may see a comment', async ({}, testInfo) => {
  const fake = await startFake();
  const visibility = { type: 'role', value: 'Administrators' };
  const json = { body: 'Confidential', visibility };
  await sender(fake.url)('POST', '/rest/api/2/issue/DEMO-1/comment', { json });

  const args = ['world', '--from', fake.url, '--projects', 'DEMO', '--issues', 'DEMO-1'];
  const { stdout } = await run(testInfo.outputPath('cwd'), args, admin);

  await fake.close();
  const { comments = [] } = JSON.parse(stdout) as WorldInput;
  expect(comments.map((comment) => comment.visibility)).toEqual([undefined, visibility]);
});

test('world --from without --output writes the world alone to the standard output', async ({}, testInfo) => {
  const { code, stdout, stderr } = await copy(testInfo.outputPath('cwd'), ['--projects', 'PLAIN']);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ projects: [{ key: 'PLAIN' }] });
  expect(stderr).toContain('No issues are copied: choose them with --jql or --issues.');
});

for (const [what, args, code, message, settings] of [
  ['a wrong password', [], 4, /admin is refused \(401/, { ...admin, TRACKER_PASSWORD: 'no' }],
  ['no login', [], 2, /^TRACKER_USERNAME is missing/, {}],
  ['a query that is refused', ['--jql', 'nofield = 3'], 2, /search answered 400: Field 'nofield' does not exist/],
  ['two choices of issues', ['--jql', 'x = 1', '--issues', 'DEMO-1'], 2, /both choose issues/],
  ['keys that are none', ['--issues', 'demo 1'], 2, /Keys are separated by commas/],
  ['a project that is not there', ['--projects', 'NOPE'], 2, /sees none of the projects NOPE/],
] as const) {
  test(`world --from with ${what} ends with ${code} and writes no file`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');

    const ending = await copy(folder, ['--output', 'copy.json', ...args], settings);

    expect([ending.code, ending.stdout]).toEqual([code, '']);
    expect(ending.stderr).toMatch(message);
    expect(existsSync(join(folder, 'copy.json'))).toBe(false);
  });
}

test('world --from leaves no file, and the one that was there, if Ctrl+C ends it halfway', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const fake = await startFake({
    faults: [{ kind: 'latency', milliseconds: 60_000, path: '/rest/api/2/project/DEMO' }],
  });
  const running = start(folder, ['world', '--from', fake.url, '--output', 'copy.json'], admin);
  writeFileSync(join(folder, 'copy.json'), 'before');
  await expect.poll(() => fake.control.tenant('main').faults()[0]?.struck, { timeout: 60_000 }).toBe(1);

  running.kill('SIGINT');
  await running.ended;

  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.json']);
  expect(readFileSync(join(folder, 'copy.json'), 'utf8')).toBe('before');
  await fake.close();
});
