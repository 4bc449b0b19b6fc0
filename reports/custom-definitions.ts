import { isDeepStrictEqual } from 'node:util';
import type { TestCase } from '@playwright/test/reporter';
import type { ZodType } from 'zod';
import { annotationTypes, customEndpointSchema, customRuleSchema } from '../contracts/report/annotations.js';
import { valuesIn } from './find-annotations.js';
import type { CustomEndpointReport } from '../contracts/report/annotations.js';
import type { CustomRules, CustomRule } from '../contracts/rules/custom-rules.js';

export interface CustomDefinitions {
  /** Rules of one group stand together. */
  readonly rules: CustomRules;
  /** Each with the ids of the tests about it. */
  readonly endpoints: readonly (CustomEndpointReport & { readonly tests: ReadonlySet<string> })[];
  readonly problems: readonly string[];
}

/** The definitions of a run whose tests use only the catalogue and the endpoint table. */
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

/** Gathers the rules and endpoints that tests define beside those of the options, catalogue and table. */
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

/** Groups in the order in which they are met, in each the order of the ids. */
function byGroup(rules: ReadonlyMap<string, CustomRule>): CustomRules {
  const groups = [...new Set([...rules.values()].map(({ api }) => api))];
  const entries = [...rules].sort(
    ([id, { api }], [otherId, other]) =>
      groups.indexOf(api) - groups.indexOf(other.api) || id.localeCompare(otherId, 'en', { numeric: true }),
  );
  return Object.fromEntries(entries);
}
