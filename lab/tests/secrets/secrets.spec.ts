import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { documentsWorld, startFake } from '../../../fake/index.js';
import { basic, sender } from '../fake/fake-test.js';
import { findSecretIn } from './find-secret.js';
import { markedPassword, openMarked, written } from './marked-run.js';

// Each is several processes, and a run that waits for answers that never come.
test.describe.configure({ timeout: 300_000 });

for (const [title, by, viaProxy] of [
  ['a password', 'password', false],
  ['a token', 'token', false],
  ['a password and that of a proxy', 'password', true],
] as const) {
  test(`a run with every report and with traces writes ${title} nowhere, whatever its tests come to`, async ({}, testInfo) => {
    const marked = await openMarked(testInfo.outputPath(), by, viaProxy);
    try {
      const ending = await marked.run(['run', '--trace', 'on']);

      expect(marked.leaks([ending])).toEqual([]);
      expect(ending.code, ending.stdout + ending.stderr).toBe(1);
      const files = written(testInfo.outputPath('cwd/out'));
      for (const kind of [/junit\.xml$/, /html\/index\.html$/, /blob\/report\.zip$/, /trace\.zip$/, /rules\.html$/]) {
        expect(files).toContainEqual(expect.stringMatching(kind));
      }
      for (const kind of [/allure-report\/index\.html$/, /ledger\/.*\.jsonl$/]) {
        expect(files).toContainEqual(expect.stringMatching(kind));
      }
      // Of the tests that passed, too.
      expect(files.filter((file) => file.endsWith('.httpexchange')).length).toBeGreaterThan(5);
      const junit = readFileSync(testInfo.outputPath('cwd/out/shared/junit.xml'), 'utf8');
      expect(junit).toMatch(/^<testsuites [^>]*skipped="0" errors="8"/m);
      expect(junit).toMatch(/"secret":"•••"/);
      expect(junit).toMatch(/Test timeout of 1500ms exceeded/);
    } finally {
      await marked.close();
    }
  });
}

for (const [title, viaProxy] of [
  ['straight', false],
  ['through a proxy', true],
] as const) {
  test(`what looks at a tracker ${title}, profiles it or sweeps it writes its password nowhere`, async ({}, testInfo) => {
    const marked = await openMarked(testInfo.outputPath(), 'password', viaProxy);
    try {
      const endings = [
        await marked.run(['doctor']),
        await marked.run(['doctor', '--json']),
        await marked.run(['observe', '--output', 'profile.json']),
        await marked.run(['sweep', '--older-than', '1s', '--yes']),
        await marked.run(['sweep', '--json']),
        await marked.run(['rules']),
      ];

      expect(marked.leaks(endings)).toEqual([]);
      expect(endings.map(({ stdout }) => stdout.length > 0)).toEqual([true, true, true, true, true, false]);
      expect(written(testInfo.outputPath('cwd'))).toContain('profile.json');
    } finally {
      await marked.close();
    }
  });
}

test('a tracker that refuses the login, and one that is gone, are told of without a password', async ({}, testInfo) => {
  const marked = await openMarked(testInfo.outputPath(), 'password', false);
  try {
    const wrong = { TRACKER_PASSWORD: `${markedPassword}!` };
    const refused = [
      await marked.run(['run'], wrong),
      await marked.run(['doctor'], wrong),
      await marked.run(['sweep'], wrong),
    ];
    const contradictory = [
      await marked.run(['run'], { TRACKER_TOKEN: markedPassword, TRACKER_SANDBOX: markedPassword }),
    ];
    await marked.stop();
    const gone = [await marked.run(['run']), await marked.run(['doctor']), await marked.run(['sweep'])];

    const endings = [...refused, ...contradictory, ...gone];
    expect(marked.leaks(endings)).toEqual([]);
    expect(endings.map(({ code }) => code)).toEqual([4, 4, 4, 2, 4, 4, 4]);
  } finally {
    await marked.close();
  }
});

test('the control API tells of requests without what they logged in with', async () => {
  const [password, token] = ['markedPassword1', 'markedToken1'];
  const users = documentsWorld.users.map((user) => (user.name === 'admin' ? { ...user, password, token } : user));
  const fake = await startFake({ world: { ...documentsWorld, users }, contextPath: '/jira' });
  const call = sender(fake.url);
  const headers = { cookie: `session=${token}`, 'proxy-authorization': basic('admin', password) };
  const statuses: number[] = [];
  for (const path of ['/jira/rest/api/2/myself', '/jira/rest/api/2/nowhere', '/rest/api/2/myself']) {
    for (const authorization of [basic('admin', password), `Bearer ${token}`, basic('admin', `${password}!`), token]) {
      statuses.push((await call('GET', path, { authorization, headers })).status);
    }
  }

  const paths = [
    '/tenants',
    '/tenants/main',
    '/tenants/main/journal',
    '/tenants/main/journal/1',
    '/unmatched',
    '/unmatched/1',
  ];
  const told = await Promise.all(
    [...paths, '/tenants/main/tables/users'].map((path) => call('GET', `/control${path}`, { authorization: null })),
  );

  expect(statuses).toEqual([200, 200, 401, 401, 404, 404, 401, 401, 404, 404, 404, 404]);
  expect(told.map(({ status }) => status)).toEqual(told.map(() => 200));
  expect(told[2]?.body).toHaveLength(8);
  for (const secret of [password, token]) {
    expect(findSecretIn('the control API', Buffer.from(JSON.stringify(told)), secret)).toEqual([]);
  }
  await fake.close();
});

test('the search finds a secret in an archive within a page, and behind a word in base64', () => {
  const secret = 'abcDEF123';
  const header = `Basic${Buffer.from(`qa:x${secret}`).toString('base64')}`;

  expect(findSecretIn('text', Buffer.from(`{"a":"${secret}"}`), secret)).toHaveLength(1);
  expect(findSecretIn('header', Buffer.from(header), secret)).toHaveLength(1);
  for (const before of ['', 'a', 'ab', 'abc']) {
    const encoded = Buffer.from(`${before}${secret}!`).toString('base64');
    expect(findSecretIn('base64', Buffer.from(`x${encoded}`), secret).length, before).toBeGreaterThan(0);
  }
  const page = `<script>"data:${gzipSync(`a ${secret} b`).toString('base64')}"</script>`;
  expect(findSecretIn('page', Buffer.from(page), secret)).toHaveLength(1);
  expect(findSecretIn('other', Buffer.from(header), 'abcDEF124')).toEqual([]);
});
