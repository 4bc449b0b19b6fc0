import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { KnownFailure } from '../documents/known-failures.js';
import { assumed } from '../../contracts/rules/rules.js';
import { changeOf } from './apply-known.js';
import { isOfVersion, knownNameOf } from './read-known.js';

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
