import { isDeepStrictEqual } from 'node:util';
import type { TestCase } from '@playwright/test/reporter';
import type { z } from 'zod';
import { annotationTypes, ownEndpointSchema, ownRuleSchema } from '../../contracts/report/annotations.js';
import type { OwnEndpointReport } from '../../contracts/report/annotations.js';
import type { OwnRule, OwnRules } from '../../contracts/rules/own-rules.js';
import type { OwnDefinitions } from './own-definitions.js';

/**
 * Gathers what tests define beside the catalogue and the endpoint table: the rules they take along, after those that the
 * reporter was told of, and the endpoints they are about.
 */
export function collectOwn(tests: readonly TestCase[], told: OwnRules = {}): OwnDefinitions {
  const rules = new Map<string, OwnRule>(Object.entries(told));
  const endpoints = new Map<string, OwnEndpointReport & { readonly tests: Set<string> }>();
  const problems = new Set<string>();
  for (const test of tests) {
    for (const { id, ...read } of readAll(test, annotationTypes.ownRule, ownRuleSchema, problems)) {
      const rule: OwnRule = { kind: 'documented', ...read };
      const known = rules.get(id);
      if (known === undefined) rules.set(id, rule);
      else if (!isDeepStrictEqual(known, rule)) problems.add(contradiction(id, known, rule));
    }
    for (const endpoint of readAll(test, annotationTypes.ownEndpoint, ownEndpointSchema, problems)) {
      const key = `${endpoint.api} ${endpoint.title}`;
      const row = endpoints.get(key) ?? { ...endpoint, tests: new Set<string>() };
      row.tests.add(test.id);
      endpoints.set(key, row);
    }
  }
  return { rules: byGroup(rules), endpoints: [...endpoints.values()], problems: [...problems] };
}

function readAll<Schema extends z.ZodType>(
  { annotations }: TestCase,
  type: string,
  schema: Schema,
  problems: Set<string>,
): z.infer<Schema>[] {
  return annotations.flatMap((annotation) => {
    if (annotation.type !== type) return [];
    const read = schema.safeParse(parseJson(annotation.description));
    if (!read.success) problems.add(`The annotation ${type} can't be read: ${String(annotation.description)}`);
    return read.success ? [read.data] : [];
  });
}

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function contradiction(id: string, one: OwnRule, other: OwnRule): string {
  return `The rule ${id} is defined in two ways: “${one.text}” (${one.api}, ${one.reach}) and “${other.text}” (${other.api}, ${other.reach}).`;
}

/** Groups in the order in which they are met, in each the order of the ids. */
function byGroup(rules: ReadonlyMap<string, OwnRule>): OwnRules {
  const groups = [...new Set([...rules.values()].map(({ api }) => api))];
  const entries = [...rules].sort(
    ([id, { api }], [otherId, other]) =>
      groups.indexOf(api) - groups.indexOf(other.api) || id.localeCompare(otherId, 'en', { numeric: true }),
  );
  return Object.fromEntries(entries);
}
