import type { AddressInfo } from 'node:net';
import { mergeTests, test as pageTest } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expect, test as trackerTest } from 'tracker-e2e';
import { createBugApp } from './bug-app.js';

/** The form, as page tests use it; this knows nothing of a tracker. */
class BugForm {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async report(summary: string): Promise<string> {
    await this.#page.getByLabel('What happened?').fill(summary);
    await this.#page.getByRole('button', { name: 'Send' }).click();
    const said = this.#page.getByRole('status');
    await expect(said).not.toBeEmpty();
    return said.innerText();
  }

  bugs(): Promise<string[]> {
    return this.#page.getByRole('listitem').allInnerTexts();
  }
}

const formTest = pageTest.extend<{ bugForm: BugForm }>({
  bugForm: ({ page }, use) => use(new BugForm(page)),
});

const appTest = trackerTest.extend<{ appUrl: string }>({
  appUrl: async ({ tracker, projects }, use) => {
    const project = await projects.provide({ issueTypes: 1 });
    const app = createBugApp({
      trackerUrl: tracker.baseUrl,
      authorization: tracker.administrator.authorization ?? '',
      projectId: project.id,
      issueTypeId: project.issueTypes[0].id,
    });
    await new Promise<void>((listens) => app.listen(0, '127.0.0.1', listens));
    const { port } = app.address() as AddressInfo;
    await use(`http://127.0.0.1:${String(port)}`);
    app.closeAllConnections();
    app.close();
  },
});

const test = mergeTests(appTest, formTest);

test('a bug that a visitor reports is in the tracker', async ({ page, appUrl, bugForm, trackerApi, tracker }) => {
  await page.goto(appUrl);

  const said = await bugForm.report('The basket is empty');

  const [, key = ''] = /^Thank you: (.+)$/.exec(said) ?? [];
  await tracker.owns(key);
  const { data } = await trackerApi.getIssue({ issueIdOrKey: key });
  expect(data.fields['summary']).toBe('The basket is empty');
});

test('the page shows a bug as the tracker has it now', async ({ page, appUrl, bugForm, trackerApi, tracker }) => {
  await page.goto(appUrl);
  const [, key = ''] = /^Thank you: (.+)$/.exec(await bugForm.report('The basket is empty')) ?? [];
  await tracker.owns(key);

  await trackerApi.editIssue({ issueIdOrKey: key, body: { fields: { summary: 'The basket loses a book' } } });
  await page.reload();

  await expect.poll(() => bugForm.bugs()).toStrictEqual([`${key} The basket loses a book`]);
});

test('a visitor is told if the tracker takes no bug', async ({ page, appUrl, bugForm }) => {
  await page.goto(appUrl);

  expect(await bugForm.report('x'.repeat(300))).toBe('Please try again later');
  expect(await bugForm.bugs()).toStrictEqual([]);
});
