import { counted } from '../contracts/counted.js';
import type { z, ZodType } from 'zod';
import type { TestCase } from '@playwright/test/reporter';
import { endpointTitle } from '../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../contracts/endpoints/endpoint.js';
import { endpoints as endpointTable } from '../contracts/endpoints/endpoints.js';
import { parseJson } from '../contracts/reading.js';
import {
  annotationTypes,
  observationSchema,
  unclearSchema,
  customEndpointSchema,
  customRuleSchema,
} from '../contracts/report/annotations.js';
import { testNeedsSchema } from '../contracts/report/finished-test.js';
import { trackerIdentitySchema } from '../contracts/report/run.js';
import type { TrackerIdentity } from '../contracts/report/run.js';
import { hasCataloguePrefix, rulePrefix } from '../contracts/rules/custom-rules.js';
import { findRule } from '../contracts/rules/rules.js';
import { isDeepStrictEqual } from 'node:util';
import type { CustomEndpointReport } from '../contracts/report/annotations.js';
import type { CustomRules, CustomRule } from '../contracts/rules/custom-rules.js';

const ruleTag = /^@[A-Z]{2,}-N?\d+$/;
const endpointTitles = new Set(Object.values<Endpoint>(endpointTable).map(endpointTitle));

/** A tag like a rule's without a known prefix means something else. Who failed for one rule covers only that. */
export function readAnnotations(testCase: TestCase, own: CustomDefinitions = nothingOwn) {
  const problems: string[] = [];
  const given = testCase.results.at(-1)?.annotations ?? [];
  const annotations = [...testCase.annotations, ...given];
  const descriptions = (type: string) => descriptionsIn(annotations, type);

  const ids = testCase.tags.filter((tag) => ruleTag.test(tag)).map((tag) => tag.slice(1));
  const ownIds = Object.keys(own.rules);
  const ownPrefixes = new Set(ownIds.map(rulePrefix));
  const tagged = ids.filter((id) => hasCataloguePrefix(id) || ownPrefixes.has(rulePrefix(id)));
  const isRule = (id: string) => findRule(id) !== undefined || Object.hasOwn(own.rules, id);
  const unknown = tagged.filter((id) => !isRule(id));
  problems.push(...unknown.map((id) => unknownTag(id, ownIds)));

  const endpoints = descriptions(annotationTypes.endpoint);
  const ownTitles = new Set(own.endpoints.filter(({ tests }) => tests.has(testCase.id)).map(({ title }) => title));
  const unknownEndpoints = endpoints.filter((title) => !endpointTitles.has(title) && !ownTitles.has(title));
  problems.push(
    ...unknownEndpoints.map((title) => `the annotation endpoint "${title}" names no endpoint of contracts/endpoints.`),
  );

  const parsed = <Schema extends z.ZodType>(type: string, schema: Schema, what: string, all = descriptions(type)) =>
    all.flatMap((json) => {
      const value = schema.safeParse(parseJson(json)).data;
      if (value === undefined) problems.push(`the annotation ${type} is not ${what} as JSON: ${json.slice(0, 200)}`);
      return value ?? [];
    });
  const observations = parsed(annotationTypes.observed, observationSchema, 'an observation');
  const unclear = parsed(annotationTypes.unclear, unclearSchema, 'a rule and a reason');
  // Two equal needs count as two.
  const asked = given.filter(({ type }) => type === annotationTypes.needs).map(({ description = '' }) => description);
  const needs = parsed(annotationTypes.needs, testNeedsSchema, 'what a test asks for', asked);

  const [notAvailable] = descriptions(annotationTypes.notAvailable);
  const notSeen = descriptions(annotationTypes.notSeen);
  const skipReason = [...descriptions('skip'), ...descriptions('fixme')].find((reason) => reason !== '');
  const covered = [...tagged.filter((id) => !unknown.includes(id)), ...observations.map(({ rule }) => rule)];
  const hasPassed = testCase.results.at(-1)?.status === 'passed';
  const broken = hasPassed ? [] : descriptions(annotationTypes.broken).filter(isRule);
  const rules = broken.length > 0 ? broken : [...new Set(covered)];
  return { rules, endpoints, observations, unclear, needs, notAvailable, notSeen, skipReason, problems };
}

function unknownTag(id: string, ownIds: readonly string[]): string {
  if (hasCataloguePrefix(id)) return `the tag @${id} names no rule of contracts/rules.`;
  const alike = ownIds.filter((one) => rulePrefix(one) === rulePrefix(id));
  return `the tag @${id} names no rule: of ${rulePrefix(id)} there are ${alike.join(', ')}.`;
}

/** Why tests were not run: by an outage or a refusal of set-up. Each reason once, with the number of these tests. */
export function readLeftOut(tests: readonly TestCase[], kind: 'outage' | 'refused'): string[] {
  const reasonsIn = ({ results }: TestCase) =>
    descriptionsIn(
      results.flatMap(({ annotations }) => annotations),
      annotationTypes[kind],
    );
  return [...new Set(tests.flatMap(reasonsIn))].map((reason) => {
    const left = tests.filter((test) => test.outcome() === 'skipped' && reasonsIn(test).includes(reason)).length;
    return `${reason} ${counted(left, 'test was', 'tests were')} not run for that.`;
  });
}

export function identitiesIn(tests: readonly Pick<TestCase, 'results'>[]): TrackerIdentity[] {
  const annotations = tests.flatMap(({ results }) => results.flatMap((result) => result.annotations));
  return valuesIn(annotations, annotationTypes.tracker, trackerIdentitySchema);
}

export interface CustomDefinitions {
  /** Rules of one group stand together. */
  readonly rules: CustomRules;
  readonly endpoints: readonly (CustomEndpointReport & { readonly tests: ReadonlySet<string> })[];
  readonly problems: readonly string[];
}

export const nothingOwn: CustomDefinitions = { rules: {}, endpoints: [], problems: [] };

/** The problems of custom rules, a sentence each. A configuration may come without types. */
export function customRulesProblems(rules: CustomRules = {}): string[] {
  const wrong = Object.entries(rules).filter(
    ([id, { kind, ...rule }]) =>
      (kind as unknown) !== 'documented' || !customRuleSchema.safeParse({ ...rule, id }).success,
  );
  return wrong.map(
    ([id]) => `The option rules of the matrix reporter takes what defineRules gives, and ${id} is not that.`,
  );
}

export function collectCustom(tests: readonly TestCase[], given: CustomRules = {}): CustomDefinitions {
  const rules = new Map<string, CustomRule>(Object.entries(given));
  const endpoints = new Map<string, CustomEndpointReport & { readonly tests: Set<string> }>();
  const problems = new Set<string>();
  const read = <Value>({ annotations }: TestCase, type: string, schema: ZodType<Value>) =>
    valuesIn(annotations, type, schema, (json) => problems.add(`The annotation ${type} can't be read: ${json}`));
  for (const test of tests) {
    for (const { id, ...told } of read(test, annotationTypes.customRule, customRuleSchema)) {
      const rule: CustomRule = { kind: 'documented', ...told };
      const known = rules.get(id);
      if (known === undefined) rules.set(id, rule);
      else if (!isDeepStrictEqual(known, rule)) problems.add(contradiction(id, known, rule));
    }
    for (const endpoint of read(test, annotationTypes.customEndpoint, customEndpointSchema)) {
      const key = `${endpoint.api} ${endpoint.title}`;
      const row = endpoints.get(key) ?? { ...endpoint, tests: new Set<string>() };
      row.tests.add(test.id);
      endpoints.set(key, row);
    }
  }
  return { rules: byGroup(rules), endpoints: [...endpoints.values()], problems: [...problems] };
}

function contradiction(id: string, one: CustomRule, other: CustomRule): string {
  return `The rule ${id} is defined in two ways: “${one.text}” (${one.api}, ${one.scope}) and “${other.text}” (${other.api}, ${other.scope}).`;
}

function byGroup(rules: ReadonlyMap<string, CustomRule>): CustomRules {
  const groups = [...new Set([...rules.values()].map(({ api }) => api))];
  const entries = [...rules].sort(
    ([id, { api }], [otherId, other]) =>
      groups.indexOf(api) - groups.indexOf(other.api) || id.localeCompare(otherId, 'en', { numeric: true }),
  );
  return Object.fromEntries(entries);
}

type Annotations = readonly Readonly<Pick<TestCase['annotations'][number], 'type' | 'description'>>[];

export function descriptionsIn(annotations: Annotations, wanted: string): string[] {
  return [...new Set(annotations.flatMap(({ type, description = '' }) => (type === wanted ? [description] : [])))];
}

/** The values that annotations of a type hold as JSON. @param refuse gets each description that does not fit */
export function valuesIn<Value>(
  annotations: Annotations,
  type: string,
  schema: ZodType<Value>,
  refuse: (description: string) => void = () => undefined,
): Value[] {
  return descriptionsIn(annotations, type).flatMap((json) => {
    const { data } = schema.safeParse(parseJson(json));
    if (data === undefined) refuse(json);
    return data ?? [];
  });
}
