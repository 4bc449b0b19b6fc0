import { missing, notChecked } from './check.js';
import type { Check, Seen, Finding } from './check.js';
import { clock, edition, reachable, version } from './checks/tracker.js';
import { connections } from './checks/connections.js';
import { credentials, permissions, secondUser } from './checks/users.js';
import { customFields, issueTypes } from './checks/names.js';
import { extensions } from './checks/extensions.js';
import { leftovers } from './checks/leftovers.js';
import { rateLimits, workers } from './checks/capacity.js';
import { sandboxProjects, testProjects } from './checks/projects.js';
import { templates } from './checks/templates.js';
import { HarnessError, messageToPrint } from '../../fixtures/errors.js';
import type { Context, Facts } from './context.js';

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
    const seen = await check.look(context, facts);
    return 'findings' in seen ? seen : { findings: [seen] };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const [first = ''] = messageToPrint(error).split('\n');
    return { findings: [missing(first, 'have the tracker answer this as its documentation says.')] };
  }
}
