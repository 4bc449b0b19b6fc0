import type { RawBody } from '../../../builders/index.js';
import type { Endpoints } from '../../../contracts/index.js';
import { nameOf } from '../../../fixtures/cleanup/ledger/ledger-line.js';
import { findLeftovers } from '../../../fixtures/cleanup/sweep/find-leftovers.js';
import { openSweep } from '../../../fixtures/cleanup/sweep/sweep.js';
import type { SetupClient } from '../../../fixtures/http/setup-client.js';
import { notChecked, ok, warning } from '../check.js';
import type { Check } from '../check.js';

const remedy = 'clean up with `tracker-e2e sweep --older-than 0s --yes`, unless another run is going on there now.';

/** What a sweep would find. Data of a run with a process on this machine is no leftover. */
export const leftovers: Check = {
  name: 'leftovers',
  needs: { user: 'no login works' },
  look: async ({ settings, external, read }, { basePaths }) => {
    const scope = openSweep(settings, external, { olderThan: 0, settle: 0 });
    const { items, unseen } = await findLeftovers({ ...scope, setup: searchingByGet(read(basePaths)) });
    const left = items.flatMap((found) =>
      found.problem === undefined ? found.left.map(({ what }) => what) : [nameOf(found.item)],
    );
    const names = [...new Set(left)];
    const findings = [...(names.length > 0 ? [warning(listed(names), remedy)] : []), ...unseen.map(notChecked)];
    return {
      findings: findings.length > 0 ? findings : [ok('none: no project, issue, lease or ledger of an earlier run')],
    };
  },
};

/** The doctor sends nothing but GET. */
function searchingByGet(setup: SetupClient<Endpoints>): SetupClient<Endpoints> {
  return {
    ...setup,
    searchIssuesByPost: ({ body }) => {
      const { jql, startAt, maxResults, fields } = body as Exclude<typeof body, RawBody>;
      return setup.searchIssues({ query: { jql, startAt, maxResults, fields: fields?.join(',') } });
    },
  };
}

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
