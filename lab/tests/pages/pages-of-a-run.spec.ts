import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { builtSuite } from '../built-package.js';
import { writeFiles } from '../cli/command.js';
import { runPlaywright } from '../cli/small-suite.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { test } from './page-test.js';

const defect = 'DT-02-key-answers-nothing';

/** Runs some tests of the real suite, with its real configuration, on a fake that breaks a rule. @returns the folder of its reports */
async function runBroken(testInfo: TestInfo): Promise<string> {
  const reports = testInfo.outputPath('reports');
  const directory = join(reports, 'tried', defect);
  const before = judgedMatrix([sampleTest({ rules: ['DT-01', 'DT-02', 'DT-13'] })]);
  writeFiles(directory, { 'rules.json': JSON.stringify(before) });
  // Sequences cover many rules more.
  const selected = ['--grep', String.raw`@(DT-01|DT-02|DT-13|DT-N05)\b`, '--grep-invert', 'calls in sequence'];
  const args = ['test', '-c', builtSuite, '--output', testInfo.outputPath('results'), ...selected];
  const { exitCode, output } = await runPlaywright(testInfo.outputPath(), args, {
    ...{ TRACKER_OUTPUT: reports, TRACKER_SEED: '5', TRACKER_DEFECT: defect, TRACKER_REPORTS: 'junit' },
  });
  expect(exitCode, output).toBe(1);
  return directory;
}

test('the rule matrix shows the verdict, what has changed, and each rule with its tests, calls and defects; JUnit has the rules of a test', async ({
  openPage,
}, testInfo) => {
  const directory = await runBroken(testInfo);
  const junit = readFileSync(join(directory, 'junit.xml'), 'utf8');
  expect(junit).toContain('name="rule" value="DT-02 Listing a project by its key gives');
  expect(junit).toContain('(default-template.md, Path parameters)');
  expect(junit).not.toMatch(/allure\.|name="_/);

  const page = await openPage(join(directory, 'rules.html'));
  await expect(page.locator('.verdict')).toContainText('tests failed');
  await expect(page.getByText(`Rule matrix of fake (isolated, seed 5, defect ${defect})`)).toBeVisible();
  const [passing, failing] = [page.locator('#DT-01'), page.locator('#DT-02')];

  await test.step('a failing rule is open, with message and bodies, and no command for a fake that is gone', async () => {
    await expect(failing.locator('summary .badge')).toHaveText(['failing']);
    await expect(failing.locator('.tests > li > pre')).toContainText('was to hold exactly 2 entries');
    const last = failing.locator('.exchanges li').last();
    await expect(last.locator('pre')).toBeHidden();
    await last.locator('summary').click();
    await expect(last.locator('pre')).toHaveText('[]');
    await expect(failing.getByText('curl')).toHaveCount(0);
    const again = /^TRACKER_DEFECT=DT-02-key-answers-nothing .*TRACKER_SEED=5 .*npx playwright test .+:\d+$/;
    await expect(failing.locator('.copied pre').first()).toHaveText(again);
  });

  await test.step('another rule opens to its text, its tests, and what these sent and were answered', async () => {
    await expect(passing.locator('.tests').first()).toBeHidden();
    await passing.getByText('Listing a project by its id gives exactly the entries of that project.').click();
    await expect(passing.locator('.tests').first()).toBeVisible();
    await expect(passing.getByText('lists exactly the entries of the project')).toBeVisible();
    const exchanges = passing.getByText(/^\d+ exchanges?$/).first();
    await exchanges.click();
    const exchange = passing.getByText(/^GET \/rest\/api\/it\/1\.0\/default-template\/project\/\d+$/).first();
    await expect(exchange).toBeVisible();
    await expect(passing.locator('.exchanges li').first()).toHaveText(/→\s*200\s*as admin, [\d.]+ ms$/);
    await expect(passing.getByText('To repeat it')).toHaveCount(0);
  });

  await test.step('the defects of a rule are listed with what they break', async () => {
    await expect(failing.locator('.defects li')).toHaveCount(3);
    const sentence = 'A project named by its key is answered with an empty list.';
    await expect(failing.locator('.defects li', { hasText: defect })).toContainText(sentence);
  });

  await test.step('what has changed since the previous run is folded at the top and leads to its rule', async () => {
    const trend = page.locator('.trend');
    await trend.getByRole('heading').click();
    await expect(trend).toContainText(/passed, 0 failed, 0 skipped\s*→\s*now:\s*\d+ passed, 1 failed/);
    const worse = trend.getByRole('listitem').filter({ hasText: 'worse' });
    await expect(worse).toHaveText(['worse 1 rule verified → failing: DT-02']);
    await trend.getByRole('link', { name: 'DT-02' }).click();
    await expect(failing.locator('summary').first()).toBeInViewport();
    await expect(page).toHaveURL(/#DT-02$/);
  });
});
