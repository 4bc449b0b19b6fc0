import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf, PLAN_FILE } from './plan.js';
import type { EndedTest, Plan } from './plan.js';
import { runTests } from './run-tests.js';

/** A mutant and the tests that it is tried with. */
export interface Attempt {
  /** The mutant's id. */
  readonly id: string;
  /** Whether it is in code that runs when a module is loaded: it is on from the start, and the only one of its batch. */
  readonly onLoad: boolean;
  /** The names of the tests. */
  readonly tests: readonly string[];
}

/** The outcome of a mutant. */
export interface Tried {
  /** How many tests ran. */
  readonly ran: number;
  /** The test that killed it; undefined for one that survived. */
  readonly killedBy: string | undefined;
  /** The message of the test. */
  readonly message: string;
}

/** The outcome of a batch. */
export interface TriedBatch {
  /** Its mutants by their ids, as far as they could be tried. */
  readonly tried: ReadonlyMap<string, Tried>;
  readonly megabytes: number;
}

/**
 * Tries mutants, each until a test fails, in one run of Playwright, which loads the specs anew for each of them. A process
 * for each would take ten times as long, one process for all more memory than there is.
 *
 * @param home a folder inside the copy
 * @throws Error if the specs can't be loaded, or not even one mutant alone can be tried
 */
export async function tryBatch(copy: string, home: string, attempts: readonly Attempt[]): Promise<TriedBatch> {
  const folder = join(home, 'specs');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { id, tests } of attempts) writeFileSync(join(folder, `${id}.spec.ts`), specOf(id, tests));
  const plan: Plan = { folder, tests: Object.fromEntries(attempts.map(({ id, tests }) => [id, tests])) };
  const planFile = join(home, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const [first] = attempts;
  const onLoad = first?.onLoad === true ? { __STRYKER_ACTIVE_MUTANT__: first.id } : undefined;
  const { tests, endless, errors, done, megabytes } = await runTests(copy, home, { [PLAN_FILE]: planFile, ...onLoad });
  const tried = new Map(
    attempts.flatMap((attempt) => {
      const ended = tests.filter(({ mutant }) => mutant === attempt.id);
      const result = endless?.mutant === attempt.id ? endedBy(endless.begun, ended) : judge(attempt, ended);
      return result === undefined ? [] : [[attempt.id, result] as const];
    }),
  );
  if (tried.size > 0) return { tried, megabytes };
  // Nothing of the tests can be loaded with such a mutant on: they see that something is wrong.
  if (first?.onLoad === true) {
    const message = errors[0]?.split('\n', 1)[0] ?? '';
    return { tried: new Map([[first.id, { ran: 0, killedBy: 'the loading of the specs', message }]]), megabytes };
  }
  if (!done && attempts.length > 1) return { tried, megabytes };
  throw new Error([`No mutant could be tried in ${home}:`, ...errors].join('\n  '));
}

function specOf(id: string, tests: readonly string[]): string {
  const files = new Set(tests.map(fileOf));
  return [
    `import { test } from '@playwright/test';`,
    `import { noteEnd, switchOn } from '../../../lab/proof/mutation/mutant-switch.js';`,
    ...[...files].map((file) => `import '../../../${file}?${id}';`),
    `test.beforeEach(({}, testInfo) => switchOn('${id}', testInfo));`,
    `test.afterEach(({}, testInfo) => noteEnd('${id}', testInfo));`,
    '',
  ].join('\n');
}

function endedBy(test: string, ended: readonly EndedTest[]): Tried {
  return { ran: ended.length + 1, killedBy: test, message: 'It did not end.' };
}

/** @returns undefined if not all of its tests came to an end, and none failed */
function judge({ tests }: Attempt, ended: readonly EndedTest[]): Tried | undefined {
  const ran = ended.filter(({ status }) => status !== 'skipped');
  const failed = ran.find(({ status }) => status === 'failed');
  if (failed !== undefined) return { ran: ran.length, killedBy: failed.ended, message: failed.message };
  const wanted = new Set(tests);
  const ends = ended.filter(({ ended: name }) => wanted.has(name));
  return ends.length < wanted.size ? undefined : { ran: ran.length, killedBy: undefined, message: '' };
}
