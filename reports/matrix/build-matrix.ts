import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { Matrix, RuleRow } from '../../contracts/report/matrix.js';
import type { DefectRun, RuleDefect } from '../../contracts/report/rule-defect.js';
import type { RunTarget } from '../../contracts/report/run-target.js';
import { furnishedApis } from '../../contracts/rules/furnished.js';
import { rules } from '../../contracts/rules/rules.js';
import type { Api, Rule } from '../../contracts/rules/rule.js';
import { countTests } from './count-tests.js';
import { documentedEndpoints, endpointRows } from './endpoint-rows.js';
import { ruleRow } from './rule-row.js';

/** What is known when a run has ended. */
export interface FinishedRun {
  readonly target: RunTarget;
  /** When it started, as an ISO 8601 date in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** How Playwright says it ended. */
  readonly status: Matrix['run']['status'];
  /** What went wrong outside the tests. */
  readonly errors: readonly string[];
  readonly tests: readonly FinishedTest[];
  /** What is known of the fake's defects; left out where nothing is. */
  readonly defects?: DefectKnowledge;
}

/** The defects of the fake by the id of the rule they break, and the run that tells what became of them. */
export interface DefectKnowledge {
  readonly run: DefectRun;
  readonly byRule: ReadonlyMap<string, readonly RuleDefect[]>;
}

/**
 * Builds the rule matrix of a run. Rules of APIs that are not furnished have no row unless a test covers them.
 *
 * The matrix of a run in several shards is built from the tests and errors of all of them together.
 */
export function buildMatrix(run: FinishedRun, furnished: readonly Api[] = furnishedApis): Matrix {
  const { target, startedAt, durationMs, status, tests, defects } = run;
  return {
    schemaVersion: 1,
    target,
    startedAt,
    durationMs,
    run: { status, errors: [...run.errors] },
    totals: countTests(tests),
    apis: [...furnished],
    rules: ruleRows(furnished, tests, defects),
    endpoints: endpointRows(furnished, tests),
    tests: [...tests],
    ...(defects !== undefined && { defectRun: defects.run }),
  };
}

function ruleRows(furnished: readonly Api[], tests: readonly FinishedTest[], known?: DefectKnowledge): RuleRow[] {
  return Object.entries<Rule>(rules).flatMap(([id, rule]) => {
    const covering = tests.filter((test) => test.rules.includes(id));
    if (covering.length === 0 && !furnished.includes(rule.api)) return [];
    return [ruleRow(id, rule, covering, { endpoints: endpointsOf(id), defects: known?.byRule.get(id) ?? [] })];
  });
}

function endpointsOf(id: string): string[] {
  return documentedEndpoints
    .filter(({ endpoint }) => endpoint.rules.some((rule) => rule === id))
    .map(({ title }) => title);
}
