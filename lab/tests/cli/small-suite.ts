import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { judgedMatrixSchema } from '../../../reports/documents/matrix.js';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import type { AllureResult } from '../../../reports/allure/results/describe-result.js';
import { builtModule } from '../built-package.js';
import { execute, root } from '../fixtures/run-specs.js';
import { demandedRules, specStart } from '../reports/sample-run.js';
import { writeFiles } from './command.js';

export interface SmallSuite {
  readonly files: Readonly<Record<string, string>>;
  /** The first line of each spec. Default: imports `test` and `expect` of Playwright, whose tests call every endpoint */
  readonly start?: string;
  /** Whether each run makes an Allure report, which takes a while. Default: a run whose setting ALLURE is `yes` */
  readonly allure?: boolean;
  /** Further properties of the configuration, as source; `apiOnly` is imported, and `reporter` and `target` are there. */
  readonly config?: string;
}

export function writeSmallSuite(folder: string, { files, start = specStart, allure, config = '' }: SmallSuite): void {
  const source = [
    `import { apiOnly, describeTarget, loadSettings, targetConfig } from '${builtModule('fixtures/index.ts')}';`,
    `import { trackerReporters } from '${builtModule('reports/tracker-reporters.ts')}';`,
    'const settings = loadSettings();',
    'const target = describeTarget(settings);',
    `const reporter = trackerReporters(settings, target, { apis: ['default-templates'], allure: ${allure ?? `process.env['ALLURE'] === 'yes'`} });`,
    `export default { testDir: '.', fullyParallel: true, workers: 1, ...targetConfig(settings), metadata: { target }, reporter, ${config} };`,
  ];
  mkdirSync(folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) symlinkSync(join(root, 'node_modules'), modules, 'junction');
  writeFiles(folder, { 'package.json': '{"type": "module"}', 'playwright.config.ts': `${source.join('\n')}\n` });
  for (const [name, text] of Object.entries(files)) {
    writeFiles(folder, { [name]: (name.endsWith('.spec.ts') ? start : '') + text });
  }
}

export function runPlaywright(cwd: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return execute([playwrightCommand(), ...args], cwd, settings);
}

export function readMatrix(folder: string): JudgedMatrix {
  return judgedMatrixSchema.parse(JSON.parse(readFileSync(join(folder, 'rules.json'), 'utf8')));
}

export function readAllureResults(folder: string): AllureResult[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as AllureResult);
}

export function testOf(title: string, rules: readonly string[], body = 'expect(info.title).toBe(info.title);'): string {
  const tags = JSON.stringify(rules.map((id) => `@${id}`));
  return `test('${title}', { tag: ${tags} }, ({}, info) => { void info; ${body} });\n`;
}

export function failingTest(title: string, rules: readonly string[]): string {
  return testOf(title, rules, `expect(1, 'an entry').toBe(2);`);
}

export const [verifiesAll, verifiesAllButLast] = [
  testOf('verifies all', demandedRules),
  testOf('verifies most', demandedRules.slice(0, -1)),
];
