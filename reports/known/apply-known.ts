import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { KnownProblem } from '../documents/known-failures.js';
import { checkKnown, checkTests, problemsOfEntry, checkRules } from './check-known.js';
import type { SuiteTest } from './check-known.js';
import { outcomeOf } from '../matrix/count-states.js';
import { isOfVersion, nameOfEntry, knownNameOf, problem } from './read-known.js';
import type { PlacedFailure, PlacedWay } from './read-known.js';

export interface KnownContext {
  /** The version of the tracker. Undefined if the tracker did not tell it: then no failure is accepted. */
  readonly version: string | undefined;
  /** The day, as `2026-11-23`. */
  readonly today: string;
  readonly whole: boolean;
  /** Lists all tests of the suite for a part of it; a sentence says why it can't. Without it a missing test counts as left out. */
  readonly listAll?: (() => readonly SuiteTest[] | string) | undefined;
}

export interface KnownOutcome {
  readonly tests: FinishedTest[];
  readonly problems: KnownProblem[];
  readonly notes: string[];
}

/** Distinguishes known failures of a stored run from new ones, by other entries than those that it ran with. */
export function applyKnown(
  all: readonly FinishedTest[],
  entries: readonly PlacedFailure[],
  context: KnownContext,
): KnownOutcome {
  const tests = all.map((test) => markKnown(test, entries, context));
  return { tests, ...judgeKnown(tests, entries, context) };
}

/**
 * Compares known failures with the tests of a run, which are marked by them. An entry is a problem if its tests pass, fail
 * otherwise or are gone, if it has expired, or if it has no ticket. Its tests are then judged as if the entry were not there.
 */
export function judgeKnown(
  tests: readonly FinishedTest[],
  entries: readonly PlacedFailure[],
  context: KnownContext,
): Omit<KnownOutcome, 'tests'> {
  const byName = new Map(tests.map((test) => [knownNameOf(test), test]));
  const { version, today, whole } = context;
  const applicable = version === undefined ? [] : entries.filter((entry) => isOfVersion(entry, version));
  const names = new Set(applicable.flatMap(({ failures }) => failures.map(({ test }) => test)));
  const isMissing = [...names].some((name) => !byName.has(name));
  const suite = whole ? tests : isMissing ? (context.listAll?.() ?? []) : [];
  const [listed, unlisted] = typeof suite === 'string' ? [[], [suite]] : [suite, []];
  const ofEntries = [...checkKnown(entries, today), ...checkRules(entries, tests, whole)];
  return {
    problems: [
      ...ofEntries.map((one) => ({ ...one, tests: one.tests.filter((name) => names.has(name)) })),
      ...applicable.flatMap((entry) =>
        entry.failures.flatMap((way) => changeProblem(entry, way, byName.get(way.test))),
      ),
      ...(whole || listed.length > 0 ? checkTests(applicable, [...tests, ...listed]) : []),
    ],
    notes: [
      ...notApplied(
        entries.filter((entry) => !applicable.includes(entry)),
        version,
      ),
      ...unlisted,
      ...applicable.flatMap((entry) => entry.failures.flatMap((way) => untested(entry, byName.get(way.test)))),
    ],
  };
}

function notApplied(entries: readonly PlacedFailure[], version: string | undefined): string[] {
  const byVersions = new Map<string, string[]>();
  for (const entry of entries) {
    const versions = entry.versions.join(', ');
    byVersions.set(versions, [...(byVersions.get(versions) ?? []), nameOfEntry(entry)]);
  }
  const tracker = version === undefined ? 'the tracker did not say its version' : `this tracker is ${version}`;
  return [...byVersions].map(
    ([versions, names]) => `Not applied, for version ${versions}, and ${tracker}: ${names.join('; ')}.`,
  );
}

function untested(entry: PlacedFailure, test: FinishedTest | undefined): string[] {
  if (test === undefined) return [];
  const { status, reason } = test;
  if (outcomeOf(test) !== 'open' && status !== 'expected failure') return [];
  const why = reason === undefined ? status : `${status}: ${reason.split('\n', 1)[0] ?? ''}`;
  return [`${nameOfEntry(entry)}: this run does not say whether it still fails: ${knownNameOf(test)} (${why})`];
}

/** A test with the status `known failure` if an entry knows its failure, and only then. */
export function markKnown(
  test: FinishedTest,
  entries: readonly PlacedFailure[],
  { version, today }: Pick<KnownContext, 'version' | 'today'>,
): FinishedTest {
  const { knownBy: _, ...plain } = test;
  const failed = plain.status === 'known failure' ? { ...plain, status: 'failed' as const } : plain;
  // Nobody knows a failure of the tracker by an error of the test.
  if (failed.status !== 'failed' || failed.kind === 'error in the test code' || version === undefined) return failed;
  const name = knownNameOf(failed);
  const entry = entries.find(
    (one) =>
      isOfVersion(one, version) &&
      problemsOfEntry(one, today).length === 0 &&
      one.failures.some((way) => way.test === name && way.fingerprint === failed.failure?.fingerprint),
  );
  if (entry === undefined) return failed;
  const { ticket, owner, until } = entry;
  return { ...failed, status: 'known failure', knownBy: { ticket, owner, until } };
}

type Change = Extract<KnownProblem['kind'], 'fixed' | 'flaky' | 'fails otherwise'>;

/** Undefined if the test fails as it is known to, or says nothing. */
export function changeOf({ fingerprint }: Pick<PlacedWay, 'fingerprint'>, test: FinishedTest): Change | undefined {
  if (test.status === 'passed') return 'fixed';
  if (test.status === 'flaky') return 'flaky';
  return outcomeOf(test) === 'failed' && test.failure?.fingerprint !== fingerprint ? 'fails otherwise' : undefined;
}

function changeProblem(entry: PlacedFailure, way: PlacedWay, test: FinishedTest | undefined): KnownProblem[] {
  // A failure that another entry knows tells nothing of this one.
  const kind = test === undefined || test.status === 'known failure' ? undefined : changeOf(way, test);
  if (kind === undefined) return [];
  const { test: name, fingerprint, shows } = way;
  const now = test?.failure?.shows ?? 'nothing that can be read';
  const texts: Readonly<Record<Change, string>> = {
    fixed: `it is fixed. Remove it from the entry: ${name}`,
    flaky: `it passed on a retry. Find out which of the two is right: ${name}`,
    'fails otherwise': `it fails in another way. See whether that is another bug: ${name}. Known is: ${shows || fingerprint}. Now: ${now}`,
  };
  return [problem(entry, kind, texts[kind], way)];
}
