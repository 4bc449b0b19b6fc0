/**
 * The specs that take most of the time of the harness's tests, though they are few: each of their tests runs Playwright, npm
 * or our command in processes of its own, opens a page in Chromium, waits for leases or late calls, matches a whole sandbox, or
 * sends thousands of made-up requests.
 * `npm test` leaves them out; `npm run test:slow` runs them. CI leaves out those with `@release` in their title, which are about
 * what seldom changes.
 */
export const slowSpecs = [
  'cli/ci.spec.ts',
  'cli/fake-command.spec.ts',
  'cli/observe-command.spec.ts',
  'cli/partial-runs.spec.ts',
  'cli/report-commands.spec.ts',
  'cli/run-command.spec.ts',
  'console/console-page.spec.ts',
  'custom-rules/custom-suite.spec.ts',
  'docs/snippets.spec.ts',
  'doctor/forecast.spec.ts',
  'fake/open-questions.spec.ts',
  'fixtures/isolated-runs.spec.ts',
  'fixtures/shared-runs.spec.ts',
  'outage/outage-run.spec.ts',
  'package/suites.spec.ts',
  'pages/rule-matrix.spec.ts',
  'property/properties.spec.ts',
  'property/suite.spec.ts',
  'reports/allure.spec.ts',
  'reports/runs.spec.ts',
  'results/publish-runs.spec.ts',
  'secrets/secrets.spec.ts',
  'sweep/unanswered-calls.spec.ts',
  'wire/runs.spec.ts',
] as const;
