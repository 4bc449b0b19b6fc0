import type { TestCase } from '@playwright/test/reporter';
import { endpointTitle } from '../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../contracts/endpoints/endpoint.js';
import { endpoints as endpointTable } from '../contracts/endpoints/endpoints.js';
import { annotationTypes } from '../contracts/report/annotations.js';
import { descriptionsIn } from '../contracts/report/test-event.js';
import { hasCataloguePrefix, rulePrefix } from '../contracts/rules/custom-rules.js';
import { didYouMean } from '../contracts/nearest.js';
import { findRule, ruleIds } from '../contracts/rules/rules.js';
import { nothingOwn } from './custom-definitions.js';
import type { CustomDefinitions } from './custom-definitions.js';

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
