import { counted } from '../../../contracts/counted.js';
import type { Check } from '../check.js';
import { ok, warning } from '../check.js';

/** Checks the rate limits of the tracker, as far as the answers so far show them. */
export const rateLimits: Check = {
  name: 'rate limits',
  look: ({ transport }) => {
    const { answers, retries } = transport;
    if (answers.length === 0) return { findings: [{ state: 'not checked', text: 'no call was answered' }] };
    const refused = [
      ...answers.filter(({ status }) => status === 429),
      ...retries.filter(({ reason }) => reason.includes('429')),
    ];
    const told = answers.map(({ headers }) => headers).findLast((headers) => 'x-ratelimit-limit' in headers);
    const limit =
      told === undefined
        ? 'no header names one'
        : `${counted(Number(told['x-ratelimit-limit']), 'request')}, ${told['x-ratelimit-remaining'] ?? '?'} left, ` +
          `${told['x-ratelimit-fillrate'] ?? '?'} more every ${told['x-ratelimit-interval-seconds'] ?? '?'} s`;
    if (refused.length === 0)
      return { findings: [ok(`${limit}; ${counted(answers.length, 'call was', 'calls were')} answered`)] };
    return {
      findings: [
        warning(
          `${limit}; 429 was answered ${counted(refused.length, 'time')}`,
          'set TRACKER_RATE to fewer requests per second, or have the user exempted from the limit.',
        ),
      ],
    };
  },
};
