import type { KnownProblem } from '../documents/known-failures.js';
import { defaultAssumptions } from '../../contracts/assumptions/assumptions.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { isObject } from '../../contracts/find-in-json.js';
import { isCustomRuleId } from '../../contracts/rules/custom-rules.js';
import { didYouMean } from '../../contracts/nearest.js';
import { findRule, ruleIds } from '../../contracts/rules/rules.js';
import { isOfVersion, problem, knownNameOf } from './read-known.js';
import type { PlacedFailure } from './read-known.js';
import { endpointTitle } from '../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../contracts/endpoints/endpoint.js';
import { endpoints } from '../../contracts/endpoints/endpoints.js';
import { dirname, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { annotationTypes, descriptionsIn } from '../../contracts/report/test-event.js';
import { listTests } from '../list-tests.js';

/** The problems of an entry that can be found without a run. @param today as `2026-11-23` */
export function problemsOfEntry(entry: PlacedFailure, today: string): KnownProblem[] {
  const { ticket, owner, since, until } = entry;
  const checks: readonly (readonly [isWrong: boolean, kind: KnownProblem['kind'], text: string])[] = [
    [ticket.trim() === '', 'no ticket', 'it has no ticket. Write one into the entry.'],
    [owner.trim() === '', 'no owner', 'it has no owner. Write one into the entry.'],
    [until < today, 'expired', `it was accepted until ${until}. Fix the bug, or agree on another date.`],
    [since > today, 'contradiction', `it is accepted from ${since}, which is still to come. Correct the date.`],
  ];
  return checks.flatMap(([isWrong, kind, text]) => (isWrong ? [problem(entry, kind, text)] : []));
}

export function checkKnown(entries: readonly PlacedFailure[], today: string): KnownProblem[] {
  const named = new Map<string, PlacedFailure[]>();
  return entries.flatMap((entry) => [
    ...problemsOfEntry(entry, today),
    ...entry.failures.flatMap((way) => {
      const others = named.get(way.test) ?? [];
      named.set(way.test, [...others, entry]);
      if (!others.some((other) => hasCommonVersion(entry, other))) return [];
      const text = `“${way.test}” is named twice for the same versions. Remove one of the two.`;
      return [problem(entry, 'contradiction', text, way)];
    }),
  ]);
}

function hasCommonVersion(one: PlacedFailure, other: PlacedFailure): boolean {
  return (
    one.versions.some((version) => isOfVersion(other, version)) ||
    other.versions.some((version) => isOfVersion(one, version))
  );
}

export type SuiteTest = Pick<FinishedTest, 'project' | 'file' | 'title' | 'rules' | 'endpoints'>;

type TestName = Pick<FinishedTest, 'project' | 'file' | 'title'>;

export function checkRules(
  entries: readonly PlacedFailure[],
  tests: readonly SuiteTest[],
  whole: boolean,
): KnownProblem[] {
  const byName = new Map(tests.map((test) => [knownNameOf(test), test]));
  const ids: readonly string[] = [...new Set([...ruleIds, ...tests.flatMap(({ rules }) => rules)])];
  return entries.flatMap((entry) => {
    const problems = ruleProblem(entry, ids, whole);
    return problems.length > 0 ? problems : coverProblems(entry, byName);
  });
}

export function checkTests(entries: readonly PlacedFailure[], tests: readonly TestName[]): KnownProblem[] {
  const names = new Set(tests.map(knownNameOf));
  return entries.flatMap((entry) =>
    entry.failures
      .filter(({ test }) => !names.has(test))
      .map((way) => {
        const text = `there is no test ${way.test}. ${didYouMean(way.test, [...names], 'Remove it from the entry, or name the test as it is called now.')}`;
        return problem(entry, 'matches nothing', text, way);
      }),
  );
}

function ruleProblem(entry: PlacedFailure, ids: readonly string[], whole: boolean): KnownProblem[] {
  const { rule, part } = entry;
  if (rule === undefined)
    return part === undefined
      ? []
      : [problem(entry, 'unknown part', `it has the part ${part} of no rule. Write the rule into the entry.`)];
  if (!ids.includes(rule) && (whole || !isCustomRuleId(rule)))
    return [
      problem(entry, 'unknown rule', `there is no rule ${rule}. ${didYouMean(rule, ids, 'Name one that there is.')}`),
    ];
  if (part === undefined || endpointsOf(rule, part) !== undefined || propertiesOf(rule).includes(part)) return [];
  const parts = partsOf(rule);
  const list = parts.length === 0 ? `${rule} has no parts: leave it out.` : `Parts are ${parts.join(', ')}.`;
  return [problem(entry, 'unknown part', `${rule} has no part ${part}. ${didYouMean(part, parts, list)}`)];
}

/** Each test has to cover the rule, and to be about the part if that is an endpoint. */
function coverProblems(entry: PlacedFailure, byName: ReadonlyMap<string, SuiteTest>): KnownProblem[] {
  const { rule, part } = entry;
  if (rule === undefined) return [];
  const titles = part === undefined ? undefined : endpointsOf(rule, part);
  return entry.failures.flatMap((way) => {
    const test = byName.get(way.test);
    if (test === undefined) return [];
    if (!test.rules.includes(rule)) {
      const covered = test.rules.length === 0 ? 'no rule' : test.rules.join(', ');
      const text = `“${way.test}” covers ${covered}, and not ${rule}. Move it to an entry of its rule.`;
      return [problem(entry, 'not covered', text, way)];
    }
    if (titles === undefined || test.endpoints.some((title) => titles.includes(title))) return [];
    const text = `“${way.test}” is about ${test.endpoints.join(', ') || 'no endpoint'}, and not about ${part ?? ''}. Move it to an entry of its own.`;
    return [problem(entry, 'not covered', text, way)];
  });
}

const table = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  return { name, title: endpointTitle(endpoint), rules: endpoint.rules };
});

function endpointsOf(rule: string, part: string): readonly string[] | undefined {
  const found = table.filter(({ name, title, rules }) => rules.includes(rule) && [name, title].includes(part));
  return found.length === 0 ? undefined : found.map(({ title }) => title);
}

function propertiesOf(rule: string): string[] {
  const answer = (defaultAssumptions as Readonly<Record<string, unknown>>)[rule];
  return findRule(rule)?.kind === 'assumed' && isObject(answer) ? Object.keys(answer) : [];
}

function partsOf(rule: string): string[] {
  return [...table.filter(({ rules }) => rules.includes(rule)).map(({ name }) => name), ...propertiesOf(rule)];
}

/** Every test of a suite, as Playwright lists it, or a sentence that says why it can't. @param command its script */
export function listSuite(command: string, config: string): readonly SuiteTest[] | string {
  const { report, stderr } = listTests(process.execPath, [command, 'test', '--config', config]);
  if (report === undefined) return unlisted(config, stderr);
  return report.errors.length > 0 ? unlisted(config, report.errors[0]?.message ?? '') : testsOf(report);
}

function unlisted(config: string, reason: string): string {
  const [first = ''] = stripVTControlCharacters(reason).trim().split('\n');
  return `The tests of ${config} can't be listed, so entries can't be compared with them: ${first || 'Playwright says no reason'}`;
}

function testsOf(report: JSONReport): SuiteTest[] {
  const { rootDir, configFile } = report.config;
  const directory = configFile === undefined ? rootDir : dirname(configFile);
  return specsOf(report).flatMap(({ file, path, tags, tests }) =>
    tests.map(({ projectName, annotations }) => ({
      project: projectName,
      file: relative(directory, join(rootDir, file)).split(sep).join('/'),
      title: path,
      rules: tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => /^[A-Z]{2,}-N?\d+$/.test(tag)),
      endpoints: descriptionsIn(annotations, annotationTypes.endpoint),
    })),
  );
}

/** Every test of a report, with its file, and the titles of its describe blocks and its own, joined by ` › `. */
export function specsOf({ suites }: Pick<JSONReport, 'suites'>) {
  return suites.flatMap((suite) => place(suite, suite.file, []));
}

function place(
  { specs, suites = [] }: JSONReportSuite,
  file: string,
  titles: readonly string[],
): (JSONReportSpec & { readonly path: string })[] {
  return [
    ...specs.map((spec) => ({ ...spec, file, path: [...titles, spec.title].join(' › ') })),
    ...suites.flatMap((suite) => place(suite, file, [...titles, suite.title])),
  ];
}
