import { isDeepStrictEqual } from 'node:util';
import type { TestCase } from '@playwright/test/reporter';
import { parseJson } from '../contracts/find-in-json.js';
import { annotationTypes, customRuleSchema, customSchema, descriptionsIn } from '../contracts/report/test-event.js';
import type { CustomEndpointReport, CustomRuleReport, Annotations } from '../contracts/report/test-event.js';
import type { CustomRules, CustomRule } from '../contracts/rules/custom-rules.js';
import { endpointTitle } from '../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../contracts/endpoints/endpoint.js';
import { endpoints as endpointTable } from '../contracts/endpoints/endpoints.js';
import { hasCataloguePrefix, rulePrefix } from '../contracts/rules/custom-rules.js';
import { didYouMean } from '../contracts/nearest.js';
import { findRule, ruleIds } from '../contracts/rules/rules.js';

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
  const refuse = (json: string) => problems.add(`The annotation ${annotationTypes.custom} can't be read: ${json}`);
  for (const test of tests) {
    const read = customIn(test.annotations, refuse);
    for (const { id, ...told } of read.rules) {
      const rule: CustomRule = { kind: 'documented', ...told };
      const known = rules.get(id);
      if (known === undefined) rules.set(id, rule);
      else if (!isDeepStrictEqual(known, rule)) problems.add(contradiction(id, known, rule));
    }
    for (const endpoint of read.endpoints) {
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

/** The custom rules and endpoints of a test. @param refuse gets each description that can't be read */
export function customIn(annotations: Annotations, refuse: (json: string) => void = () => undefined) {
  const rules: CustomRuleReport[] = [];
  const endpoints: CustomEndpointReport[] = [];
  for (const json of descriptionsIn(annotations, annotationTypes.custom)) {
    const { data } = customSchema.safeParse(parseJson(json));
    if (data === undefined) refuse(json);
    else if ('rule' in data) rules.push(data.rule);
    else endpoints.push(data.endpoint);
  }
  return { rules, endpoints };
}

const ruleTag = /^@[A-Z]{2,}-N?\d+$/;
const endpointTitles = new Set(Object.values<Endpoint>(endpointTable).map(endpointTitle));

/** The rules and endpoints that a test names before it runs. A tag like a rule's without a known prefix means something else. */
export function readAnnotations(testCase: TestCase, own: CustomDefinitions = nothingOwn) {
  const ids = testCase.tags.filter((tag) => ruleTag.test(tag)).map((tag) => tag.slice(1));
  const ownIds = Object.keys(own.rules);
  const ownPrefixes = new Set(ownIds.map(rulePrefix));
  const tagged = ids.filter((id) => hasCataloguePrefix(id) || ownPrefixes.has(rulePrefix(id)));
  const isRule = (id: string) => findRule(id) !== undefined || Object.hasOwn(own.rules, id);

  const endpoints = descriptionsIn(testCase.annotations, annotationTypes.endpoint);
  const ownTitles = new Set(own.endpoints.filter(({ tests }) => tests.has(testCase.id)).map(({ title }) => title));
  const unknown = endpoints.filter((title) => !endpointTitles.has(title) && !ownTitles.has(title));
  const problems = [
    ...tagged.filter((id) => !isRule(id)).map((id) => unknownTag(id, ownIds)),
    ...unknown.map(
      (title) =>
        `the annotation endpoint "${title}" names no endpoint of the documents: describeEndpoint(…) writes it.`,
    ),
  ];
  return { rules: tagged.filter(isRule), endpoints, isRule, problems };
}

function unknownTag(id: string, ownIds: readonly string[]): string {
  if (hasCataloguePrefix(id)) {
    const meant = didYouMean(id, ruleIds);
    return `the tag @${id} names no rule of the documents. ${meant} Write covers(…) for a rule, or name the tag otherwise.`;
  }
  const alike = ownIds.filter((one) => rulePrefix(one) === rulePrefix(id));
  return `the tag @${id} names no rule: of ${rulePrefix(id)} there are ${alike.join(', ')}.`;
}
