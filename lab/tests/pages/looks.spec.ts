import { expect } from '@playwright/test';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { contrastsOfText } from './contrasts-of-text.js';
import { test } from './page-test.js';
import { samplePage } from './sample-page.js';

const unbroken = 'x'.repeat(300);
const body = JSON.stringify({ field: unbroken });
const call = { caller: 'admin', method: 'GET', path: `/rest/${unbroken}`, status: 200, durationMs: 1.5 };
const details = { requestBody: body, responseBody: body, curl: `curl ${unbroken}` };
const hardToFit = sampleTest({
  ...{ rules: ['DT-13'], title: unbroken, status: 'failed', error: unbroken, file: unbroken },
  exchanges: { earlier: 3, kept: [{ ...call, details }], endpoints: [] },
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
