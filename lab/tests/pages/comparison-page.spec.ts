import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { comparisonPage } from '../../../reports/compare/comparison-page.js';
import { compareMatrices } from '../../../reports/compare/compare-matrices.js';
import { judgedMatrix, sampleAbout, sampleTest } from '../reports/sample-run.js';
import { test } from './page-test.js';

test('the page of several runs filters its rules as that of one run does', async ({ openPage }, testInfo) => {
  const runOf = (version: string, status: 'passed' | 'failed') =>
    judgedMatrix(
      [
        sampleTest({ title: 'first', rules: ['DT-01'], status, error: status === 'failed' ? '2 entries' : undefined }),
        sampleTest({ title: 'users', rules: ['AD-01'] }),
      ],
      { about: { ...sampleAbout, tracker: { ...sampleAbout.tracker, version } } },
    );
  const file = testInfo.outputPath('compared.html');
  writeFileSync(
    file,
    comparisonPage(
      compareMatrices(
        [runOf('9.12.0', 'passed'), runOf('9.13.0', 'failed')].map((matrix, index) => ({
          file: String(index),
          matrix,
        })),
      ),
    ),
  );
  const page = await openPage(file);
  const shown = () => page.locator('.rule:visible .id').allTextContents();
  const all = (await shown()).length;

  await page.getByLabel('Words').fill('DT-01');

  await expect.poll(shown).toEqual(['DT-01']);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await shown()).length).toBe(all);
});
