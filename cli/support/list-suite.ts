import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { annotationTypes } from '../../contracts/index.js';
import type { SuiteTest } from '../../reports/known/check-known.js';
import { playwrightCommand } from './playwright.js';
import { UsageError } from './usage-error.js';

const CONFIGS = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((ending) => `playwright.config.${ending}`);

/** Every test of a suite, as Playwright lists it; undefined if there is no configuration. @throws UsageError */
export function listSuite(config: string): readonly SuiteTest[] | undefined {
  const isFolder = statSync(config, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder ? !CONFIGS.some((name) => existsSync(join(config, name))) : !existsSync(config)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-list-'));
  const file = join(folder, 'tests.json');
  try {
    const args = [playwrightCommand(), 'test', '--config', config, '--list', '--reporter', 'json'];
    const { stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    if (!existsSync(file)) throw unlisted(config, stderr);
    const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
    if (report.errors.length > 0) throw unlisted(config, report.errors[0]?.message ?? '');
    return testsOf(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unlisted(config: string, reason: string): UsageError {
  const [first = ''] = reason.trim().split('\n');
  return new UsageError(`The tests of ${config} can't be listed, so entries can't be compared with them: ${first}`);
}

function testsOf(report: JsonReport): SuiteTest[] {
  const { rootDir, configFile } = report.config;
  const directory = configFile === undefined ? rootDir : dirname(configFile);
  return specsOf(report).flatMap(({ file, path, tags, tests }) =>
    tests.map(({ projectName, annotations }) => ({
      project: projectName,
      file: relative(directory, join(rootDir, file)).split(sep).join('/'),
      title: path,
      rules: tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => /^[A-Z]{2,}-N?\d+$/.test(tag)),
      endpoints: annotations.flatMap(({ type, description = '' }) =>
        type === annotationTypes.endpoint ? [description] : [],
      ),
    })),
  );
}

interface JsonSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly JsonSuite[];
  readonly specs: readonly JsonSpec[];
}

interface JsonSpec {
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly tags: readonly string[];
  readonly tests: readonly {
    readonly projectName: string;
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    readonly results: readonly {
      readonly status: string;
      readonly duration: number;
      readonly error?: { readonly message?: string };
    }[];
  }[];
}

export interface JsonReport {
  readonly config: { readonly rootDir: string; readonly configFile?: string };
  readonly suites: readonly JsonSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

interface PlacedSpec extends JsonSpec {
  readonly file: string;
  readonly path: string;
}

export function specsOf({ suites }: Pick<JsonReport, 'suites'>): PlacedSpec[] {
  return suites.flatMap((suite) => place(suite, suite.file, []));
}

function place({ specs, suites = [] }: JsonSuite, file: string, titles: readonly string[]): PlacedSpec[] {
  return [
    ...specs.map((spec) => ({ ...spec, file, path: [...titles, spec.title].join(' › ') })),
    ...suites.flatMap((suite) => place(suite, file, [...titles, suite.title])),
  ];
}
