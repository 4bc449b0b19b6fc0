import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgedMatrixSchema } from '../../../contracts/report/matrix.js';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import type { AllureResult } from '../../../reports/allure/results/shape-steps.js';

/** The rule matrix in the folder of a run's reports. */
export function readMatrix(folder: string): JudgedMatrix {
  return judgedMatrixSchema.parse(JSON.parse(readFileSync(join(folder, 'rules.json'), 'utf8')));
}

/** The results that Allure makes its report of. */
export function readAllureResults(folder: string): AllureResult[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as AllureResult);
}
