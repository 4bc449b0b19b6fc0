import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { KnownFailure } from '../../../contracts/report/known-failures.js';
import { applyKnown } from '../../../reports/known/apply-known.js';
import { nameOfTest } from '../../../reports/known/read-known.js';
import type { Outcome } from '../defects/cells-reporter.js';

/** How many of the tests that tell two defects apart are tried first. */
const TRIED = 2;

/** The version of the fake, and a day on which every baseline is valid. */
const [VERSION, TODAY] = ['9.12.0', '2026-01-01'];

/** The failures of a tracker with a defect of a rule as a file of known failures; a sequence may say that it breaks another. */
export function baselineOf(rule: string, outcomes: readonly Outcome[]): KnownFailure[] {
  const brokenBy = ({ rules: [first = rule, ...others] }: Outcome) =>
    [first, ...others].includes(rule) ? rule : first;
  return [...new Set(failed(outcomes).map(brokenBy))].map((broken) => ({
    ...{ rule: broken, versions: [VERSION], ticket: 'PROOF-1', owner: 'proof', since: TODAY, until: TODAY },
    failures: failed(outcomes)
      .filter((test) => brokenBy(test) === broken)
      .map((test) => ({
        test: nameOfTest(test),
        fingerprint: test.failure?.fingerprint ?? '',
        shows: test.failure?.shows ?? '',
      })),
  }));
}

/** Whether there are failures that can be known: some, and each with something that tells it from others. */
export function isKnowable(outcomes: readonly Outcome[]): boolean {
  const all = failed(outcomes);
  return all.length > 0 && all.every(({ failure }) => failure !== undefined);
}

/** Why the gate stops a run of some tests with a baseline, a line each; none if it does not. */
export function whyRed(baseline: readonly KnownFailure[], outcomes: readonly Outcome[]): string[] {
  const { tests, problems } = applyKnown(outcomes as readonly FinishedTest[], baseline, {
    version: VERSION,
    today: TODAY,
    whole: false,
  });
  const fresh = tests.filter(({ status }) => status === 'failed');
  return [
    ...problems.map(({ text }) => text),
    ...fresh.map((test) => `${nameOfTest(test)}: ${test.failure?.shows ?? 'nothing that can be read'}`),
  ];
}

/** The tests that fail differently for one of two defects; tests that fail only for the planted one come first. */
export function witnesses(known: readonly Outcome[], planted: readonly Outcome[]): string[] {
  const [before, alone] = [waysOf(known), waysOf(planted)];
  const differing = [...alone].filter(([test, way]) => before.get(test) !== way).map(([test]) => test);
  const fresh = differing.filter((test) => !before.has(test));
  const others = [...before.keys()].filter((test) => !alone.has(test));
  return [...fresh, ...differing.filter((test) => before.has(test)), ...others].slice(0, TRIED);
}

/** Whether all tests that ran on a tracker with both defects ended as they do with the known one alone, failure by failure. */
export function endAlike(known: readonly Outcome[], both: readonly Outcome[]): boolean {
  const alone = new Map(known.map((test) => [nameOfTest(test), endOf(test)]));
  return both.length > 0 && both.every((test) => alone.get(nameOfTest(test)) === endOf(test));
}

function endOf({ status, failure }: Outcome): string {
  return `${status} ${failure?.fingerprint ?? ''}`;
}

function waysOf(outcomes: readonly Outcome[]): Map<string, string> {
  return new Map(failed(outcomes).map((test) => [nameOfTest(test), test.failure?.fingerprint ?? '']));
}

function failed(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ status }) => status === 'failed');
}
