import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { shrinkPng } from './shrink-png.js';

const schemes = ['light', 'dark'] as const;

/** Wide enough for all cards of the head in one row. */
const width = 1100;

/** Enough for flat colours and the edges of letters. */
const colors = 32;

/** The rules of each API that the pictures show. */
const rulesOfEachApi = 2;

/**
 * Photographs an excerpt of a rule matrix, once light and once dark: the verdict, the totals and the first documented rules
 * of each API.
 *
 * @param browser a Chromium
 * @param file the path of a `rules.html`
 * @param folder where the pictures go, as `rule-matrix-light.png` and `rule-matrix-dark.png`
 * @returns the paths of the pictures
 */
export async function photographMatrix(browser: Browser, file: string, folder: string): Promise<string[]> {
  const pictures: string[] = [];
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, deviceScaleFactor: 1.3 });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    const height = await showExcerpt(page);
    const path = join(folder, `rule-matrix-${colorScheme}.png`);
    const picture = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
    await writeFile(path, shrinkPng(picture, colors));
    await context.close();
    pictures.push(path);
  }
  return pictures;
}

/** Hides what the pictures leave out; runs in the page. */
const hideTheRest = `{
  const hide = (elements) => elements.forEach((element) => element.setAttribute('hidden', ''));
  hide(document.querySelectorAll('.trend'));
  document.querySelectorAll('section.rules section.rules').forEach((api) => {
    hide([...api.querySelectorAll('.rule')].slice(${rulesOfEachApi}));
  });
}`;

/** Leaves what the pictures show; where it ends, in pixels from the top. */
async function showExcerpt(page: Page): Promise<number> {
  await page.evaluate(hideTheRest);
  const documented = await page.locator('main > section.rules').first().boundingBox();
  if (documented === null) throw new Error('The page shows no documented rules.');
  return Math.ceil(documented.y + documented.height) + 16;
}
