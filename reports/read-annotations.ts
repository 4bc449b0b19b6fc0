import type { z } from 'zod';
import type { TestCase } from '@playwright/test/reporter';
import { endpointTitle } from '../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../contracts/endpoints/endpoint.js';
import { endpoints as endpointTable } from '../contracts/endpoints/endpoints.js';
import { annotationTypes, observationSchema, unclearSchema } from '../contracts/report/annotations.js';
import type { Observation, Unclear } from '../contracts/report/annotations.js';
import { findRule } from '../contracts/rules/rules.js';

/** What a test's tags and annotations say. */
export interface TestAnnotations {
  /** The rules it covers: those of its tags and those it observed. */
  readonly rules: string[];
  readonly endpoints: string[];
  readonly observations: Observation[];
  readonly unclear: Unclear[];
  /** Why the tracker can't provide what the test needs. */
  readonly notAvailable: string | undefined;
  /** Why it was skipped otherwise, where the test says so. */
  readonly skipReason: string | undefined;
  /** Tags and annotations that look like one of ours and can't be understood. */
  readonly problems: string[];
}

const ruleTag = /^@[A-Z]{2}-N?\d+$/;
const endpointTitles = new Set(Object.values<Endpoint>(endpointTable).map(endpointTitle));

/** Reads the tags and annotations of a test, those given while it ran included. */
export function readAnnotations(testCase: TestCase): TestAnnotations {
  const problems: string[] = [];
  const annotations = [...testCase.annotations, ...(testCase.results.at(-1)?.annotations ?? [])];
  const descriptions = (type: string) => [
    ...new Set(annotations.filter((one) => one.type === type).map(({ description }) => description ?? '')),
  ];

  const tagged = testCase.tags.filter((tag) => ruleTag.test(tag)).map((tag) => tag.slice(1));
  const unknown = tagged.filter((id) => findRule(id) === undefined);
  problems.push(...unknown.map((id) => `the tag @${id} names no rule of contracts/rules.`));

  const endpoints = descriptions(annotationTypes.endpoint);
  const unknownEndpoints = endpoints.filter((title) => !endpointTitles.has(title));
  problems.push(
    ...unknownEndpoints.map((title) => `the annotation endpoint "${title}" names no endpoint of contracts/endpoints.`),
  );

  const parsed = <Schema extends z.ZodType>(type: string, schema: Schema, what: string) =>
    descriptions(type).flatMap((json) => {
      const value = parseJson(json, schema);
      if (value === undefined) problems.push(`the annotation ${type} is not ${what} as JSON: ${json.slice(0, 200)}`);
      return value ?? [];
    });
  const observations = parsed(annotationTypes.observed, observationSchema, 'an observation');
  const unclear = parsed(annotationTypes.unclear, unclearSchema, 'a rule and a reason');

  const [notAvailable] = descriptions(annotationTypes.notAvailable);
  const skipReason = [...descriptions('skip'), ...descriptions('fixme')].find((reason) => reason !== '');
  const covered = [...tagged.filter((id) => !unknown.includes(id)), ...observations.map(({ rule }) => rule)];
  return { rules: [...new Set(covered)], endpoints, observations, unclear, notAvailable, skipReason, problems };
}

function parseJson<Schema extends z.ZodType>(json: string, schema: Schema): z.infer<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}
