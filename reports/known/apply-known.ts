import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { KnownProblem, KnownFailure } from '../documents/known-failures.js';
import { checkKnown, checkTests, problemsOfEntry, checkRules } from './check-known.js';
import type { SuiteTest } from './check-known.js';
import { outcomeOf } from '../matrix/count-states.js';
import { isOfVersion, nameOfEntry, knownNameOf, problem } from './read-known.js';
import type { PlacedFailure, PlacedWay } from './read-known.js';
import { assumed } from '../../contracts/rules/rules.js';

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
function changeOf({ fingerprint }: Pick<PlacedWay, 'fingerprint'>, test: FinishedTest): Change | undefined {
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

export interface KnownUpdate {
  readonly tests: readonly FinishedTest[];
  /** Whether all tests of the suite are present. Only then a missing test counts as removed, and its entry with it. */
  readonly whole: boolean;
  readonly version: string;
  readonly since: string;
  readonly until: string;
  /** Empty in a new entry: the gate fails until a user fills it in. */
  readonly ticket: string;
  readonly owner: string;
}

/**
 * Updates known failures to what a run found on its version of the tracker. It removes entries of tests that pass, and
 * of tests that a run of all tests lacks. A test that fails in another way than before gets a new entry without the
 * ticket of the old one: it counts as another bug until a user says otherwise.
 */
export function updateKnown(entries: readonly KnownFailure[], update: KnownUpdate) {
  const tests = new Map(update.tests.map((test) => [knownNameOf(test), test]));
  const kept: KnownFailure[] = [];
  const changes: string[] = [];
  const listed = new Set<string>();
  for (const entry of entries) {
    if (!isOfVersion(entry, update.version)) {
      kept.push(entry);
      continue;
    }
    const failures = entry.failures.filter((way) => {
      const test = tests.get(way.test);
      const gone = update.whole ? 'matches nothing' : undefined;
      const change = test === undefined ? gone : changeOf(way, test);
      const stays = change === undefined || change === 'flaky';
      if (stays) listed.add(way.test);
      else changes.push(`${change}: ${way.test} (${entry.ticket || 'no ticket'})`);
      return stays;
    });
    if (failures.length > 0) kept.push({ ...entry, failures });
  }
  const added = newEntries(update, listed);
  const untold = update.tests.filter(({ status, failure }) => status === 'failed' && failure === undefined);
  changes.push(
    ...untold.map((test) => `can't be known, as nothing tells this failure from others: ${knownNameOf(test)}`),
  );
  changes.push(...added.flatMap(({ failures }) => failures.map(({ test }) => `new: ${test}`)));
  return { failures: [...kept, ...added], changes };
}

function newEntries(
  { tests, version, since, until, ticket, owner }: KnownUpdate,
  listed: ReadonlySet<string>,
): KnownFailure[] {
  const byRule = new Map<string, KnownFailure>();
  for (const test of tests) {
    const name = knownNameOf(test);
    // A test that was to fail and passes has no failure that could be known.
    if (test.failure === undefined || listed.has(name)) continue;
    if (test.status !== 'failed' && test.status !== 'known failure') continue;
    const rule = test.rules.find((id) => !Object.hasOwn(assumed, id)) ?? test.rules[0];
    const way = { test: name, fingerprint: test.failure.fingerprint, shows: test.failure.shows };
    const key = rule ?? name;
    const before = byRule.get(key)?.failures ?? [];
    const about = rule === undefined ? {} : { rule };
    byRule.set(key, { ...about, versions: [version], ticket, owner, since, until, failures: [...before, way] });
  }
  return [...byRule.values()];
}
