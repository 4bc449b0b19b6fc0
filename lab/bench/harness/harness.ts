import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFake } from '../../../fake/index.js';
import { buildPackage } from '../build-package.js';
import { formatCosts, formatRatio, interleave, ratioOf } from '../interleave.js';
import { bareSpec, bareWorld, subjectConfig, subjectSpec } from './specs.js';

const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const FOLDER = join('tracker-output', 'lab', 'bench-harness');
const FILES = 10;
const TESTS_PER_FILE = 30;
const ROUNDS = 5;

/** The same tests of three requests each, with our fixtures and in bare Playwright with its `request` fixture. */
export async function harness(): Promise<void> {
  buildPackage();
  const fake = await startFake({ world: bareWorld(FILES * TESTS_PER_FILE) });
  writeSuites(fake.url);
  console.log(`${FILES * TESTS_PER_FILE} tests of three requests each, start of Playwright included`);
  for (const workers of [1, 2]) {
    const measures = { subject: () => wallTime('subject', workers), bare: () => wallTime('bare', workers) };
    const costs = await interleave(measures, ROUNDS);
    console.log(`  ${workers === 1 ? 'one worker' : `${workers} workers`}`);
    console.log(`    our fixtures     ${formatCosts(costs.subject, 0)}`);
    console.log(`    bare Playwright  ${formatCosts(costs.bare, 0)}`);
    console.log(`    tracker-e2e takes ${formatRatio(ratioOf(costs.subject, costs.bare))} times as long`);
  }
  await fake.close();
  rmSync(FOLDER, { recursive: true });
}

function writeSuites(url: string): void {
  const write = (suite: string, name: string, text: string) => {
    mkdirSync(join(FOLDER, suite), { recursive: true });
    writeFileSync(join(FOLDER, suite, name), text);
  };
  for (let file = 0; file < FILES; file += 1) {
    const places = Array.from({ length: TESTS_PER_FILE }, (_, index) => file * TESTS_PER_FILE + index);
    write('subject', `entries-${file}.spec.ts`, subjectSpec(places));
    write('bare', `entries-${file}.spec.ts`, bareSpec(places, url));
  }
  write('subject', 'playwright.config.ts', subjectConfig);
  write('bare', 'playwright.config.ts', "export default { outputDir: 'out', respectGitIgnore: false };\n");
  for (const suite of ['subject', 'bare']) write(suite, 'package.json', '{ "type": "module" }\n');
  installInto(join(FOLDER, 'subject'));
}

/** Puts the package into `node_modules`, as its users have it: Playwright compiles and maps all other code. */
function installInto(folder: string): void {
  const target = join(folder, 'node_modules/tracker-e2e');
  for (const part of ['package.json', 'dist']) cpSync(part, join(target, part), { recursive: true });
}

async function wallTime(suite: string, workers: number): Promise<number> {
  const args = [PLAYWRIGHT, 'test', '-c', join(FOLDER, suite), `--workers=${workers}`];
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: withoutSettings() });
  const took = performance.now() - started;
  if (!stdout.includes(`${FILES * TESTS_PER_FILE} passed`)) throw new Error(`Not every test passed: ${stdout}`);
  return took;
}

/** Each suite runs on its bundled fake: no settings of the environment apply. */
function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_')));
}
