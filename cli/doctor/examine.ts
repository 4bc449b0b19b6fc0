import { HarnessError, SettingsError } from '../../fixtures/errors.js';
import { asPublic } from '../../fixtures/reporting/secrets.js';
import { checks } from './checks.js';
import type { Check, Context, Seen } from './check.js';
import type { Facts } from './facts.js';
import { missing, notChecked } from './finding.js';
import type { Finding } from './finding.js';

/** What an examination has found. */
export interface Examination {
  readonly facts: Facts;
  readonly lines: readonly (Finding & { readonly check: string })[];
}

/** Looks at everything, in order; what one check can't see keeps no other from looking. */
export async function examine(context: Context): Promise<Examination> {
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
    if (!(error instanceof HarnessError) && !(error instanceof SettingsError)) throw error;
    const [first = ''] = error.message.split('\n');
    // What the harness throws holds no secret any more.
    const text = error instanceof HarnessError ? asPublic(first) : first;
    return { findings: [missing(text, 'have the tracker answer this as its documentation says.')] };
  }
}
