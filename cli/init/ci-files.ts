import { join, relative } from 'node:path';
import type { PackageManager } from './package-manager.js';
import type { SuiteFile } from './write-suite.js';

export const ciKinds = ['github', 'gitlab', 'none'] as const;

export type CiKind = (typeof ciKinds)[number];

/** The names of what Playwright runs. */
export interface SuiteNames {
  readonly config: string;
  readonly specs: string;
  /** The command, without the prefix of a package manager. */
  readonly command: string;
}

/** Where a suite is, for the file that runs it in CI. */
export interface SuitePlace {
  readonly folder: string;
  /** The uppermost folder of its repository, where the file goes. */
  readonly root: string;
  readonly manager: PackageManager;
  readonly names: SuiteNames;
}

/** The file that runs a new suite in CI; its path is from the folder of the suite. */
export function ciFiles(kind: CiKind, { folder, root, manager, names }: SuitePlace): readonly SuiteFile[] {
  const way = relative(root, folder).replaceAll('\\', '/');
  const file = (path: string, text: string): SuiteFile => ({
    path: join(relative(folder, root), path).replaceAll('\\', '/'),
    text,
    ifLeftAlone: () => 'see node_modules/tracker-e2e/docs/ci.md for a job',
  });
  const command = `${manager.run} ${names.command}`;
  switch (kind) {
    case 'github':
      return [file('.github/workflows/tracker-e2e.yml', github(way, manager, command))];
    case 'gitlab':
      return [file('.gitlab-ci.yml', gitlab(way, manager, command))];
    case 'none':
      return [];
  }
}

/** @param way the way from the root of the repository to the suite; empty if the suite is there */
function github(way: string, { name, lockFile, setUp, installLocked }: PackageManager, command: string): string {
  const inFolder = way === '' ? '' : `\n    defaults:\n      run:\n        working-directory: ${yaml(way)}`;
  const lockFiles = way === '' ? '' : `\n          cache-dependency-path: '**/${lockFile}'`;
  return `name: tracker-e2e

on:
  push:
  workflow_dispatch:

env:
  TRACKER_REPORTS: junit,github,markdown
  # Against a tracker. Without the three, the run is on the bundled fake.
  TRACKER_URL: \${{ vars.TRACKER_URL }}
  TRACKER_USERNAME: \${{ vars.TRACKER_USERNAME }}
  TRACKER_PASSWORD: \${{ secrets.TRACKER_PASSWORD }}

jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 30${inFolder}
    steps:
      - uses: actions/checkout@v4
${setUp.map((line) => `      - run: ${line}\n`).join('')}      - uses: actions/setup-node@v4
        with:
          node-version: 22
          cache: ${name}${lockFiles}
      - run: ${installLocked}
      - run: ${command}
      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() }}
        with:
          name: report
          path: ${yaml(below(way, 'tracker-output/'))}
`;
}

function gitlab(way: string, { setUp, installLocked }: PackageManager, command: string): string {
  const script = [...(way === '' ? [] : [`cd ${JSON.stringify(way)}`]), ...setUp, installLocked, command];
  return `# Against a tracker: set TRACKER_URL, TRACKER_USERNAME and TRACKER_PASSWORD (masked) under Settings, CI/CD, Variables.
# Without them the run is on the bundled fake.
tracker-e2e:
  image: node:22
  timeout: 30 minutes
  variables:
    TRACKER_REPORTS: junit,gitlab,markdown
  script:
${script.map((line) => `    - ${line}\n`).join('')}  artifacts:
    when: always
    paths: [${yaml(below(way, 'tracker-output/'))}]
    reports:
      junit: ${yaml(below(way, 'tracker-output/*/junit.xml'))}
      codequality: ${yaml(below(way, 'tracker-output/*/gl-code-quality.json'))}
      metrics: ${yaml(below(way, 'tracker-output/*/metrics.txt'))}
`;
}

function below(way: string, path: string): string {
  return way === '' ? path : `${way}/${path}`;
}

/** A path as YAML, in quotes if it may need them. */
function yaml(path: string): string {
  return /^[\w./-][\w./*-]*$/.test(path) ? path : `'${path.replaceAll("'", "''")}'`;
}
