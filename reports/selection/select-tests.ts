import type { TestCase } from '@playwright/test/reporter';
import type { Selected, Selection } from '../../contracts/report/run.js';
import type { CustomDefinitions } from '../custom/custom-definitions.js';
import { testKey } from '../records/records.js';
import type { Records } from '../records/records.js';
import { affectedByChanges } from './affected-by-changes.js';
import type { Affected, AskedFor } from './affected-by-changes.js';
import { canAffect, knownTest } from './can-affect.js';
import { changedFiles, ChangesError } from './changed-files.js';
import { findEndpoints, knownEndpoints } from './find-endpoints.js';
import { findRules } from './find-rules.js';

/** What tells which tests a selection means. */
export interface SelectionContext {
  readonly own: CustomDefinitions;
  readonly calls: Records['calls'];
  readonly rows: readonly Affected[];
  /** The folder of the configuration. */
  readonly folder: string;
}

/** The tests that a selection means. */
export interface SelectedTests extends Selected {
  readonly leftOut: readonly TestCase[];
  /** Why it can't be told, a sentence each. */
  readonly problems: readonly string[];
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
      !known.rules.some((id) => rules.found.has(id)) && !endpoints.found.some((endpoint) => canAffect(endpoint, known))
    );
  });
  return {
    by: inWords(selection),
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

function inWords({ endpoints, rules, changedSince, typed }: Selection): string {
  return [
    ...(endpoints.length === 0 ? [] : [`--endpoints ${endpoints.join(',')}`]),
    ...(rules.length === 0 ? [] : [`--rules ${rules.join(',')}`]),
    ...(changedSince === undefined ? [] : [`--changed-since ${changedSince}`]),
    ...(typed === undefined ? [] : [typed]),
  ].join(' ');
}
