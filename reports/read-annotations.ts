import type { TestCase } from '@playwright/test/reporter';
import { endpointTitle } from '../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../contracts/endpoints/endpoint.js';
import { endpoints as endpointTable } from '../contracts/endpoints/endpoints.js';
import { annotationTypes, observationSchema } from '../contracts/report/annotations.js';
import type { Observation } from '../contracts/report/annotations.js';
import { findRule } from '../contracts/rules/rules.js';

/** What a test's tags and annotations say. */
export interface TestAnnotations {
  /** The rules it covers: those of its tags and those it observed. */
  readonly rules: string[];
  readonly endpoints: string[];
  readonly observations: Observation[];
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

  const observations = descriptions(annotationTypes.observed).flatMap((json) => {
    const observation = parseObservation(json);
    if (observation === undefined)
      problems.push(`the annotation observed is not an observation as JSON: ${json.slice(0, 200)}`);
    return observation ?? [];
  });

  const [notAvailable] = descriptions(annotationTypes.notAvailable);
  const skipReason = [...descriptions('skip'), ...descriptions('fixme')].find((reason) => reason !== '');
  const covered = [...tagged.filter((id) => !unknown.includes(id)), ...observations.map(({ rule }) => rule)];
  return { rules: [...new Set(covered)], endpoints, observations, notAvailable, skipReason, problems };
}

function parseObservation(json: string): Observation | undefined {
  try {
    return observationSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}
