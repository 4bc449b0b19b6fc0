import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, mergeTests } from '@playwright/test';
import type { Page } from '@playwright/test';
import { environmentOf } from '../fixtures/run-specs.js';
import { test as pageTest } from '../pages/page-test.js';
import { test as packageTest } from './installed-package.js';

const test = mergeTests(packageTest, pageTest).extend<{
  /** Starts Playwright's UI mode in the consumer's folder and opens it. */
  openUi: (env: Readonly<Record<string, string>>) => Promise<Page>;
}>({
  openUi: async ({ consumer, visit }, use) => {
    const started: ChildProcess[] = [];
    const pages: Page[] = [];
    await use(async (env) => {
      const child = spawn(
        process.execPath,
        ['../node_modules/@playwright/test/cli.js', 'test', '--ui-host=127.0.0.1', '--ui-port=0'],
        { cwd: consumer.folder, env: environmentOf({ BROWSER: 'true', ...env }), stdio: 'pipe' },
      );
      started.push(child);
      for await (const line of createInterface(child.stdout)) {
        const address = /Listening on (\S+)/.exec(line)?.[1];
        if (address === undefined) continue;
        const { origin } = new URL(address);
        // Its own pages are none of ours to judge.
        const isOwn = (url: string): boolean => url.startsWith(origin) || /^(data|blob):/.test(url);
        const page = await visit(address, { mayComplain: /./ }, isOwn);
        pages.push(page);
        return page;
      }
      throw new Error('Playwright ended before its UI mode was served.');
    });
    for (const page of pages) await page.close();
    for (const child of started) {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    }
  },
});

const another = `import { expect, test } from 'tracker-e2e';
test('asks for the version', async ({ issues }) => {
  expect(await issues.getServerInfo()).toHaveStatus(200);
});
`;

test('a new suite runs in UI mode with a spec that is added, on a fake for all tests @release', async ({
  consumer,
  openUi,
}) => {
  const command = '../node_modules/tracker-e2e/dist/cli/main.js';
  expect((await consumer.node([command, 'init', '--no-install'])).code).toBe(0);
  const page = await openUi({ TRACKER_MODE: 'shared' });
  await expect(page.getByRole('treeitem', { name: 'first.spec.ts' })).toBeVisible({ timeout: 45_000 });

  consumer.write({ 'tests/another.spec.ts': another });
  await expect(page.getByRole('treeitem', { name: 'another.spec.ts' })).toBeVisible({ timeout: 45_000 });
  await page.getByTitle('Run all').click();
  await expect(page.getByTestId('status-line')).toHaveText(/2 passed$/, { timeout: 45_000 });
  await page.getByRole('treeitem', { name: 'GET /project/{projectIdOrKey}' }).last().click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: 'lists what was assigned' }).last().click();
  const actions = page.getByTestId('actions-tree').getByRole('treeitem');
  await expect(actions.filter({ hasText: /^GET .*\/default-template\/project\// })).toHaveCount(1);
  await expect(actions.filter({ hasText: 'Expect "toHoldEntries"' })).toHaveCount(1);
  await expect.poll(() => existsSync(join(consumer.folder, 'tracker-output/shared/rules.html'))).toBe(true);
});
