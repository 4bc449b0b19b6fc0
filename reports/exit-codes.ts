import type { Verdict } from './documents/matrix.js';

export const exitCodes = {
  passed: 0,
  testsFailed: 1,
  badSettings: 2,
  rulesUnverified: 3,
  trackerUnreachable: 4,
  assumptionsDiffer: 5,
  leftoversRemain: 6,
  unexpectedAnswers: 7,
  knownOutdated: 8,
  notReleasable: 9,
  errorsInTestCode: 10,
  interrupted: 130,
  terminated: 143,
} as const;

/**
 * The meaning of each exit code, for the help and for the table in README.md.
 *
 * An open question that is answered otherwise has a code of its own because nothing is broken then: the user has to
 * decide which answer is right. A test that passed only on a retry has no code of its own. If the gate does not accept
 * it, it counts as failed.
 */
export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'passed',
  1: 'a test shows that a rule is broken, no test ran, or the run broke off, lacks a shard or a report, or could not clean up',
  2: 'a setting, an argument or the configuration is missing or wrong, or nothing can be written',
  3: 'nothing is shown to be broken, but a test could not begin or clean up, or a documented rule is not verified',
  4: "the tracker can't be used (any more): no answer, a refused login, a login page",
  5: 'the tracker answers an open question differently than assumed, or deviates from an example, and TRACKER_GATE_DIFFERS is fails',
  6: '`tracker-e2e sweep` only: data of an earlier run is still on the tracker',
  7: 'no rule is shown to be broken, but an answer was none that a document describes: a 5xx, a web page, a time-out',
  8: 'only known failures: one fails in another way, passes, has expired, matches no test, or its entry is wrong',
  9: '`tracker-e2e gate` only: the candidate may not be released',
  10: 'no rule is shown to be broken, but a test ended by an error of its own code or of this package',
  130: 'interrupted by Ctrl+C, and a run by SIGTERM or, in a terminal, SIGHUP, even if a test failed; `tracker-e2e fake` ends with 0 instead',
  143: 'ended by SIGTERM, if the command runs no tests; `tracker-e2e fake` ends with 0 instead',
};

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byVerdict: Record<Verdict['verdict'], ExitCode> = {
  passed: exitCodes.passed,
  'tests failed': exitCodes.testsFailed,
  'unexpected answers': exitCodes.unexpectedAnswers,
  'errors in the test code': exitCodes.errorsInTestCode,
  'could not be tested': exitCodes.rulesUnverified,
  'no tests': exitCodes.testsFailed,
  'rules unverified': exitCodes.rulesUnverified,
  'known failures outdated': exitCodes.knownOutdated,
  'assumptions differ': exitCodes.assumptionsDiffer,
  'tracker unreachable': exitCodes.trackerUnreachable,
  interrupted: exitCodes.interrupted,
};

export function exitCodeOf({ verdict }: Pick<Verdict, 'verdict'>): ExitCode {
  return byVerdict[verdict];
}

/** Replaces Playwright's code, 1 for any failure, or 0 of a merge. Others, such as 130 after Ctrl+C, stay. */
export function replaceExitCode(replacement: ExitCode): void {
  process.once('exit', (code) => {
    if (code === exitCodes.passed || code === exitCodes.testsFailed) process.exitCode = replacement;
  });
}
