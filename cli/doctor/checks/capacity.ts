import { counted } from '../../../contracts/counted.js';
import { notChecked, ok, warning } from '../check.js';
import type { Check } from '../check.js';
import { shareCount } from '../../../provide/external/leases/share.js';
import { nameOfItem } from '../../../provide/external/ledger/ledger-line.js';
import { findLeftovers } from '../../../provide/external/sweep/find-leftovers.js';
import { openSweep } from '../../../provide/external/sweep/sweep.js';

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
    const shares = shareCount(external.sandbox);
    const text = `the sandbox is enough for ${counted(shares, 'worker')}, and a run has ${wanted}`;
    const more = `${wanted} workers take ${2 * wanted} templates with values for the same fields.`;
    if (shares >= wanted) return ok(text);
    return shares === 1
      ? warning(
          `${text}: the others run tests of test management only`,
          `name more templates in TRACKER_SANDBOX: ${more}`,
        )
      : warning(`${text}: it will not begin`, `run with --workers=${shares}, or name more templates: ${more}`);
  },
};

const remedy = 'clean up with `tracker-e2e sweep --older-than 0s --yes`, unless another run is going on there now.';

/** What a sweep would find. Data of a run with a process on this machine is no leftover. */
export const leftovers: Check = {
  name: 'leftovers',
  needs: { user: 'no login works' },
  look: async ({ settings, external, read }, { basePaths }) => {
    const scope = openSweep(settings, external, { olderThan: 0, settle: 0 });
    const { items, unseen } = await findLeftovers({ ...scope, setup: read(basePaths) });
    const left = items.flatMap((found) =>
      found.problem === undefined ? found.left.map(({ what }) => what) : [nameOfItem(found.item)],
    );
    const names = [...new Set(left)];
    const findings = [...(names.length > 0 ? [warning(listed(names), remedy)] : []), ...unseen.map(notChecked)];
    return {
      findings: findings.length > 0 ? findings : [ok('none: no project, issue, lease or ledger of an earlier run')],
    };
  },
};

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
