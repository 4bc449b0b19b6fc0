/** Makes the pictures of README.md from the last `npm start`, or from the `rules.html` that is named; `npm run picture`. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './find-chromium.js';
import { photographMatrix } from './photograph-matrix.js';

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
    for (const picture of await photographMatrix(browser, page, folder)) {
      console.log(`${relative(root, picture)}  ${Math.ceil(statSync(picture).size / 1000)} kB`);
    }
  } finally {
    await browser.close();
  }
}
