/** Makes the pictures of README.md from the last `npm start`, or from the `rules.html` that is named; `npm run picture`. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { findChromium } from './find-chromium.js';

/** The rules of each API that the pictures show. */
const rulesOfEachApi = 2;

/** Hides what the pictures leave out; runs in the page. */
const hideTheRest = `{
  const hide = (elements) => elements.forEach((element) => element.setAttribute('hidden', ''));
  hide(document.querySelectorAll('.trend'));
  document.querySelectorAll('section.rules section.rules').forEach((api) => {
    hide([...api.querySelectorAll('.rule')].slice(${rulesOfEachApi}));
  });
}`;

const root = join(import.meta.dirname, '../..');
const page = process.argv[2] ?? join(root, 'tracker-output/isolated/rules.html');
const executablePath = findChromium(process.env);

if (!existsSync(page)) {
  console.error(`There is no ${page}: run \`npm start\` first, or name the rules.html of a run.`);
  process.exitCode = 1;
} else if (executablePath === undefined) {
  console.error('There is no Chromium: `npm run chromium` installs it, TRACKER_CHROMIUM names one.');
  process.exitCode = 1;
} else {
  const folder = join(root, 'docs/images');
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath });
  try {
    for (const scheme of ['light', 'dark'] as const) {
      const picture = join(folder, `rule-matrix-${scheme}.png`);
      await photograph(browser, page, scheme, picture);
      console.log(`${relative(root, picture)}  ${Math.ceil(statSync(picture).size / 1000)} kB`);
    }
  } finally {
    await browser.close();
  }
}

/** Photographs the verdict, the totals and the first documented rules of each API of a rule matrix. */
async function photograph(browser: Browser, file: string, colorScheme: 'light' | 'dark', path: string): Promise<void> {
  // Wide enough for all cards of the head in one row.
  const viewport = { width: 1100, height: 900 };
  const context = await browser.newContext({ colorScheme, viewport, deviceScaleFactor: 1.3 });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  const height = await showExcerpt(page);
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width: viewport.width, height } });
  await context.close();
}

/** Leaves what the pictures show; where it ends, in pixels from the top. */
async function showExcerpt(page: Page): Promise<number> {
  await page.evaluate(hideTheRest);
  const documented = await page.locator('main > section.rules:not([hidden])').first().boundingBox();
  if (documented === null) throw new Error('The page shows no documented rules.');
  return Math.ceil(documented.y + documented.height) + 16;
}
