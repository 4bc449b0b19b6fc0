import type { KnownFailure, KnownProblem } from '../../contracts/report/known-failures.js';
import { isOfVersion, problem } from './known-entries.js';

/** What is wrong with an entry that no run is needed to see. @param today as `2026-11-23` */
export function problemsOfEntry(entry: KnownFailure, today: string): KnownProblem[] {
  const { ticket, owner, since, until } = entry;
  const isExpired = until < today;
  return [
    ...(ticket.trim() === '' ? [problem(entry, 'no ticket', 'it has no ticket. Write one into the entry.')] : []),
    ...(owner.trim() === ''
      ? [problem(entry, 'no owner', 'nobody owns it. Write into the entry who sees to it.')]
      : []),
    ...(isExpired
      ? [problem(entry, 'expired', `it was let pass until ${until}. Fix the bug, or agree on another date.`)]
      : []),
    ...(since > until ? [problem(entry, 'contradiction', `it ends (${until}) before it begins (${since}).`)] : []),
  ];
}

/** What is wrong with a list of known failures that no run is needed to see: with each entry, and with two that are about one test. */
export function checkKnown(entries: readonly KnownFailure[], today: string): KnownProblem[] {
  return entries.flatMap((entry, index) => [
    ...problemsOfEntry(entry, today),
    ...twiceIn(entry).map((test) =>
      problem(entry, 'contradiction', `it names “${test}” twice. Remove one of the two.`),
    ),
    ...entries
      .slice(0, index)
      .flatMap((other) =>
        sharedTests(entry, other).map((test) =>
          problem(
            entry,
            'contradiction',
            `another entry of the same versions is about “${test}” too. Remove one of the two.`,
          ),
        ),
      ),
  ]);
}

function twiceIn({ failures }: KnownFailure): string[] {
  const tests = failures.map(({ test }) => test);
  return [...new Set(tests.filter((test, index) => tests.indexOf(test) !== index))];
}

function sharedTests(one: KnownFailure, other: KnownFailure): string[] {
  const overlap =
    one.versions.some((version) => isOfVersion(other, version)) ||
    other.versions.some((version) => isOfVersion(one, version));
  if (!overlap) return [];
  const tests = new Set(other.failures.map(({ test }) => test));
  return one.failures.flatMap(({ test }) => (tests.has(test) ? [test] : []));
}
