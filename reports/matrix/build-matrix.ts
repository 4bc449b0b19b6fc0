import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { KnownProblem } from '../../contracts/report/known-failures.js';
import type { Matrix, RuleRow } from '../../contracts/report/matrix.js';
import type { DefectRun, RuleDefect } from '../../contracts/report/defect-matrix.js';
import type { RunAbout, RunTarget, Selected } from '../../contracts/report/run.js';
import type { CalledEndpoint } from '../../contracts/report/surface.js';
import type { LeftItem } from '../../contracts/report/worker-status.js';
import { catalogueVersion, coveredApis, rules } from '../../contracts/rules/rules.js';
import type { Api, Rule } from '../../contracts/rules/rule.js';
import { countTests } from './count-states.js';
import { nothingOwn } from '../custom-definitions.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import { documentedEndpoints, endpointRows, customEndpointRows, ruleRow } from './rows.js';

export interface FinishedRun {
  readonly target: RunTarget;
  readonly about: RunAbout;
  /** When it started, as an ISO 8601 date in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: Matrix['run']['status'];
  readonly errors: readonly string[];
  /** Why the tracker became unusable, and how many tests were not run for that reason; left out if it stayed usable. */
  readonly outage?: string | undefined;
  readonly selected?: Selected | undefined;
  /** The items that the run made or changed on the tracker and did not clean up; left out if there are none. */
  readonly left?: readonly LeftItem[];
  readonly tests: readonly FinishedTest[];
  /** The problems with the known failures; left out if there is no file of them. */
  readonly knownProblems?: readonly KnownProblem[] | undefined;
  /** Notes on the known failures that do not count on this tracker. */
  readonly knownNotes?: readonly string[];
  /** The defects of the fake and which of them tests catch; left out if that is unknown. */
  readonly defects?: DefectKnowledge;
  /** What its tests sent to endpoints and were answered; left out if that is unknown. */
  readonly surfaces?: readonly CalledEndpoint[];
  readonly own?: CustomDefinitions;
}

/** The defects of the fake by the id of the rule they break, and the run that tried them. */
export interface DefectKnowledge {
  readonly run: DefectRun;
  readonly byRule: ReadonlyMap<string, readonly RuleDefect[]>;
}

/**
 * Builds the rule matrix of a run. Rules of APIs that are not covered have no row unless a test covers them. Custom
 * rules always have a row, after the others.
 *
 * The matrix of a run in several shards is built from the tests and errors of all of them together.
 */
export function buildMatrix(run: FinishedRun, covered: readonly Api[] = coveredApis): Matrix {
  const { target, about, startedAt, durationMs, status, outage, selected, left = [] } = run;
  const { tests, knownProblems, knownNotes = [], defects, surfaces = [], own = nothingOwn } = run;
  const groups = new Set(Object.values(own.rules).map(({ api }) => api));
  return {
    schemaVersion: 2,
    catalogueVersion,
    target,
    about,
    startedAt,
    durationMs,
    run: {
      status,
      errors: [...run.errors],
      ...(outage !== undefined && { outage }),
      ...(selected !== undefined && { selected }),
      ...(left.length > 0 && { left: [...left] }),
    },
    ...(knownProblems !== undefined && { knownProblems: [...knownProblems] }),
    ...(knownNotes.length > 0 && { knownNotes: [...knownNotes] }),
    totals: countTests(tests),
    apis: [...covered, ...groups],
    rules: allRuleRows(covered, tests, { own, defects }),
    endpoints: [...endpointRows(covered, tests, { own, surfaces }), ...customEndpointRows(tests, { own, surfaces })],
    tests: [...tests],
    ...(defects !== undefined && { defectRun: defects.run }),
  };
}

/** A row for each rule of the covered APIs, each rule of other APIs that a test covers, and each custom rule. */
export function allRuleRows(
  covered: readonly Api[],
  tests: readonly FinishedTest[],
  { own, defects }: { readonly own: CustomDefinitions; readonly defects?: DefectKnowledge | undefined },
): RuleRow[] {
  return [...ruleRows(covered, tests, defects), ...customRuleRows(own, tests)];
}

function ruleRows(covered: readonly Api[], tests: readonly FinishedTest[], known?: DefectKnowledge): RuleRow[] {
  return Object.entries<Rule>(rules).flatMap(([id, rule]) => {
    const covering = tests.filter((test) => test.rules.includes(id));
    if (covering.length === 0 && !covered.includes(rule.api)) return [];
    const titles = endpointsOf(id);
    // Rules of logging in hold at every endpoint.
    const isCalledBy = titles.length === 0 ? callsAny : callsOneOf(titles);
    return [ruleRow(id, rule, covering, { endpoints: titles, isCalledBy, defects: known?.byRule.get(id) ?? [] })];
  });
}

function customRuleRows(
  { rules: customRules, endpoints }: CustomDefinitions,
  tests: readonly FinishedTest[],
): RuleRow[] {
  return Object.entries(customRules).map(([id, rule]) => {
    const covering = tests.filter((test) => test.rules.includes(id));
    const titles = endpoints.filter((endpoint) => endpoint.rules.includes(id)).map(({ title }) => title);
    // A custom rule without an endpoint may be about anything.
    const isCalledBy = titles.length === 0 ? () => true : callsOneOf(titles);
    return ruleRow(id, rule, covering, { endpoints: titles, isCalledBy, defects: [] });
  });
}

function callsAny({ exchanges }: FinishedTest): boolean {
  return exchanges.endpoints.length > 0;
}

function callsOneOf(titles: readonly string[]): (test: FinishedTest) => boolean {
  return ({ exchanges }) => exchanges.endpoints.some((title) => titles.includes(title));
}

function endpointsOf(id: string): string[] {
  return documentedEndpoints
    .filter(({ endpoint }) => endpoint.rules.some((rule) => rule === id))
    .map(({ title }) => title);
}
