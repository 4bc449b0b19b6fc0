import { createHash } from 'node:crypto';
import type { StepResult } from '../../../contracts/report/finished-test.js';
import type { Results, TestResultRow } from '../../documents/results.js';
import { outcomeOf as outcomeInRun } from '../../matrix/count-states.js';
import type { Outcome } from '../../matrix/count-states.js';

export interface WantedCase {
  /** The key of a template or a case that tests name, or else the label of the case for a test or a rule. */
  readonly id: string;
  /** Whether the case is managed: made for a test or a rule that names no case. */
  readonly isManaged: boolean;
  readonly title: string;
  readonly outcome: Outcome;
  readonly steps: readonly StepResult[];
  readonly hasSteps: boolean;
  /** Whether the run has finished all steps. */
  readonly isWhole: boolean;
  /** The errors that belong to no step, a text each. */
  readonly errors: readonly string[];
  readonly exchange: string | undefined;
  /** Notes on tests that did not run, with the reason, and on tests that passed only on a retry. */
  readonly remarks: readonly string[];
}

export const caseLabel = 'tracker-e2e.case.';

/** What tests name: the key of a template or a case each, or else the label of their own case. */
export function caseIds({ tests }: Results, by: 'test' | 'rule'): string[] {
  return [...new Set(tests.flatMap((test) => idsOf(test, by).map(({ id }) => id)))];
}

/** The cases that results are about. Two ids of one case of the plan, by `caseOf`, count as one wanted case. */
export function wantedCases({ tests }: Results, by: 'test' | 'rule', caseOf: (id: string) => string): WantedCase[] {
  const groups = new Map<string, CaseId & { readonly tests: Set<TestResultRow> }>();
  for (const test of tests) {
    for (const named of idsOf(test, by)) {
      const group = groups.get(caseOf(named.id)) ?? { ...named, tests: new Set() };
      group.tests.add(test);
      groups.set(caseOf(named.id), group);
    }
  }
  return [...groups.values()].map(({ tests: own, ...named }) => wantedCase(named, [...own], by));
}

interface CaseId {
  readonly id: string;
  readonly title: string;
  /** Why the gate counts the rule as failed. */
  readonly problem?: string | undefined;
}

/** A test that is marked to fail and does shows that its case fails. */
function outcomeOf({ status }: Pick<TestResultRow, 'status'>): Outcome {
  return status === 'expected failure' ? 'failed' : outcomeInRun({ status });
}

/** The ids of the cases of a test. In a plan with a case for each rule, a test that covers no rule has no case. */
function idsOf({ cases, rules, name }: TestResultRow, by: 'test' | 'rule'): CaseId[] {
  if (cases.length > 0) return cases.map((key) => ({ id: key, title: key }));
  if (by === 'test') return [{ id: labelOf(name), title: name }];
  return rules.map(({ id, text, problem }) => ({ id: labelOf(`rule ${id}`), title: `${id} ${text}`, problem }));
}

function labelOf(name: string): string {
  return `${caseLabel}${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

function wantedCase({ id, title, problem }: CaseId, tests: readonly TestResultRow[], by: 'test' | 'rule'): WantedCase {
  const isManaged = id.startsWith(caseLabel);
  const outcomes = tests.map(outcomeOf);
  const own = isManaged && by === 'rule' ? tests.flatMap(asStep) : mergeSteps(tests);
  const hasSteps = own.length > 0;
  const steps = hasSteps || !isManaged ? own : tests.flatMap(asStep);
  const failed = tests.filter((test) => outcomeOf(test) === 'failed');
  const unplaced = failed.filter((test) => !steps.some((step) => step.status === 'failed' && isOf(step, test, tests)));
  return {
    id,
    isManaged,
    title,
    outcome:
      outcomes.includes('failed') || problem !== undefined ? 'failed' : outcomes.includes('passed') ? 'passed' : 'open',
    steps,
    hasSteps,
    isWhole: outcomes.every((outcome) => outcome === 'passed'),
    errors: [
      ...(problem === undefined ? [] : [problem]),
      ...unplaced.map((test) => `${test.title}: ${test.error ?? 'it failed and says no reason'}`),
    ],
    exchange: failed.find(({ exchange }) => exchange !== undefined)?.exchange,
    remarks: tests.flatMap(remarkOf),
  };
}

function isOf(step: StepResult, test: TestResultRow, tests: readonly TestResultRow[]): boolean {
  return (
    tests.length === 1 ||
    step.title === test.title ||
    test.steps.some(({ title, status }) => status === 'failed' && title === step.title)
  );
}

function asStep(test: TestResultRow): StepResult[] {
  const outcome = outcomeOf(test);
  if (outcome === 'open') return [];
  const { title, error } = test;
  return [{ title, status: outcome, ...(outcome === 'failed' && error !== undefined && { error }) }];
}

/** The states of a step in several tests: the first counts. */
const severity: readonly StepResult['status'][] = ['failed', 'skipped', 'open', 'passed'];

/** The steps of several tests of one case, such as a test in two browsers: each once, failed if any test failed it. */
function mergeSteps(tests: readonly TestResultRow[]): StepResult[] {
  const merged = new Map<string, StepResult>();
  for (const { steps } of tests) {
    for (const { key, step } of withOccurrences(steps, ({ title }) => title)) {
      const before = merged.get(key) ?? step;
      merged.set(key, severity.indexOf(step.status) < severity.indexOf(before.status) ? step : before);
    }
  }
  return [...merged.values()];
}

/** Items, each with a key that distinguishes items of the same title. */
export function withOccurrences<Item>(items: readonly Item[], titleOf: (item: Item) => string) {
  const seen = new Map<string, number>();
  return items.map((step) => {
    const title = titleOf(step).trim().replaceAll(/\s+/g, ' ').toLowerCase();
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    return { key: `${title}\n${count}`, step };
  });
}

function remarkOf({ title, status, reason, steps }: TestResultRow): string[] {
  const skipped = steps.filter((step) => step.status === 'skipped').map((step) => `“${step.title}”`);
  if (skipped.length > 0) return [`${title}: ${status}, and skipped ${skipped.join(', ')}`];
  if (status === 'flaky') return [`${title}: passed on a retry`];
  if (outcomeOf({ status }) !== 'open') return [];
  return [`${title}: ${status}${reason === undefined ? '' : `, ${reason}`}`];
}
