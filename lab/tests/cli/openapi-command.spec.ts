import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run } from './command.js';

test('the document goes to the output, and to a file that is named', async ({}, testInfo) => {
  const cwd = testInfo.outputPath();

  const printed = await run(cwd, ['openapi'], { TRACKER_BASE_PATHS: '{"tracker":"/rest/api/2"}' });
  const written = await run(cwd, ['openapi', '--output', 'openapi.json']);

  expect(printed.code, printed.stderr).toBe(0);
  expect(written).toMatchObject({ code: 0, stdout: '' });
  expect(readFileSync(join(cwd, 'openapi.json'), 'utf8')).toBe(printed.stdout);
  expect(JSON.parse(printed.stdout)).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://127.0.0.1:8099' }] });
});

test('a file that can not be written ends with 2 and says why', async ({}, testInfo) => {
  const { code, stderr } = await run(testInfo.outputPath(), ['openapi', '--output', 'no/such/folder.json']);

  expect(code).toBe(2);
  expect(stderr).toMatch(/^no\/such\/folder\.json can't be written: ENOENT/);
});
