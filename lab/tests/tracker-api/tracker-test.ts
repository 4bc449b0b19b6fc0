import { test as base } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { Fake } from '../../../fake/index.js';
import { worldWithoutTests } from '../world-without-tests.js';
import { Tracker } from './tracker.js';

// What these tests send stays on this machine.
// eslint-disable-next-line no-restricted-syntax -- published clients read the proxy from the environment of the process
Object.assign(process.env, { NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' });

/** Playwright's `test` with a tracker of the bundled world for each test. */
export const test = base.extend<{ tracker: Tracker }, { fake: Fake }>({
  fake: [
    async ({}, use) => {
      const fake = await startFake({ contextPath: null, world: worldWithoutTests });
      await use(fake);
      await fake.close();
    },
    { scope: 'worker' },
  ],
  tracker: async ({ fake }, use) => {
    const tenant = fake.control.open();
    await use(new Tracker(fake.url, tenant));
    tenant.close();
  },
});
