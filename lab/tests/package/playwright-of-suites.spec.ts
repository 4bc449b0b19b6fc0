import { cpSync, mkdirSync, readFileSync, realpathSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { findChromium } from '../../tools/find-chromium.js';
import { packageFolder, test } from './installed-package.js';
import type { Consumer } from './installed-package.js';

/** Gives a consumer a Playwright of their own, beside the one that the package finds. */
function ownPlaywright({ folder }: Consumer): string {
  for (const name of ['@playwright/test', 'playwright', 'playwright-core']) {
    const to = join(folder, 'node_modules', name);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(realpathSync(packageFolder(name)), to, { recursive: true });
  }
  return join(realpathSync(folder), 'node_modules/playwright');
}

test('two Playwrights are named, with what to do @release', async ({ consumer }) => {
  const theirs = ownPlaywright(consumer);
  consumer.write({
    'package.json': '{"type": "module"}',
    'playwright.config.ts': `import { apiOnly } from 'tracker-e2e';\nexport default { use: apiOnly };\n`,
    'a.spec.ts': `import { test } from '@playwright/test';\ntest('nothing', () => {});\n`,
  });

  const ending = await consumer.node(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line']);

  const found = realpathSync(packageFolder('playwright'));
  const { version } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { version: string };
  expect(ending.output).toContain(
    `Two copies of Playwright are in use, and tests work with one only: ${theirs} (${version}) runs them, and tracker-e2e finds ${found} (${version}).`,
  );
  expect(ending.output).toContain('Install one @playwright/test that fits both (`npm ls playwright` shows');
  expect(ending.output).not.toMatch(/second time|did not expect/);
  expect(ending.code).toBe(1);
});

const folder = join(import.meta.dirname, '../../../examples/page');

/** The example with the Chromium of this machine. */
function exampleFiles(): Record<string, string> {
  const launchOptions = `launchOptions: { args: ['--no-sandbox'], executablePath: ${JSON.stringify(findChromium(process.env))} }`;
  const textOf = (name: string) =>
    readFileSync(join(folder, name), 'utf8').replace("browserName: 'chromium'", launchOptions);
  const files: Record<string, string> = { 'package.json': '{ "type": "module" }' };
  for (const name of readdirSync(folder)) files[name] = textOf(name);
  return files;
}

test('page tests run with the tracker behind the page @release', async ({ consumer }) => {
  consumer.write(exampleFiles());

  const { code, output } = await consumer.playwright(['--workers=1']);

  expect(output).toContain('3 passed');
  expect(code, output).toBe(0);
});
