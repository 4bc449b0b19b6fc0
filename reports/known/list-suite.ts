import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { annotationTypes } from '../../contracts/report/annotations.js';
import { descriptionsIn } from '../find-annotations.js';
import type { SuiteTest } from './check-known.js';

/** Every test of a suite, as Playwright lists it, or a sentence that says why it can't. @param command its script */
export function listSuite(command: string, config: string): readonly SuiteTest[] | string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-list-'));
  const file = join(folder, 'tests.json');
  try {
    const args = [command, 'test', '--config', config, '--list', '--reporter', 'json'];
    const { stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    if (!existsSync(file)) return unlisted(config, stderr);
    const report = JSON.parse(readFileSync(file, 'utf8')) as JSONReport;
    return report.errors.length > 0 ? unlisted(config, report.errors[0]?.message ?? '') : testsOf(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unlisted(config: string, reason: string): string {
  const [first = ''] = stripVTControlCharacters(reason).trim().split('\n');
  return `The tests of ${config} can't be listed, so entries can't be compared with them: ${first || 'Playwright says no reason'}`;
}

function testsOf(report: JSONReport): SuiteTest[] {
  const { rootDir, configFile } = report.config;
  const directory = configFile === undefined ? rootDir : dirname(configFile);
  return specsOf(report).flatMap(({ file, path, tags, tests }) =>
    tests.map(({ projectName, annotations }) => ({
      project: projectName,
      file: relative(directory, join(rootDir, file)).split(sep).join('/'),
      title: path,
      rules: tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => /^[A-Z]{2,}-N?\d+$/.test(tag)),
      endpoints: descriptionsIn(annotations, annotationTypes.endpoint),
    })),
  );
}

/** Every test of a report, with its file, and the titles of its describe blocks and its own, joined by ` › `. */
export function specsOf({ suites }: Pick<JSONReport, 'suites'>) {
  return suites.flatMap((suite) => place(suite, suite.file, []));
}

function place(
  { specs, suites = [] }: JSONReportSuite,
  file: string,
  titles: readonly string[],
): (JSONReportSpec & { readonly path: string })[] {
  return [
    ...specs.map((spec) => ({ ...spec, file, path: [...titles, spec.title].join(' › ') })),
    ...suites.flatMap((suite) => place(suite, file, [...titles, suite.title])),
  ];
}
