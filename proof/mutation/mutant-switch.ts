import { readFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { PLAN_FILE, titleOf } from './plan.js';
import type { Plan } from './plan.js';

/** How often one test may come by the mutant that is switched on: a loop that has lost its end goes on for ever. */
const HIT_LIMIT = 100_000;

/** What StrykerJS's instrumented code reads. */
interface StrykerGlobal {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
}

const stryker = ((globalThis as { __stryker__?: StrykerGlobal }).__stryker__ ??= {});
const plan = JSON.parse(readFileSync(process.env[PLAN_FILE] ?? '', 'utf8')) as Plan;
const wanted = new Map(Object.entries(plan).map(([id, tests]) => [id, new Set(tests)]));
const killed = new Set<string>();

/** Switches a mutant on for a test; one that does not reach it, or comes after one that has killed it, is skipped. */
export function switchOn(mutant: string, testInfo: TestInfo): void {
  testInfo.skip(killed.has(mutant) || wanted.get(mutant)?.has(titleOf(testInfo.titlePath)) !== true);
  Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit: HIT_LIMIT });
}

/** Notes that a test has killed its mutant. */
export function noteEnd(mutant: string, { status }: TestInfo): void {
  if (status !== 'passed' && status !== 'skipped') killed.add(mutant);
}
