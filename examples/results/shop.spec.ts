import { expect, test } from '@playwright/test';
import { testCase } from 'tracker-e2e/results';

const shop = new URL('shop.html', import.meta.url).href;

test.describe('the shop', () => {
  // QA-12 is a test case template of the tracker, with the steps “Open the shop”, “Add a book” and “Pay”.
  test('takes cards', testCase('QA-12'), async ({ page }) => {
    await test.step('Open the shop', () => page.goto(shop));

    await test.step('Add a book', () => page.getByRole('button', { name: 'Add a book' }).click());

    await test.step('Pay', async () => {
      await page.getByRole('button', { name: 'Pay by card' }).click();
      await expect(page.getByRole('alert')).toHaveText('Paid 1 by card');
    });
  });

  // Without a test case it gets one of its own, with these steps.
  test('counts what is in the basket', async ({ page }) => {
    await test.step('Open the shop', () => page.goto(shop));

    await test.step('Add two books', () => page.getByRole('button', { name: 'Add a book' }).click({ clickCount: 2 }));

    await test.step('Look at the basket', () => expect(page.getByText('Basket: 2')).toBeVisible());
  });

  test.fixme('takes invoices', async ({ page }) => {
    await test.step('Open the shop', () => page.goto(shop));

    await test.step('Pay', async () => {
      await page.getByRole('button', { name: 'Pay by invoice' }).click();
      await expect(page.getByRole('alert')).toHaveText('Paid 1 by invoice');
    });
  });
});
