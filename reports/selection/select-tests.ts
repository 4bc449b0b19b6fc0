import type { TestCase } from '@playwright/test/reporter';
import type { Selected, Selection } from '../../contracts/report/run.js';
import { annotationTypes } from '../../contracts/report/annotations.js';
import { descriptionsIn } from '../find-annotations.js';
import { findRule } from '../../contracts/rules/rules.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import { testKey } from '../records.js';
import type { Records } from '../records.js';
import { affectedByChanges, changedFiles, ChangesError } from './changes.js';
import type { Affected, AskedFor } from './changes.js';
import { findEndpoints, knownEndpoints, findRules } from './find-by-name.js';
import type { KnownEndpoint } from './find-by-name.js';
import { documentedEndpoints } from '../matrix/rows.js';
import { sortArguments } from './playwright-options.js';

export interface SelectionContext {
  readonly own: CustomDefinitions;
  readonly calls: Records['calls'];
  readonly rows: readonly Affected[];
  readonly folder: string;
}

export interface SelectedTests extends Selected {
  readonly leftOut: readonly TestCase[];
  /** The reasons why the tests can't be determined, a sentence each. */
  readonly problems: readonly string[];
}

/** The selection that was typed to `playwright test` itself; undefined if nothing typed leaves tests out. */
export function typedSelection(words: readonly string[]): Selection | undefined {
  const [command, ...args] = words.slice(2);
  const selecting = command === 'test' ? sortArguments(args).selecting : [];
  return selecting.length === 0 ? undefined : { endpoints: [], rules: [], typed: selecting.join(' ') };
}

/** Chooses the tests that one part of a selection can affect: an endpoint, a rule or a change. */
export function selectTests(
  tests: readonly TestCase[],
  selection: Selection,
  context: SelectionContext,
): SelectedTests {
  const { changedSince, typed } = selection;
  if (changedSince === undefined && selection.endpoints.length === 0 && selection.rules.length === 0) {
    const mayBeNone = /(^| )--only-changed\b/.test(typed ?? '');
    return { by: typed ?? '', tests: tests.length, mayBeNone, leftOut: [], problems: [] };
  }
  const changes = changedSince === undefined ? nothing : readChanges(changedSince, tests, context);
  const endpoints = findEndpoints([...selection.endpoints, ...changes.endpoints], knownEndpoints(context.own));
  const rules = findRules([...selection.rules, ...changes.rules], context.own);
  const leftOut = tests.filter((test) => {
    if (changes.all || changes.specs.has(test.location.file)) return false;
    const known = knownTest(test, context.calls[testKey(test)]);
    return (
      !known.rules.some((id) => rules.found.includes(id)) &&
      !endpoints.found.some((endpoint) => canAffect(endpoint, known))
    );
  });
  return {
    by: formatSelection(selection),
    tests: tests.length - leftOut.length,
    of: tests.length,
    mayBeNone: changedSince !== undefined,
    leftOut,
    problems: [...changes.problems, ...endpoints.problems, ...rules.problems],
  };
}

type Changes = AskedFor & Pick<SelectedTests, 'problems'>;

const nothing: Changes = { all: false, endpoints: [], rules: [], specs: new Set(), problems: [] };

function readChanges(commit: string, tests: readonly TestCase[], context: SelectionContext): Changes {
  try {
    return { ...affectedByChanges(changedFiles(commit, context.folder), tests, context), problems: [] };
  } catch (error) {
    if (!(error instanceof ChangesError)) throw error;
    return { ...nothing, problems: [error.message] };
  }
}

function formatSelection({ endpoints, rules, changedSince, typed }: Selection): string {
  return [
    ...(endpoints.length === 0 ? [] : [`--endpoints ${endpoints.join(',')}`]),
    ...(rules.length === 0 ? [] : [`--rules ${rules.join(',')}`]),
    ...(changedSince === undefined ? [] : [`--changed-since ${changedSince}`]),
    ...(typed === undefined ? [] : [typed]),
  ].join(' ');
}

export interface KnownTest {
  readonly rules: readonly string[];
  readonly about: readonly string[];
  /** The titles of the endpoints that it called in an earlier run; undefined if none is recorded. */
  readonly called: readonly string[] | undefined;
}

const documentedTitles = new Set(documentedEndpoints.map(({ api, title }) => `${api} ${title}`));
const documentedFamilies: ReadonlySet<string> = new Set(documentedEndpoints.map(({ api }) => api));
const rulesOfEndpoints = new Set(documentedEndpoints.flatMap(({ endpoint }) => endpoint.rules));

export function knownTest(
  { tags, annotations }: Pick<TestCase, 'tags' | 'annotations'>,
  called: readonly string[] | undefined,
): KnownTest {
  return {
    rules: tags.map((tag) => tag.slice(1)),
    about: descriptionsIn(annotations, annotationTypes.endpoint),
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
