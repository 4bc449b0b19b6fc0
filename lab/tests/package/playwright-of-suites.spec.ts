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

test('two Playwrights are named, with what to do', async ({ consumer }) => {
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

/** The example with the Chromium of this machine, and a copy of one of its tests with an application that loses what is told. */
function exampleFiles(): Record<string, string> {
  const launchOptions = `launchOptions: { args: ['--no-sandbox'], executablePath: ${JSON.stringify(findChromium(process.env))} }`;
  const projects = "projects: [{ testDir: 'whole' }, { testDir: 'broken', grep: /is in the tracker/ }]";
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  const config = files.find(([name]) => name === 'playwright.config.ts')?.[1] ?? '';
  const copied = (to: string) => files.map(([name, text]) => [`${to}/${name}`, text] as const);
  const lossy = (text: string) => text.replace('summary };', "summary: 'A bug' };");
  const broken = copied('broken').map(([name, text]) => [name, lossy(text)] as const);
  return {
    ...Object.fromEntries([...copied('whole'), ...broken]),
    'package.json': '{ "type": "module" }',
    'playwright.config.ts': config.replace("testDir: '.'", projects).replace("browserName: 'chromium'", launchOptions),
  };
}

test('page tests run with the tracker behind the page, and notice a broken page', async ({ consumer }) => {
  consumer.write(exampleFiles());

  const { code, output } = await consumer.playwright(['--workers=1']);

  expect(output).toContain('3 passed');
  expect(output).toContain('1 failed');
  expect(output).toContain('Expected: "The basket is empty"');
  expect(code).toBe(1);
});
