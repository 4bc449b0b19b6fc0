import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { findChromium } from '../../tools/find-chromium.js';
import { test } from './installed-package.js';

const folder = join(import.meta.dirname, '../../../examples/page');

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 180_000 });

/** The files of the example, with the Chromium of this machine. */
function exampleFiles(): Record<string, string> {
  const launchOptions = `launchOptions: { args: ['--no-sandbox'], executablePath: ${JSON.stringify(findChromium(process.env))} }`;
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  return {
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(files.map(([name, text]) => [name, text.replace("browserName: 'chromium'", launchOptions)])),
  };
}

test('page tests run in Chromium with the tracker behind the page, and notice a page that is broken', async ({
  consumer,
}) => {
  const files = exampleFiles();
  consumer.write(files);
  const whole = await consumer.playwright();
  consumer.write({ 'bug-app.ts': files['bug-app.ts']?.replace('summary };', "summary: 'A bug' };") ?? '' });
  const broken = await consumer.playwright();

  expect(whole, whole.output).toMatchObject({ code: 0, output: expect.stringContaining('3 passed') });
  expect(broken.code, broken.output).toBe(1);
  expect(broken.output).toContain('Expected: "The basket is empty"');
});
