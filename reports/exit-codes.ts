import type { Verdict } from '../contracts/report/matrix.js';

/**
 * What a run's exit code says.
 *
 * | code | meaning |
 * |---|---|
 * | 0 | every test passed, and every rule that is demanded is verified |
 * | 1 | a test failed, no test ran, or the run broke off, lacks a shard or could not clean up |
 * | 2 | a setting, an argument or the configuration is missing or wrong, or there is nothing to judge; nothing was tested |
 * | 3 | no test failed, but a rule that is demanded was not verified |
 * | 4 | the tracker did not answer, or did not let the user in, and nothing was tested; or it stopped answering during the run |
 * | 5 | no test failed and every rule that is demanded is verified, but an open question is answered otherwise than assumed, and the gate is told not to let that pass |
 * | 6 | `tracker-e2e sweep` only: something of an earlier run is still on the tracker |
 *
 * The last but one has a code of its own because nothing is broken then: somebody has to decide which answer is right. A test
 * that passed only on a retry has none: where the gate does not let it pass, it is a test that failed.
 */
export const exitCodes = {
  passed: 0,
  testsFailed: 1,
  badSettings: 2,
  rulesUnverified: 3,
  trackerUnreachable: 4,
  assumptionsDiffer: 5,
  leftoversRemain: 6,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byVerdict: Record<Verdict['verdict'], ExitCode> = {
  passed: exitCodes.passed,
  'tests failed': exitCodes.testsFailed,
  'no tests': exitCodes.testsFailed,
  'rules unverified': exitCodes.rulesUnverified,
  'assumptions differ': exitCodes.assumptionsDiffer,
  'tracker unreachable': exitCodes.trackerUnreachable,
};

/** The exit code of a run on which the gate decided this. */
export function exitCodeOf({ verdict }: Pick<Verdict, 'verdict'>): ExitCode {
  return byVerdict[verdict];
}
