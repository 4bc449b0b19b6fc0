import { counted } from '../../../contracts/counted.js';
import { notChecked, ok, warning } from '../check.js';
import type { Check } from '../check.js';
import { slotsOf } from '../../../fixtures/cleanup/leases/slots.js';

export const rateLimits: Check = {
  name: 'rate limits',
  look: ({ transport }) => {
    const { answers, retries } = transport;
    if (answers.length === 0) return notChecked('no call was answered');
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
    if (refused.length === 0) return ok(`${limit}; ${counted(answers.length, 'call was', 'calls were')} answered`);
    return warning(
      `${limit}; 429 was answered ${counted(refused.length, 'time')}`,
      'set TRACKER_RATE to fewer requests per second, or have the user exempted from the limit.',
    );
  },
};

export const workers: Check = {
  name: 'workers',
  look: ({ external, workers: wanted }, { templates }) => {
    // Another check says why nothing could be read.
    if (templates === undefined) return { findings: [] };
    const { length } = slotsOf(external.sandbox);
    const text = `the sandbox has ${counted(length, 'slot')}, and a run ${counted(wanted, 'worker')}`;
    return {
      findings: [
        length >= wanted
          ? ok(text)
          : warning(
              `${text}: the others run tests of test management only`,
              `name more templates in TRACKER_SANDBOX: ${wanted} slots take ${2 * wanted} templates with values for the same fields.`,
            ),
      ],
    };
  },
};
