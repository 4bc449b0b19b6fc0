import { readFileSync, writeFileSync } from 'node:fs';
import type { SuiteFile } from './write-suite.js';
import { join, relative } from 'node:path';
import { isObject, parseJson } from '../../contracts/find-in-json.js';
import type { PackageManager } from './package-manager.js';

export const alone: SuiteNames = { config: 'playwright.config.ts', specs: 'tests', command: 'playwright test' };

/** The names of a suite beside another one in the same folder. */
export const beside: SuiteNames = {
  config: 'tracker.config.ts',
  specs: 'tracker-tests',
  command: 'playwright test --config tracker.config.ts',
};

export function suiteFiles(
  name: string,
  envExample: string,
  firstSpec: string,
  ci: CiKind,
  place: SuitePlace,
): readonly SuiteFile[] {
  const { config, specs, command } = place.names;
  const scripts = { test: command, typecheck: TYPECHECK };
  return [
    {
      path: 'package.json',
      text: `${JSON.stringify({ name, private: true, type: 'module', scripts }, null, 2)}\n`,
    },
    { path: 'tsconfig.json', text: TSCONFIG, ifLeftAlone: (text) => whatTypesNeed(text, specs) },
    { path: config, text: configText(specs), unless: new RegExp(`^${config.replace('.ts', '')}\\.[cm]?[jt]s$`) },
    { path: `${specs}/first.spec.ts`, text: firstSpec },
    { path: '.env.example', text: envExample },
    { path: '.gitignore', text: IGNORED, ifLeftAlone: whatIsNotIgnored },
    ...ciFiles(ci, place),
  ];
}

/** What a tsconfig.json needs. For CommonJS with other modules TypeScript refuses ES modules (TS1479). */
function whatTypesNeed(text: string, specs: string): string | undefined {
  const [, module] = /"module"\s*:\s*"(node16|node18|commonjs)"/i.exec(text) ?? [];
  const [, included] = /"include"\s*:\s*\[([^\]]*)\]/.exec(text) ?? [];
  const told = [
    module === undefined
      ? undefined
      : `"module" has to be "nodenext" with TypeScript 5.8 or newer, unless package.json has "type": "module": with "${module}", CommonJS can't use ES modules`,
    included === undefined || included.includes(specs)
      ? undefined
      : `its "include" has to name ${specs}, or the new specs are not checked`,
    /"(?:types|extends)"\s*:/.test(text)
      ? undefined
      : '"types": ["node"] is missing, without which TypeScript 7 knows nothing of Node',
  ];
  return told.filter((one) => one !== undefined).join('; ') || undefined;
}

function whatIsNotIgnored(text: string): string | undefined {
  const named = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, '')));
  const missing = IGNORED.trim()
    .split('\n')
    .filter((path) => !named.has(path.replace(/\/$/, '')));
  return missing.length === 0 ? undefined : `it should name ${missing.join(', ')}`;
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "skipLibCheck": true,
    "noEmit": true
  }
}
`;

const configText = (specs: string) => `import { defineConfig } from '@playwright/test';
import { apiOnly, describeTarget, loadSettings, targetConfig } from 'tracker-e2e';
import type { TestFixtures, WorkerFixtures } from 'tracker-e2e';
import { trackerReporters } from 'tracker-e2e/reporters';

// From the environment and .env; without any, the run is on the bundled fake.
const settings = loadSettings();
const target = describeTarget(settings);

export default defineConfig<TestFixtures, WorkerFixtures>({
  testDir: '${specs}',
  fullyParallel: true,
  forbidOnly: !!process.env['CI'],
  ...targetConfig(settings),
  metadata: { target },
  use: apiOnly,
  // A run passes if no test fails and the rules that its tests cover are verified.
  reporter: trackerReporters(settings, target, { gate: 'selected' }),
});
`;

const IGNORED = `node_modules
.env
tracker-output/
test-results/
`;

const PLACEHOLDER = 'no test specified';

const TYPECHECK = 'tsc --noEmit';

type Scripts = Readonly<Record<string, unknown>>;

/** Adds the missing scripts of a suite to a package.json, with the indent of the file. @returns their names */
export function addScripts(file: string, command: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const manifest = parseJson(text.replace(/^\uFEFF/, ''));
  // The package manager will say so.
  if (!isObject(manifest)) return [];
  const scripts = missing((manifest['scripts'] ?? {}) as Scripts, command);
  if (Object.keys(scripts).length === 0) return [];
  const more = { ...manifest, scripts: { ...(manifest['scripts'] as Scripts | undefined), ...scripts } };
  const [, indent = '  '] = /\n([ \t]+)"/.exec(text) ?? [];
  const added = `${JSON.stringify(more, null, indent)}\n`;
  writeFileSync(file, text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added);
  return Object.keys(scripts);
}

function missing(there: Scripts, command: string): Record<string, string> {
  const commands = Object.values(there);
  const has = (pattern: RegExp) => commands.some((one) => typeof one === 'string' && pattern.test(one));
  const { test } = there;
  const isFree = test === undefined || (typeof test === 'string' && test.includes(PLACEHOLDER));
  const name = isFree ? 'test' : 'test:tracker';
  const hasSuite = command === alone.command ? has(/\bplaywright test\b/) : commands.includes(command);
  return {
    ...(!hasSuite && (isFree || there[name] === undefined) && { [name]: command }),
    ...(!has(/\btsc\b/) && there['typecheck'] === undefined && { typecheck: TYPECHECK }),
  };
}

export const ciKinds = ['github', 'gitlab', 'none'] as const;

export type CiKind = (typeof ciKinds)[number];

export interface SuiteNames {
  readonly config: string;
  readonly specs: string;
  /** The command, without the prefix of a package manager. */
  readonly command: string;
}

export interface SuitePlace {
  readonly folder: string;
  /** The uppermost folder of its repository, where the file goes. */
  readonly root: string;
  readonly manager: PackageManager;
  readonly names: SuiteNames;
}

function ciFiles(kind: CiKind, { folder, root, manager, names }: SuitePlace): readonly SuiteFile[] {
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

permissions:
  contents: read

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
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
${setUp.map((line) => `      - run: ${line}\n`).join('')}      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 22
          cache: ${name}${lockFiles}
      - run: ${installLocked}
      - run: ${command}
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        if: \${{ !cancelled() }}
        with:
          name: report
          path: ${yaml(below(way, 'tracker-output/'))}
      - id: page
        uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        if: \${{ !cancelled() }}
        with:
          # As it is, so that the browser opens it.
          path: ${yaml(below(way, 'tracker-output/*/rules.html'))}
          archive: false
          if-no-files-found: ignore
          overwrite: true
      - if: \${{ !cancelled() && steps.page.outputs.artifact-url != '' }}
        env:
          URL: \${{ steps.page.outputs.artifact-url }}
        run: echo "[The rule matrix of this run]($URL)" >> "$GITHUB_STEP_SUMMARY"
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

function yaml(path: string): string {
  return /^[\w./-][\w./*-]*$/.test(path) ? path : `'${path.replaceAll("'", "''")}'`;
}
