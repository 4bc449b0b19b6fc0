/** The reporter that takes results to a test plan, and how a test names its test case. */
export { default } from './results-reporter.js';
export type { ResultsReporterOptions } from './results-reporter.js';
export type { PublishChoice } from './publish/publish-choice.js';
export { testCase } from './test-case.js';
