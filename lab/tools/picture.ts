/** Makes the pictures of README.md from the last `npm start`, or from the `rules.html` that is named; `npm run picture`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './find-chromium.js';

const root = join(import.meta.dirname, '../..');
const matrix = process.argv[2] ?? join(root, 'tracker-output/isolated/rules.html');
const executablePath = findChromium(process.env);
if (!existsSync(matrix))
  throw new Error(`There is no ${matrix}: run \`npm start\` first, or name the rules.html of a run.`);
if (executablePath === undefined)
  throw new Error('There is no Chromium: `npm run -w lab chromium` installs it, TRACKER_CHROMIUM names one.');

/** Leaves the verdict, the totals and the first two documented rules of each API; runs in the page. */
const hideTheRest = `{
  const later = [...document.querySelectorAll('section.rules section.rules')].flatMap((api) =>
    [...api.querySelectorAll('.rule')].slice(2),
  );
  for (const element of [...document.querySelectorAll('.trend'), ...later]) element.hidden = true;
}`;

const browser = await chromium.launch({ executablePath });
for (const colorScheme of ['light', 'dark'] as const) {
  // Wide enough for all cards of the head in one row.
  const viewport = { width: 1100, height: 900 };
  const page = await browser.newPage({ colorScheme, viewport, deviceScaleFactor: 1.3 });
  await page.goto(pathToFileURL(matrix).href);
  await page.evaluate(hideTheRest);
  const documented = await page.locator('main > section.rules:not([hidden])').first().boundingBox();
  if (documented === null) throw new Error('The page shows no documented rules.');
  const clip = { x: 0, y: 0, width: viewport.width, height: Math.ceil(documented.y + documented.height) + 16 };
  const path = join(root, `docs/images/rule-matrix-${colorScheme}.png`);
  await page.screenshot({ path, fullPage: true, clip });
  console.log(path);
}
await browser.close();
