import type { Check } from '../check.js';
import { ok, warning } from '../check.js';

/** The difference of the clocks, in milliseconds, from which on it is reported. The Date header has whole seconds. */
const TOLERATED = 30_000;

/** Whether the clocks of the tracker and of this machine agree. */
export const clock: Check = {
  name: 'clock',
  needs: { clockSkew: 'the tracker did not tell its time' },
  look: (_context, { clockSkew = 0 }) => {
    const seconds = Math.round(Math.abs(clockSkew) / 1000);
    if (Math.abs(clockSkew) < TOLERATED) return { findings: [ok('within half a minute of this machine’s')] };
    return {
      findings: [
        warning(
          `the tracker’s is ${seconds} s ${clockSkew > 0 ? 'ahead of' : 'behind'} this machine’s`,
          'set both by a time server: they decide the ages of leases and leftovers.',
        ),
      ],
    };
  },
};
