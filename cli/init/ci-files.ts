import type { SuiteFile } from './suite-file.js';

/** Whose CI a suite is run by; `none` for a suite that is not. */
export const ciKinds = ['github', 'gitlab', 'none'] as const;

export type CiKind = (typeof ciKinds)[number];

/** The file that runs a new suite in CI. */
export function ciFiles(kind: CiKind): readonly SuiteFile[] {
  switch (kind) {
    case 'github':
      return [{ path: '.github/workflows/tracker-e2e.yml', text: GITHUB }];
    case 'gitlab':
      return [
        { path: '.gitlab-ci.yml', text: GITLAB, ifLeftAlone: 'see node_modules/tracker-e2e/docs/ci.md for a job' },
      ];
    case 'none':
      return [];
  }
}

const GITHUB = `name: tracker-e2e

on:
  push:
  workflow_dispatch:

env:
  TRACKER_REPORTS: junit,github
  # Against a tracker. Without the three, the run is on the bundled fake.
  TRACKER_URL: \${{ vars.TRACKER_URL }}
  TRACKER_USERNAME: \${{ vars.TRACKER_USERNAME }}
  TRACKER_PASSWORD: \${{ secrets.TRACKER_PASSWORD }}

jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
          cache: npm
      - run: npm ci
      - run: npx playwright test
      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() }}
        with:
          name: report
          path: reports/output/
`;

const GITLAB = `# Against a tracker: set TRACKER_URL, TRACKER_USERNAME and TRACKER_PASSWORD (masked) under Settings, CI/CD, Variables.
# Without them the run is on the bundled fake.
tracker-e2e:
  image: node:22
  timeout: 30 minutes
  variables:
    TRACKER_REPORTS: junit
  script:
    - npm ci
    - npx playwright test
  artifacts:
    when: always
    paths: [reports/output/]
    reports:
      junit: reports/output/*/junit.xml
`;
