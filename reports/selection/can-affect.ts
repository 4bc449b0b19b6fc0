import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../../contracts/report/annotations.js';
import { findRule } from '../../contracts/rules/rules.js';
import { documentedEndpoints } from '../matrix/endpoint-rows.js';
import type { KnownEndpoint } from './find-endpoints.js';

/** The properties of a test that are known before it runs. */
export interface KnownTest {
  /** The rules it covers. */
  readonly rules: readonly string[];
  /** The titles of the endpoints it is about. */
  readonly about: readonly string[];
  /** The titles of the endpoints that it called in an earlier run; undefined if none is recorded. */
  readonly called: readonly string[] | undefined;
}

const documentedTitles = new Set(documentedEndpoints.map(({ api, title }) => `${api} ${title}`));
const documentedFamilies: ReadonlySet<string> = new Set(documentedEndpoints.map(({ api }) => api));
const rulesOfEndpoints = new Set(documentedEndpoints.flatMap(({ endpoint }) => endpoint.rules));

/** Reads the known properties of a test. */
export function knownTest(
  { tags, annotations }: Pick<TestCase, 'tags' | 'annotations'>,
  called: readonly string[] | undefined,
): KnownTest {
  return {
    rules: tags.map((tag) => tag.slice(1)),
    about: annotations.flatMap(({ type, description }) =>
      type === annotationTypes.endpoint && description !== undefined ? [description] : [],
    ),
    called,
  };
}

/**
 * Whether a change of an endpoint can affect a test. It can if the test is about the endpoint, covers one of its rules, or
 * called it in an earlier run. A rule that no endpoint has, such as one of logging in, can be about any endpoint of its
 * API unless its test is about another one. A test that says nothing of itself may call anything.
 */
export function canAffect(endpoint: KnownEndpoint, { rules, about, called }: KnownTest): boolean {
  if (about.includes(endpoint.title) || called?.includes(endpoint.title) === true) return true;
  if (rules.some((id) => endpoint.rules.includes(id))) return true;
  if (rules.length === 0 && about.length === 0) return called === undefined;
  return rules.some((id) => !rulesOfEndpoints.has(id) && canBeAbout(endpoint, id, about));
}

function canBeAbout({ family }: KnownEndpoint, id: string, about: readonly string[]): boolean {
  const api = findRule(id)?.api;
  // A custom rule is about its own endpoints, or else about anything.
  if (api === undefined) return about.length === 0;
  if (family !== api && documentedFamilies.has(family)) return false;
  return !about.some((title) => documentedTitles.has(`${api} ${title}`));
}
