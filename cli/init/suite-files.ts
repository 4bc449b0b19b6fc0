import { suiteScripts } from './add-scripts.js';
import { ciFiles } from './ci-files.js';
import type { CiKind, SuitePlace } from './ci-files.js';
import type { SuiteFile } from './suite-file.js';

/**
 * The files of a new suite.
 *
 * @param name the name of its package
 * @param envExample the text of `.env.example`
 * @param firstSpec the text of its spec
 */
export function suiteFiles(
  name: string,
  envExample: string,
  firstSpec: string,
  ci: CiKind,
  place: SuitePlace,
): readonly SuiteFile[] {
  return [
    {
      path: 'package.json',
      text: `${JSON.stringify({ name, private: true, type: 'module', scripts: suiteScripts }, null, 2)}\n`,
    },
    { path: 'tsconfig.json', text: TSCONFIG, ifLeftAlone: whatCommonJsNeeds },
    { path: 'playwright.config.ts', text: CONFIG, unless: /^playwright\.config\.[cm]?[jt]s$/ },
    { path: 'tests/first.spec.ts', text: firstSpec },
    { path: '.env.example', text: envExample },
    { path: '.gitignore', text: IGNORED, ifLeftAlone: whatIsNotIgnored },
    ...ciFiles(ci, place),
  ];
}

/** In CommonJS other kinds of modules refuse a package of ES modules (TS1479), which Node 20.19 and newer can require. */
function whatCommonJsNeeds(text: string): string | undefined {
  const [, module] = /"module"\s*:\s*"(node16|node18|commonjs)"/i.exec(text) ?? [];
  return module === undefined
    ? undefined
    : `"module" has to be "nodenext" with TypeScript 5.8 or newer, unless package.json has "type": "module": with "${module}", CommonJS can't use ES modules`;
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

const CONFIG = `import { defineConfig } from '@playwright/test';
import { apiOnly, describeTarget, loadSettings, targetConfig } from 'tracker-e2e';
import type { TestFixtures, WorkerFixtures } from 'tracker-e2e';
import { trackerReporters } from 'tracker-e2e/reporters';

// From the environment and .env; without any, the run is on the bundled fake.
const settings = loadSettings();
const target = describeTarget(settings);

export default defineConfig<TestFixtures, WorkerFixtures>({
  testDir: 'tests',
  fullyParallel: true,
  ...targetConfig(settings),
  metadata: { target },
  use: apiOnly,
  // A run passes if no test fails and the rules that its tests cover are verified.
  reporter: trackerReporters(settings, target, { gate: 'selected' }),
});
`;

const IGNORED = `node_modules
.env
reports/output/
test-results/
`;
