import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { Matrix, RuleRow } from '../documents/matrix.js';
import type { CalledEndpoint } from '../../contracts/report/surface.js';
import type { LeftItem } from '../../contracts/report/run.js';
import { catalogueVersion, rules } from '../../contracts/rules/rules.js';
import { apis } from '../../contracts/rules/rule.js';
import type { Api, Rule } from '../../contracts/rules/rule.js';
import { countTests } from './count-states.js';
import { nothingOwn } from '../custom-definitions.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import type { KnownDefect } from '../matrix-reporter-options.js';
import { documentedEndpoints, endpointRows, ruleRow } from './rows.js';

/** What is known of a finished run. Of what is left out nothing is known. */
export interface FinishedRun
  extends Pick<Matrix, 'target' | 'about' | 'startedAt' | 'durationMs' | 'knownProblems' | 'knownNotes'>, RunState {
  readonly left?: readonly LeftItem[];
  readonly tests: readonly FinishedTest[];
  readonly defects?: readonly KnownDefect[];
  readonly surfaces?: readonly CalledEndpoint[];
  readonly own?: CustomDefinitions;
}

type RunState = Omit<Matrix['run'], 'left'>;

/** Rules of APIs that are not covered have a row only if a test covers them; custom rules always have one. */
export function buildMatrix(run: FinishedRun, covered: readonly Api[] = apis): Matrix {
  const { target, about, startedAt, durationMs, status, errors, refused = [], outage, selected, left = [] } = run;
  const { tests, knownProblems, knownNotes = [], defects, surfaces = [], own = nothingOwn } = run;
  const groups = new Set(Object.values(own.rules).map(({ api }) => api));
  return {
    schemaVersion: 2,
    catalogueVersion,
    ...{ target, about, startedAt, durationMs },
    run: {
      ...{ status, errors },
      ...(refused.length > 0 && { refused }),
      ...(outage !== undefined && { outage }),
      ...(selected !== undefined && { selected }),
      ...(left.length > 0 && { left: [...left] }),
    },
    ...(knownProblems !== undefined && { knownProblems }),
    ...(knownNotes.length > 0 && { knownNotes }),
    totals: countTests(tests),
    apis: [...covered, ...groups],
    rules: allRuleRows(covered, tests, { own, defects }),
    endpoints: endpointRows(covered, tests, { own, surfaces }),
    tests: [...tests],
  };
}

export function allRuleRows(
  covered: readonly Api[],
  tests: readonly FinishedTest[],
  { own, defects = [] }: { readonly own: CustomDefinitions; readonly defects?: readonly KnownDefect[] | undefined },
): RuleRow[] {
  const catalogue = Object.entries<Rule>(rules).map(([id, rule]) => {
    const titles = documentedEndpoints
      .filter(({ endpoint }) => endpoint.rules.some((one) => one === id))
      .map(({ title }) => title);
    // Rules of logging in hold at every endpoint.
    const isCalledBy =
      titles.length === 0 ? ({ exchanges }: FinishedTest) => exchanges.endpoints.length > 0 : callsOneOf(titles);
    return { id, rule, titles, isCalledBy, isCovered: covered.includes(rule.api) };
  });
  const custom = Object.entries(own.rules).map(([id, rule]) => {
    const titles = own.endpoints.filter((endpoint) => endpoint.rules.includes(id)).map(({ title }) => title);
    // A custom rule without an endpoint may be about anything.
    const isCalledBy = titles.length === 0 ? () => true : callsOneOf(titles);
    return { id, rule, titles, isCalledBy, isCovered: true };
  });
  return [...catalogue, ...custom].flatMap(({ id, rule, titles, isCalledBy, isCovered }) => {
    const named = tests.filter((test) => test.rules.includes(id) || test.accuses === id);
    // A ticket about another rule does not excuse this one.
    const stopped = tests
      .filter(({ unreached = [] }) => unreached.includes(id))
      .map(({ knownBy, ...test }) => ({
        ...test,
        ...(knownBy && { status: 'failed' as const }),
        accuses: test.rules[0],
      }));
    const covering = named.length > 0 ? named : stopped;
    if (covering.length === 0 && !isCovered) return [];
    const ofRule = defects.filter((defect) => defect.rule === id);
    return [ruleRow(id, rule, covering, { endpoints: titles, isCalledBy, defects: ofRule })];
  });
}

function callsOneOf(titles: readonly string[]): (test: FinishedTest) => boolean {
  return ({ exchanges }) => exchanges.endpoints.some((title) => titles.includes(title));
}
