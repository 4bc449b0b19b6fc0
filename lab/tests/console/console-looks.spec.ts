import { expect } from '@playwright/test';
import { contrastsOfText } from '../pages/contrasts-of-text.js';
import { test } from './console-test.js';

/** In how many lines the count is, and what of the filters it lies upon. */
const roomOfCount = `(() => {
  const output = document.querySelector('output');
  const own = output.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(output);
  const overlaps = [...document.querySelectorAll('.filters :is(input, select, button)')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
  });
  return { lines: range.getClientRects().length, overlaps: overlaps.map((one) => one.outerHTML) };
})()`;
const unbroken = 'x'.repeat(200);
/** Views by what follows the `#`, each with something that it shows when it is complete. */
const views = [
  ['/tenants', 'table'],
  ['/tenants/main/requests', '.requests li'],
  ['/tenants/main/requests/2', '.near'],
  ['/tenants/main/projects/HELP', 'table'],
  ['/tenants/main/templates/7', 'dl'],
  ['/tenants/main/plans/QA-2', 'table'],
  ['/tenants/main/issues/DEMO-3', 'dl'],
  ['/tenants/main/connections/1', 'table'],
  ['/tenants/main/faults', 'table'],
] as const;

for (const width of [1400, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a console that is ${width} wide and ${colorScheme} is legible, whatever is in it`, async ({
      start,
      look,
    }) => {
      const watched = await start();
      const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: unbroken, labels: [unbroken] };
      watched.main.addFault({ kind: 'stub', path: `/${unbroken}`, json: { [unbroken]: unbroken } });
      await watched.call('POST', '/rest/api/2/issue', { json: { fields } });
      await watched.call('GET', `/rest/api/2/isue/${unbroken}?${unbroken}=${unbroken}`);
      const page = await look(watched, '', { colorScheme, width });

      for (const [view, sign] of views) {
        await page.evaluate(`location.hash = '${view}'`);
        await expect(page.locator(sign).first()).toBeVisible();
        await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
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

for (const width of [390, 900, 1400]) {
  test(`the count of a full journal has room beside the filters at ${width} pixels`, async ({ start, look }) => {
    const watched = await start();
    for (let made = 0; made < 1_200; made += 1) await watched.call('GET', `/rest/api/2/serverInfo?call=${made}`);
    const page = await look(watched, '#/tenants/main/requests?words=serverInfo&status=200&failed=on', { width });
    const count = page.locator('output');
    await expect(count).toHaveText('0 of 1,000 requests');
    await page.getByLabel('failed only').uncheck();
    await page.getByRole('searchbox').fill('call=1');
    await expect(count).toHaveText('200 of 1,000 requests');

    const { lines, overlaps } = await page.evaluate<{ lines: number; overlaps: string[] }>(roomOfCount);
    expect({ lines, overlaps }).toEqual({ lines: 1, overlaps: [] });
  });
}
