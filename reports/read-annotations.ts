import { counted } from '../contracts/counted.js';
import type { z } from 'zod';
import type { TestCase } from '@playwright/test/reporter';
import { endpointTitle } from '../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../contracts/endpoints/endpoint.js';
import { endpoints as endpointTable } from '../contracts/endpoints/endpoints.js';
import { parseJson } from '../contracts/reading.js';
import { annotationTypes, observationSchema, unclearSchema } from '../contracts/report/annotations.js';
import { descriptionsIn, valuesIn } from './find-annotations.js';
import { testNeedsSchema } from '../contracts/report/finished-test.js';
import { trackerIdentitySchema } from '../contracts/report/run.js';
import type { TrackerIdentity } from '../contracts/report/run.js';
import { hasCataloguePrefix, rulePrefix } from '../contracts/rules/custom-rules.js';
import { findRule } from '../contracts/rules/rules.js';
import { nothingOwn } from './custom-definitions.js';
import type { CustomDefinitions } from './custom-definitions.js';

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

/** What the tracker said of itself to the workers, each answer once. */
export function identitiesIn(tests: readonly Pick<TestCase, 'results'>[]): TrackerIdentity[] {
  const annotations = tests.flatMap(({ results }) => results.flatMap((result) => result.annotations));
  return valuesIn(annotations, annotationTypes.tracker, trackerIdentitySchema);
}
