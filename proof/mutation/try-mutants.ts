import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { MUTANT_SPECS, PLAN_FILE } from './plan.js';
import { runSpecs } from './run-specs.js';
import type { EndedTest } from './run-specs.js';

/** What became of a mutant. */
export interface TriedMutant {
  /** How many tests ran. */
  readonly ran: number;
  /** The ids of the tests that failed; empty for one that survived. */
  readonly killedBy: readonly string[];
  /** The message of the first of them. */
  readonly message: string;
}

/**
 * Runs, for every mutant, the tests that reach it until one fails: all in one run of Playwright, which loads the specs
 * anew for each mutant. A process for each would take ten times as long.
 *
 * @param tests the tests as they ended without a mutant
 * @returns what became of each, by its id
 */
export async function tryMutants(
  tests: readonly EndedTest[],
  { perTest }: MutantCoverage,
): Promise<ReadonlyMap<string, TriedMutant>> {
  const byMutant = testsByMutant(tests, perTest);
  mkdirSync('test-results', { recursive: true });
  const home = mkdtempSync(join(process.cwd(), 'test-results', 'mutants-'));
  const specs = join(home, 'specs');
  mkdirSync(specs);
  for (const [id, reaching] of byMutant) writeFileSync(join(specs, `${id}.spec.ts`), specOf(id, reaching));
  const plan = join(home, 'plan.json');
  const titles = [...byMutant].map(([id, reaching]) => [id, reaching.map(({ title }) => title)] as const);
  writeFileSync(plan, JSON.stringify(Object.fromEntries(titles)));
  const ended = await runSpecs(home, { [PLAN_FILE]: plan, [MUTANT_SPECS]: specs });
  rmSync(home, { recursive: true, force: true });
  return new Map([...byMutant].map(([id, reaching]) => [id, judge(id, reaching, ended)]));
}

function testsByMutant(
  tests: readonly EndedTest[],
  perTest: MutantCoverage['perTest'],
): ReadonlyMap<string, readonly EndedTest[]> {
  const byMutant = new Map<string, EndedTest[]>();
  for (const test of tests) {
    for (const id of Object.keys(perTest[test.id] ?? {})) byMutant.set(id, [...(byMutant.get(id) ?? []), test]);
  }
  return byMutant;
}

function specOf(id: string, tests: readonly EndedTest[]): string {
  const files = new Set(tests.map(({ file }) => file));
  return [
    `import { test } from '@playwright/test';`,
    `import { noteEnd, switchOn } from '../../../proof/mutation/mutant-switch.js';`,
    ...[...files].map((file) => `import '../../../specs/${file}?${id}';`),
    `test.beforeEach(({}, testInfo) => switchOn('${id}', testInfo));`,
    `test.afterEach(({}, testInfo) => noteEnd('${id}', testInfo));`,
    '',
  ].join('\n');
}

function judge(id: string, reaching: readonly EndedTest[], ended: readonly EndedTest[]): TriedMutant {
  const own = ended.filter(({ file, status }) => basename(file, '.spec.ts') === id && status !== 'skipped');
  const failed = own.filter(({ status }) => status === 'failed');
  const killedBy = failed.flatMap(({ title }) => reaching.find((test) => test.title === title)?.id ?? []);
  return { ran: own.length, killedBy, message: failed[0]?.error ?? '' };
}
