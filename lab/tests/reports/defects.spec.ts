import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { DefectMatrix } from '../../../contracts/report/defect-matrix.js';
import { knowDefects, readDefectRun } from '../../../reports/know-defects.js';
import { rowOf, sampleMatrix } from './sample-run.js';

const startedAt = '2026-11-20T10:00:00.000Z';
const known = [
  { name: 'DT-02-nothing', rule: 'DT-02', breaks: 'Nothing is answered.' },
  { name: 'DT-02-half', rule: 'DT-02', breaks: 'Half is answered.' },
];
const caughtBy = { title: 'lists', file: 'a.spec.ts', line: 3, message: 'Error: none' };
const run: DefectMatrix = {
  ...{ schemaVersion: 1, mode: 'shared', wide: false, seed: 1, startedAt, durationMs: 5 },
  defects: [
    {
      ...{ name: 'DT-02-nothing', rule: 'DT-02', breaks: 'as it was called then', state: 'caught', ran: 1 },
      ...{ caughtBy: [{ ...caughtBy, rules: ['DT-02'] }], brokeIn: [], unrelated: [] },
    },
  ],
};

test('a rule has its defects, with what became of those the run knows', () => {
  const matrix = sampleMatrix([], { defects: knowDefects(known, run) });
  expect(matrix.defectRun).toEqual({ startedAt, mode: 'shared' });
  expect(rowOf(matrix, 'DT-02').defects).toEqual([
    { name: 'DT-02-nothing', breaks: 'Nothing is answered.', state: 'caught', caughtBy: [caughtBy] },
    { name: 'DT-02-half', breaks: 'Half is answered.' },
  ]);
  expect(rowOf(matrix, 'DT-03').defects).toEqual([]);
});

test('a reporter that was told of no defects says nothing of them', () => {
  expect(sampleMatrix([])).not.toHaveProperty('defectRun');
});

test('a file that is there is read, one that is not there or broken is a sentence', async ({}, testInfo) => {
  const file = testInfo.outputPath('defects.json');
  const none = { missing: 'No run against the defects has been made here: `npm run -w lab defects` makes one.' };
  expect(await readDefectRun(file)).toEqual(none);
  expect(await readDefectRun(undefined)).toEqual(none);
  await writeFile(file, JSON.stringify(run));
  expect(await readDefectRun(file)).toEqual(run);
  await writeFile(file, '{"schemaVersion": 0}');
  expect(await readDefectRun(file)).toEqual({
    missing:
      "The last run against the defects can't be read, or another version wrote it: `npm run -w lab defects` makes one.",
  });
});
