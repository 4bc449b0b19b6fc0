import { missing, notChecked } from './check.js';
import type { Check, Seen, Finding } from './check.js';
import { clock } from './checks/clock.js';
import { connections } from './checks/connections.js';
import { credentials } from './checks/credentials.js';
import { customFields } from './checks/custom-fields.js';
import { edition } from './checks/edition.js';
import { extensions } from './checks/extensions.js';
import { issueTypes } from './checks/issue-types.js';
import { leftovers } from './checks/leftovers.js';
import { permissions } from './checks/permissions.js';
import { rateLimits } from './checks/rate-limits.js';
import { reachable } from './checks/reachable.js';
import { sandboxProjects } from './checks/sandbox-projects.js';
import { secondUser } from './checks/second-user.js';
import { templates } from './checks/templates.js';
import { testProjects } from './checks/test-projects.js';
import { version } from './checks/version.js';
import { workers } from './checks/workers.js';
import { HarnessError, messageToPrint } from '../../fixtures/errors.js';
import type { Context } from './context.js';
import type { Facts } from './facts.js';

/** The checks of the doctor, in order. */
const checks: readonly Check[] = [
  reachable,
  version,
  edition,
  clock,
  credentials,
  permissions,
  extensions,
  customFields,
  issueTypes,
  sandboxProjects,
  testProjects,
  templates,
  connections,
  workers,
  secondUser,
  leftovers,
  rateLimits,
];

/** The results of the checks. */
export interface CheckResults {
  readonly facts: Facts;
  readonly lines: readonly (Finding & { readonly check: string })[];
}

/** Runs all checks in order. A check that fails does not stop the others. */
export async function runChecks(context: Context): Promise<CheckResults> {
  let facts: Facts = {};
  const lines: (Finding & { readonly check: string })[] = [];
  for (const check of checks) {
    const seen = await look(check, context, facts);
    facts = { ...facts, ...seen.facts };
    lines.push(...seen.findings.map((finding) => ({ check: check.name, ...finding })));
  }
  return { facts, lines };
}

async function look(check: Check, context: Context, facts: Facts): Promise<Seen> {
  const lacking = Object.entries(check.needs ?? {}).find(([fact]) => facts[fact as keyof Facts] === undefined);
  if (lacking !== undefined) return { findings: [notChecked(lacking[1])] };
  try {
    return await check.look(context, facts);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const [first = ''] = messageToPrint(error).split('\n');
    return { findings: [missing(first, 'have the tracker answer this as its documentation says.')] };
  }
}
