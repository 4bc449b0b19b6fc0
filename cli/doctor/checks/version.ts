import type { Check } from '../check.js';
import { ok, warning } from '../check.js';

/** The first version with what the suite calls, and the first with personal access tokens. */
const OLDEST = [8, 4];
const WITH_TOKENS = [8, 14];

/** Whether the tracker is recent enough. */
export const version: Check = {
  name: 'version',
  needs: { serverInfo: 'the tracker did not tell it' },
  look: ({ external }, { serverInfo }) => {
    const { version: told = '', buildNumber = 0, versionNumbers = [] } = serverInfo ?? {};
    if (isBefore(versionNumbers, OLDEST)) {
      return {
        findings: [warning(`${told} is older than 8.4, the oldest this suite is made for`, 'test a newer version.')],
      };
    }
    if ('token' in external.login && isBefore(versionNumbers, WITH_TOKENS)) {
      return {
        findings: [
          warning(
            `${told} has no personal access tokens`,
            'set TRACKER_USERNAME and TRACKER_PASSWORD, and no TRACKER_TOKEN.',
          ),
        ],
      };
    }
    return { findings: [ok(`${told}, build ${buildNumber}`)] };
  },
};

function isBefore(
  [major = 0, minor = 0]: readonly number[],
  [otherMajor = 0, otherMinor = 0]: readonly number[],
): boolean {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
