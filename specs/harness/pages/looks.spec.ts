import { expect } from '@playwright/test';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { test } from './page-test.js';
import { samplePage } from './sample-page.js';

const unbroken = 'x'.repeat(300);
const body = JSON.stringify({ field: unbroken });
const call = { caller: 'admin', method: 'GET', path: `/rest/${unbroken}`, status: 200, durationMs: 1.5 };
const details = { requestBody: body, responseBody: body, curl: `curl ${unbroken}` };
const hardToFit = sampleTest({
  ...{ rules: ['DT-13'], title: unbroken, status: 'failed', error: unbroken, file: unbroken },
  exchanges: { earlier: 3, kept: [{ ...call, details }] },
});

for (const width of [1400, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a page that is ${width} wide and ${colorScheme} is legible, whatever is on it`, async ({
      openPage,
    }, testInfo) => {
      const file = await samplePage(testInfo, judgedMatrix([hardToFit], { errors: [unbroken] }));
      const page = await openPage(file, { colorScheme, width, hash: 'DT-13' });
      await page.locator('#DT-13 .exchanges li summary').click();
      await expect(page.getByText('To repeat it')).toBeVisible();

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const contrasts = await page.evaluate<[string, number][]>(contrastsOfText);
      expect(contrasts.length).toBeGreaterThan(100);
      expect(contrasts.filter(([, contrast]) => contrast < 4.5)).toEqual([]);
    });
  }
}

/** For every visible text its contrast to the ground behind it, by the formula of WCAG 2. Runs in the page. */
const contrastsOfText = `(() => {
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
