import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findSecretIn } from './find-secret.js';
import { markedPassword, openMarked, written } from './marked-run.js';

// Each is several processes, and a run that waits for answers that never come.
test.describe.configure({ timeout: 300_000 });

for (const [title, by] of [
  ['a password', 'password'],
  ['a token', 'token'],
] as const) {
  test(`a run with every report and with traces writes ${title} nowhere, whatever its tests come to`, async ({}, testInfo) => {
    const marked = await openMarked(testInfo.outputPath(), by, false);
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
      const junit = readFileSync(testInfo.outputPath('cwd/out/shared/junit.xml'), 'utf8');
      expect(junit).toMatch(/tests="9" failures="0" skipped="0" errors="8"/);
      expect(junit).toMatch(/"secret":"•••"/);
      expect(junit).toMatch(/Test timeout of 1500ms exceeded/);
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

test('the search finds a secret in an archive within a page, and behind a word in base64', () => {
  const secret = 'abcDEF123';
  const header = `Basic${Buffer.from(`qa:x${secret}`).toString('base64')}`;

  expect(findSecretIn('text', Buffer.from(`{"a":"${secret}"}`), secret)).toHaveLength(1);
  expect(findSecretIn('header', Buffer.from(header), secret).length).toBeGreaterThan(0);
  expect(findSecretIn('other', Buffer.from(header), 'abcDEF124')).toEqual([]);
});
