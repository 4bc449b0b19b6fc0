import { mergeTests } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startTest } from '../fake/fake-test.js';
import type { Started } from '../fake/fake-test.js';
import { test as pageTest } from '../pages/page-test.js';
import type { Looks } from '../pages/page-test.js';

/** Playwright's `test` with fakes, and a Chromium in which their console can be looked at. */
export const test = mergeTests(startTest, pageTest).extend<{
  look: (started: Started, hash?: string, looks?: Looks) => Promise<Page>;
}>({
  look: async ({ visit }, use) => {
    await use(({ fake }, hash = '', looks = {}) =>
      visit(`${fake.url}/${hash}`, looks, (url) => url.startsWith(`${fake.url}/`) || url === 'data:,'),
    );
  },
});
