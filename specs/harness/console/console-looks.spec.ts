import { expect } from '@playwright/test';
import { contrastsOfText } from '../pages/contrasts-of-text.js';
import { test } from './console-test.js';

const unbroken = 'x'.repeat(200);
/** Views by what follows the `#`, each with something that it shows when it is complete. */
const views = [
  ['/', 'table'],
  ['/spaces/main/requests', '.requests li'],
  ['/spaces/main/requests/2', '.near'],
  ['/spaces/main/projects/HELP', 'table'],
  ['/spaces/main/templates/7', 'dl'],
  ['/spaces/main/plans/QA-2', 'table'],
  ['/spaces/main/issues/DEMO-3', 'dl'],
  ['/spaces/main/connections/1', 'table'],
] as const;

for (const width of [1400, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a console that is ${width} wide and ${colorScheme} is legible, whatever is in it`, async ({
      start,
      look,
    }) => {
      const watched = await start();
      const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: unbroken, labels: [unbroken] };
      await watched.call('POST', '/rest/api/2/issue', { json: { fields } });
      await watched.call('GET', `/rest/api/2/isue/${unbroken}?${unbroken}=${unbroken}`);
      const page = await look(watched, '', { colorScheme, width });

      for (const [view, sign] of views) {
        await page.evaluate(`location.hash = '${view}'`);
        await expect(page.locator(sign).first()).toBeVisible();
        expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width);
        const contrasts = await page.evaluate<[string, number][]>(contrastsOfText);
        expect(
          contrasts.filter(([, contrast]) => contrast < 4.5),
          view,
        ).toEqual([]);
      }
    });
  }
}
