import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readDurations, writeDurations } from '../../../reports/durations.js';
import { sampleTest } from './sample-run.js';

test('durations of several runs are kept side by side, the last of each test', ({}, testInfo) => {
  const folder = testInfo.outputPath('shared');
  const one = { file: 'specs/a.spec.ts', title: 'GET /a › lists' };
  writeDurations(folder, [sampleTest({ ...one, durationMs: 40.4 }), sampleTest({ title: 'other', durationMs: 7 })]);

  writeDurations(folder, [sampleTest({ ...one, durationMs: 60 })]);

  expect(readDurations(folder)).toEqual({ 'specs/a.spec.ts:GET /a › lists': 60, 'specs/sample.spec.ts:other': 7 });
});

test('a test that did not run says nothing of how long it takes', ({}, testInfo) => {
  const folder = testInfo.outputPath('shared');
  writeDurations(folder, [sampleTest({ title: 'a', durationMs: 7 })]);

  writeDurations(folder, [
    sampleTest({ title: 'a', status: 'not run', durationMs: 2 }),
    sampleTest({ title: 'b', status: 'skipped', durationMs: 0 }),
    sampleTest({ title: 'c', status: 'not available', durationMs: 3 }),
  ]);

  expect(readDurations(folder)).toEqual({ 'specs/sample.spec.ts:a': 7, 'specs/sample.spec.ts:c': 3 });
});

for (const text of ['{"a": ', '{"a": "long"}', '[]']) {
  test(`a file that holds ${text} tells nothing, and is replaced`, ({}, testInfo) => {
    const folder = testInfo.outputDir;
    writeDurations(folder, [sampleTest({ title: 'a' })]);
    writeFileSync(join(folder, 'durations.json'), text);

    const before = readDurations(folder);
    writeDurations(folder, [sampleTest({ title: 'b', durationMs: 5 })]);

    expect([before, readDurations(folder)]).toEqual([{}, { 'specs/sample.spec.ts:b': 5 }]);
  });
}
