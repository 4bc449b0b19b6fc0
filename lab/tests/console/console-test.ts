import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { mergeTests } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { Fake, FakeOptions, TenantControl } from '../../../fake/index.js';
import { sender } from '../fake/fake-test.js';
import type { Send } from '../fake/fake-test.js';
import { test as pageTest } from '../pages/page-test.js';
import type { Looks } from '../pages/page-test.js';

/** A fake of one test alone. */
export interface Watched {
  readonly fake: Fake;
  /** The tenant that is open from the start. */
  readonly main: TenantControl;
  /** Calls the server; paths start at its root. */
  readonly call: Send;
  /** Calls the control API; paths start behind `/control`. */
  readonly control: Send;
}

const fakeTest = base.extend<{ start: (options?: FakeOptions) => Promise<Watched> }>({
  start: async ({}, use) => {
    const fakes: Fake[] = [];
    await use(async (options) => {
      const fake = await startFake(options);
      fakes.push(fake);
      return {
        fake,
        main: fake.control.tenant('main'),
        call: sender(fake.url),
        control: (method, path, sent) => sender(`${fake.url}/control`)(method, path, { authorization: null, ...sent }),
      };
    });
    for (const fake of fakes) await fake.close();
  },
});

/** Playwright's `test` with fakes, and a Chromium in which their console can be looked at. */
export const test = mergeTests(fakeTest, pageTest).extend<{
  look: (watched: Watched, hash?: string, looks?: Looks) => Promise<Page>;
}>({
  look: async ({ visit }, use) => {
    await use(({ fake }, hash = '', looks = {}) =>
      visit(`${fake.url}/${hash}`, looks, (url) => url.startsWith(`${fake.url}/`) || url === 'data:,'),
    );
  },
});
