import { pathToFileURL } from 'node:url';
import { chromium, test as base, expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findChromium } from '../../../tools/find-chromium.js';

/** How a page is looked at. */
export interface Looks {
  /** What follows the `#` of the address. */
  readonly hash?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

/** Opens a file as a person does, by its `file:` address. */
export type OpenPage = (file: string, looks?: Looks) => Promise<Page>;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // What a page asks the network for is seen, and goes nowhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

const missing =
  'There is no Chromium to open the pages with: `npm run chromium` installs it, TRACKER_CHROMIUM names one.';

/** Playwright's `test` with a Chromium. A test fails if its pages complain on the console or ask for anything but files. */
export const test = base.extend<{ openPage: OpenPage }, { installed: Browser | undefined }>({
  installed: [
    async ({}, use) => {
      const executablePath = findChromium(process.env);
      if (executablePath === undefined && process.env['CI'] === undefined) process.stderr.write(`\n${missing}\n`);
      const browser = executablePath === undefined ? undefined : await chromium.launch({ executablePath, args: flags });
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker' },
  ],

  openPage: async ({ installed }, use) => {
    if (installed === undefined) {
      if (process.env['CI'] !== undefined) throw new Error(missing);
      test.skip(true, missing);
    }
    const browser = installed as Browser;
    const complaints: string[] = [];
    const contexts: (() => Promise<void>)[] = [];
    await use(async (file, { hash, colorScheme = 'light', width = 1400 } = {}) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      contexts.push(() => context.close());
      context.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('request', (request) => {
        const url = request.url();
        if (!/^(file|data|blob):/.test(url)) complaints.push(`asks for ${url}`);
      });
      const page = await context.newPage();
      const address = pathToFileURL(file);
      if (hash !== undefined) address.hash = hash;
      await page.goto(address.href);
      return page;
    });
    for (const close of contexts) await close();
    expect(complaints, 'what pages complained of or asked the network for').toEqual([]);
  },
});
