import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { schema } from '@stryker-mutator/api/core';
import { ROOT } from '../playwright/root.js';
import type { Judged, JudgedMutant } from './judge-mutants.js';
import { LEAST_SCORE } from './render-mutants.js';

/** Writes `mutants.json`, in the format of StrykerJS, and `mutants.html`, its page for it. */
export function writeReport(folder: string, { mutants }: Judged): void {
  const files = [...new Set(mutants.map(({ file }) => file))];
  const report: schema.MutationTestResult = {
    schemaVersion: '2',
    thresholds: { high: LEAST_SCORE, low: LEAST_SCORE },
    files: Object.fromEntries(
      files.map((file) => [
        file,
        {
          language: 'typescript',
          source: readFileSync(join(ROOT, file), 'utf8'),
          mutants: mutants.filter((mutant) => mutant.file === file).map(toResult),
        },
      ]),
    ),
  };
  const json = JSON.stringify(report);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mutants.json'), json);
  writeFileSync(join(folder, 'mutants.html'), pageOf(json));
}

const statuses = { killed: 'Killed', survived: 'Survived', equivalent: 'Ignored', open: 'Pending' } as const;

function toResult(mutant: JudgedMutant): schema.MutantResult {
  const { id, mutator, replacement, location, state, reason, killedBy, message, ran } = mutant;
  const statusReason = reason ?? (killedBy === undefined ? '' : `${killedBy}: ${message}`);
  return {
    id,
    mutatorName: mutator,
    replacement,
    location,
    status: statuses[state],
    statusReason,
    testsCompleted: ran,
  };
}

function pageOf(json: string): string {
  const script = fileURLToPath(import.meta.resolve('mutation-testing-elements/dist/mutation-test-elements.js'));
  return [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Mutants</title>',
    `<script>${readFileSync(script, 'utf8')}</script></head>`,
    '<body><mutation-test-report-app></mutation-test-report-app>',
    `<script>document.querySelector('mutation-test-report-app').report = ${json.replaceAll('<', String.raw`\u003c`)};</script>`,
    '</body></html>',
    '',
  ].join('\n');
}
