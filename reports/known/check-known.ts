import type { KnownProblem } from '../../contracts/report/known-failures.js';
import { isOfVersion, problem } from './known-entries.js';
import type { PlacedFailure, PlacedWay } from './known-entries.js';

/** What is wrong with an entry that no run is needed to see. @param today as `2026-11-23` */
export function problemsOfEntry(entry: PlacedFailure, today: string): KnownProblem[] {
  const { ticket, owner, since, until } = entry;
  return [
    ...(ticket.trim() === '' ? [problem(entry, 'no ticket', 'it has no ticket. Write one into the entry.')] : []),
    ...(owner.trim() === ''
      ? [problem(entry, 'no owner', 'nobody owns it. Write into the entry who sees to it.')]
      : []),
    ...(until < today
      ? [problem(entry, 'expired', `it was let pass until ${until}. Fix the bug, or agree on another date.`)]
      : []),
    ...(since > today
      ? [problem(entry, 'contradiction', `it is let pass since ${since}, which is still to come. Correct the date.`)]
      : []),
    ...(since > until ? [problem(entry, 'contradiction', `it ends (${until}) before it begins (${since}).`)] : []),
  ];
}

/** What is wrong with a list of known failures that no run is needed to see: with each entry, and with two that are about one test. */
export function checkKnown(entries: readonly PlacedFailure[], today: string): KnownProblem[] {
  return entries.flatMap((entry, index) => [
    ...problemsOfEntry(entry, today),
    ...twiceIn(entry).map((way) =>
      problem(entry, 'contradiction', `it names “${way.test}” twice. Remove one of the two.`, way),
    ),
    ...entries
      .slice(0, index)
      .flatMap((other) =>
        sharedTests(entry, other).map((way) =>
          problem(
            entry,
            'contradiction',
            `another entry of the same versions is about “${way.test}” too. Remove one of the two.`,
            way,
          ),
        ),
      ),
  ]);
}

function twiceIn({ failures }: PlacedFailure): PlacedWay[] {
  const isAgain = (way: PlacedWay, index: number) => failures.findIndex(({ test }) => test === way.test) < index;
  return failures.filter(isAgain);
}

function sharedTests(one: PlacedFailure, other: PlacedFailure): PlacedWay[] {
  const overlap =
    one.versions.some((version) => isOfVersion(other, version)) ||
    other.versions.some((version) => isOfVersion(one, version));
  if (!overlap) return [];
  const tests = new Set(other.failures.map(({ test }) => test));
  return one.failures.filter(({ test }) => tests.has(test));
}
