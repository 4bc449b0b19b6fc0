import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtModule } from '../built-package.js';
import { demandedRules, specStart } from '../reports/sample-run.js';

const root = join(import.meta.dirname, '../../..');

/** The parts of a small suite other than its tests. */
export interface SmallSuite {
  /** The source of each test file by its name; `test` and `expect` are imported already. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether each run makes an Allure report, which takes a while. Default: a run whose setting ALLURE is `yes` */
  readonly allure?: boolean;
  /** Further properties of the configuration, as source. */
  readonly config?: string;
}

/** Writes a configuration that uses this project's reporters, and specs, into a folder. */
export function writeSmallSuite(folder: string, { files, allure, config = '' }: SmallSuite): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const source = [
    `import { describeTarget, loadSettings } from '${builtModule('fixtures/index.ts')}';`,
    `import { trackerReporters } from '${builtModule('reports/tracker-reporters.ts')}';`,
    'const settings = loadSettings();',
    'const target = describeTarget(settings);',
    `const reporter = trackerReporters(settings, target, { apis: ['default-templates'], allure: ${allure ?? `process.env['ALLURE'] === 'yes'`} });`,
    `export default { testDir: '.', fullyParallel: true, workers: 1, metadata: { target }, reporter, ${config} };`,
  ];
  writeFileSync(join(folder, 'playwright.config.ts'), `${source.join('\n')}\n`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), specStart + text);
}

/** The source of a test that covers rules. */
export function testOf(title: string, rules: readonly string[], body = ''): string {
  const tags = JSON.stringify(rules.map((id) => `@${id}`));
  return `test('${title}', { tag: ${tags} }, ({}, info) => { void info; ${body} });\n`;
}

/** The source of a test that fails. */
export function failingTest(title: string, rules: readonly string[]): string {
  return testOf(title, rules, `expect(1, 'an entry').toBe(2);`);
}

/** The source of a test that covers every rule the gate can ask for, and one that covers all but the last. */
export const [verifiesAll, verifiesAllButLast] = [
  testOf('verifies all', demandedRules),
  testOf('verifies most', demandedRules.slice(0, -1)),
];
