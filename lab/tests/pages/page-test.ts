import { pathToFileURL } from 'node:url';
import { chromium, test as base, expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findChromium } from '../../tools/find-chromium.js';

export interface Looks {
  readonly hash?: string;
  readonly width?: number;
  readonly mayComplain?: RegExp;
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
  'There is no Chromium to open the pages with: `npm run -w lab chromium` installs it, TRACKER_CHROMIUM names one.';

/** The option of Playwright, as source, that opens pages in the Chromium of this machine. */
export function chromiumHere(): string {
  return `launchOptions: { args: ['--no-sandbox'], executablePath: ${JSON.stringify(findChromium(process.env))} }`;
}

/** Opens an address; a request of the page for anything else is a problem. */
export type Visit = (address: string, looks: Looks, isOwn: (url: string) => boolean) => Promise<Page>;

interface PageFixtures {
  readonly visit: Visit;
  readonly openPage: OpenPage;
}

/** Playwright's `test` with a Chromium. A test fails if its pages complain on the console or ask for what is not theirs. */
export const test = base.extend<PageFixtures, { installed: Browser | undefined }>({
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

  visit: async ({ installed }, use) => {
    if (installed === undefined) {
      if (process.env['CI'] !== undefined) throw new Error(missing);
      test.skip(true, missing);
    }
    const browser = installed as Browser;
    const problems: string[] = [];
    const contexts: (() => Promise<void>)[] = [];
    await use(async (address, { width = 1400, mayComplain }, isOwn) => {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      contexts.push(() => context.close());
      const note = (text: string, kind: string): void => {
        if (mayComplain?.test(text) !== true) problems.push(`${kind}: ${text}`);
      };
      context.on('console', (message) => {
        note(message.text(), message.type());
      });
      context.on('weberror', (error) => {
        note(String(error.error()), 'error');
      });
      context.on('request', (request) => {
        if (!isOwn(request.url())) problems.push(`asks for ${request.url()}`);
      });
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    for (const close of contexts) await close();
    expect(problems, 'what pages complained of or asked the network for').toStrictEqual([]);
  },

  openPage: async ({ visit }, use) => {
    await use(async (file, looks = {}) => {
      const address = pathToFileURL(file);
      if (looks.hash !== undefined) address.hash = looks.hash;
      return await visit(address.href, looks, (url) => /^(file|data|blob):/.test(url));
    });
  },
});

/** For every visible text its contrast to the ground behind it, by the formula of WCAG 2. Runs in the page. */
export const contrastsOfText = `(() => {
  const read = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = read(colour).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return read(colour)[3] === 0 && element.parentElement ? ground(element.parentElement) : colour;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  return [...document.querySelectorAll('body *:not(script, option)')]
    .filter((element) => hasText(element) && element.checkVisibility())
    .map((element) => {
      const [light, dark] = [getComputedStyle(element).color, ground(element)].map(luminance).sort((a, b) => b - a);
      return [element.textContent.trim().slice(0, 40), (light + 0.05) / (dark + 0.05)];
    });
})()`;
