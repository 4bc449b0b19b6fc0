import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld, startFake } from '../../../fake/index.js';
import { basic, sender } from '../fake/fake-test.js';
import { runHere } from './command.js';

// Passwords that are no words: what runs in this process later takes them for secrets too.
const users = documentsWorld.users.map((user) => ({ ...user, password: `${user.name}-7f3a` }));
const [admin, tess] = ['admin', 'tess'].map((name) => ({ TRACKER_USERNAME: name, TRACKER_PASSWORD: `${name}-7f3a` }));

/** Runs `tracker-e2e world --from` on a tracker of its own. */
async function copy(args: readonly string[], settings: Readonly<Record<string, string>> = admin ?? {}) {
  const fake = await startFake({ world: { ...documentsWorld, users } });
  const visibility = { type: 'role', value: 'Administrators' };
  const [path, authorization] = ['/rest/api/2/issue/DEMO-1/comment', basic('admin', 'admin-7f3a')];
  await sender(fake.url)('POST', path, { json: { body: 'Confidential', visibility }, authorization });
  const ending = await runHere(['world', '--from', fake.url, ...args], settings);
  await fake.close();
  return { ...ending, url: fake.url };
}

test('world --from writes a world that the fake starts with, and lists what it could not read', async ({}, testInfo) => {
  const args = ['--output', 'copy.json', '--issues', 'DEMO-1', '--projects', 'DEMO', '--anonymize-projects'];

  const { code, stdout, stderr, url } = await copy(args, tess);

  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Copied 1 projects, 2 users, 1 issues, 0 default template entries, 0 connections.');
  expect(stdout).toContain('  - GET /rest/ext/ad/1.0/public/connection answered 403.\n');
  const text = readFileSync(testInfo.outputPath('cwd/copy.json'), 'utf8');
  const world = JSON.parse(text) as WorldInput;
  expect(world.projects).toMatchObject([{ key: 'DEMO', name: 'Project 1' }]);
  expect(world.notes).toContain('GET /rest/ext/ad/1.0/public/connection answered 403');
  expect(text).not.toContain(url);
  const fake = await startFake({ world });
  const authorization = basic('user-1', 'password');
  expect((await sender(fake.url)('GET', '/rest/api/2/issue/DEMO-1', { authorization })).status).toBe(200);
  await fake.close();
});

test('world --from without --output writes the world alone to the standard output', async () => {
  const { code, stdout, stderr } = await copy(['--projects', 'PLAIN']);
  const withComments = await copy(['--projects', 'DEMO', '--issues', 'DEMO-1']);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ projects: [{ key: 'PLAIN' }] });
  expect(stderr).toContain('No issues are copied: choose them with --jql or --issues.');
  const { comments = [] } = JSON.parse(withComments.stdout) as WorldInput;
  expect(comments.map(({ visibility }) => visibility?.value)).toEqual([undefined, 'Administrators']);
  expect(withComments.stdout).not.toContain('Confidential');
});

for (const [what, args, code, message, settings] of [
  ['a wrong password', [], 4, /admin is refused \(401/, { ...admin, TRACKER_PASSWORD: 'wrong-7f3a' }],
  ['no login', [], 2, /^TRACKER_USERNAME is missing/, {}],
  ['a query that is refused', ['--jql', 'nofield = 3'], 2, /search answered 400: Field 'nofield' does not exist/],
  ['two choices of issues', ['--jql', 'x = 1', '--issues', 'DEMO-1'], 2, /both choose issues/],
  ['keys that are none', ['--issues', 'demo 1'], 2, /Keys are separated by commas/],
  ['a project that is not there', ['--projects', 'NOPE'], 2, /sees none of the projects NOPE/],
] as const) {
  test(`world --from with ${what} ends with ${code} and writes no file`, async ({}, testInfo) => {
    const ending = await copy(['--output', 'copy.json', ...args], settings);

    expect([ending.code, ending.stdout]).toEqual([code, '']);
    expect(ending.stderr).toMatch(message);
    expect(existsSync(testInfo.outputPath('cwd/copy.json'))).toBe(false);
  });
}
