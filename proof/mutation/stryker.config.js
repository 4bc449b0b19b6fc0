/**
 * Mutation testing of the fake's domain code with the specs as its tests: `npm run mutants`. What survives is a rule
 * that is tested too weakly, or code that serves no rule.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['fake/default-templates/**/*.ts', 'fake/directory-sync/**/*.ts', 'fake/test-management/**/*.ts'],
  // Most of them are the words of refusals, which are no rule.
  mutator: { excludedMutations: ['StringLiteral'] },
  plugins: ['./proof/mutation/playwright-runner.ts'],
  testRunner: 'playwright',
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  // All mutants are tried in what StrykerJS takes for the first run.
  dryRunTimeoutMinutes: 180,
  disableTypeChecks: true,
  tempDirName: 'test-results/stryker',
  ignorePatterns: ['dist', 'test-results', 'reports/output', 'examples'],
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'reports/output/mutation/mutants.html' },
  jsonReporter: { fileName: 'reports/output/mutation/mutants.json' },
  allowEmpty: false,
};
