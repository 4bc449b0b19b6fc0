import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import { basic, startTest as test } from '../fake/fake-test.js';
import { findSecretIn, openMarked, written } from './marked-secrets.js';

test('a run writes passwords, a token and the login of a proxy nowhere, whatever its tests come to', async ({}, testInfo) => {
  const marked = await openMarked(testInfo.outputPath(), 'password');

  const ran = marked.run(['run', '--trace', 'on'], {
    TRACKER_REPORTS: 'junit,html,blob,github,gitlab,markdown',
    TRACKER_ATTACH: 'all',
  });
  await Promise.allSettled([ran]);
  await marked.stop();
  const ending = await ran;

  expect(marked.leaks([ending])).toStrictEqual([]);
  expect(ending.code, ending.stdout + ending.stderr).toBe(1);
  const files = written(testInfo.outputPath('cwd/out'));
  for (const kind of [
    ...[/junit\.xml$/, /rules\.html$/, /allure-report\/index\.html$/, /ledger\/.*\.jsonl$/],
    ...[/html\/index\.html$/, /blob\/report\.zip$/, /trace\.zip$/],
  ]) {
    expect(files).toContainEqual(expect.stringMatching(kind));
  }
  const [trace = ''] = files.filter((file) => file.endsWith('trace.zip'));
  const traced = readFileSync(testInfo.outputPath('cwd/out', trace));
  expect(findSecretIn('the trace', traced, 'Authorization: Basic ')).not.toStrictEqual([]);
  // Of the tests that passed, too.
  expect(files.filter((file) => /allure-results\/.*-attachment\.txt$/.test(file)).length).toBeGreaterThan(5);
  const junit = readFileSync(testInfo.outputPath('cwd/out/shared/junit.xml'), 'utf8');
  expect(junit).toMatch(/^<testsuites [^>]*skipped="0" errors="5"/m);
  expect(junit).not.toMatch(/(?:Reference|Type)Error/);
  expect(junit).toMatch(/"secret":"•••"/);
  expect(junit).toMatch(/Test timeout of 1500ms exceeded/);
});

test('what looks at a tracker through a proxy, profiles it or sweeps it writes its token nowhere', async ({}, testInfo) => {
  const marked = await openMarked(testInfo.outputPath(), 'token');
  const endings = [
    await marked.run(['doctor']),
    await marked.run(['observe', '--output', 'profile.json']),
    await marked.run(['sweep', '--older-than', '1s', '--yes']),
  ];
  await marked.stop();

  expect(marked.leaks(endings)).toStrictEqual([]);
  expect(endings.map(({ stdout }) => stdout.length > 0)).toStrictEqual([true, true, true]);
  expect(written(testInfo.outputPath('cwd'))).toContain('profile.json');
});

test('the control API tells of requests without what they logged in with', async ({ start }) => {
  const [password, token] = ['markedPassword1', 'markedToken1'];
  const users = documentsWorld.users.map((user) => (user.name === 'admin' ? { ...user, password, token } : user));
  const { call } = await start({ world: { ...documentsWorld, users }, contextPath: '/jira' });
  const headers = { cookie: `session=${token}`, 'proxy-authorization': basic('admin', password) };
  const statuses: number[] = [];
  for (const path of ['/jira/rest/api/2/myself', '/jira/rest/api/2/nowhere', '/rest/api/2/myself']) {
    for (const authorization of [basic('admin', password), `Bearer ${token}`, basic('admin', `${password}!`), token]) {
      statuses.push((await call('GET', path, { authorization, headers })).status);
    }
  }

  const parts = ['', '/main', '/main/journal', '/main/journal/1', '/main/tables/users'].map((part) => `tenants${part}`);
  const told = await Promise.all(
    [...parts, 'unmatched', 'unmatched/1'].map((path) => call('GET', `/control/${path}`, { authorization: null })),
  );

  expect(statuses).toStrictEqual([200, 200, 401, 401, 404, 404, 401, 401, 404, 404, 404, 404]);
  expect(told.map(({ status }) => status)).toStrictEqual(told.map(() => 200));
  expect(told[2]?.body).toHaveLength(8);
  for (const secret of [password, token]) {
    expect(findSecretIn('the control API', Buffer.from(JSON.stringify(told)), secret)).toStrictEqual([]);
  }
});
