import { expect, test } from '@playwright/test';
import { writeReports } from '../../../reports/run/write-reports.js';
import { judgedMatrix, sampleTest } from './sample-run.js';

const directories = { resultsDir: 'none', reportDir: 'none' };

for (const [title, allure, place] of [
  ['without an Allure report says nothing of one', false, undefined],
  ['with one says why it is not new', directories, 'no new report, as the run was interrupted'],
] as const) {
  test(`an interrupted run ${title}`, async ({}, testInfo) => {
    const folder = testInfo.outputPath();
    const matrix = judgedMatrix([sampleTest({ rules: ['DT-13'] })], { status: 'interrupted' });
    const records = { durations: {}, calls: {} };
    const folders = { outputDir: folder, recordsDir: folder, directory: folder, configFile: undefined };

    const { places } = await writeReports(
      { matrix, records },
      { ...folders, tests: [], policy: { rules: 'selected' }, allure },
    );

    expect(places.allure).toBe(place);
  });
}
