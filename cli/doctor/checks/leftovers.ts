import { readHolder } from '../../../fixtures/cleanup/leases/file-lease.js';
import { nameOf } from '../../../fixtures/cleanup/ledger/ledger-line.js';
import { ledgerFolder } from '../../../fixtures/cleanup/ledger/ledger.js';
import { readLedgers } from '../../../fixtures/cleanup/ledger/read-ledgers.js';
import { originOfProject, runInSummary } from '../../../fixtures/cleanup/ledger/run-mark.js';
import { notChecked, ok, warning, tryRead } from '../check.js';
import type { Check, Finding } from '../check.js';
import type { Context } from '../context.js';

const remedy = 'clean up with `tracker-e2e sweep --older-than 0s --yes`, unless another run is going on there now.';

const unreadableRemedy = 'restore the file, or move it away if nothing that it named can be left.';

export const leftovers: Check = {
  name: 'leftovers',
  needs: { user: 'no login works' },
  look: async (context) => {
    const findings = [
      ...(await projectsLeft(context)),
      ...(await issuesLeft(context)),
      ...(await leasesLeft(context)),
      ...itemsLeft(context),
    ];
    return {
      findings: findings.length > 0 ? findings : [ok('none: no project, issue, lease or ledger of an earlier run')],
    };
  },
};

/** Only the description shows that a run made a project, and a list of projects may lack descriptions. */
async function projectsLeft({ read }: Context): Promise<Finding[]> {
  const keys: string[] = [];
  for (const { key, name } of await read().listProjects()) {
    if (name !== `tracker-e2e ${key}`) continue;
    const { data } = await tryRead(() => read().getProject({ projectIdOrKey: key }));
    if (data !== undefined && originOfProject(data) !== undefined) keys.push(key);
  }
  return keys.length === 0 ? [] : [warning(`projects ${listed(keys)}`, remedy)];
}

async function issuesLeft({ read }: Context): Promise<Finding[]> {
  const query = { jql: 'summary ~ "tracker-e2e"', fields: 'summary', maxResults: 1_000 };
  const { data, refused } = await tryRead(() => read().searchIssues({ query }));
  if (refused !== undefined) return [notChecked(`issues: the search answers ${refused.status}`)];
  const issues = data.issues.filter(({ fields }) => runInSummary(String(fields['summary'])) !== undefined);
  return issues.length === 0 ? [] : [warning(`issues ${listed(issues.map(({ key }) => key))}`, remedy)];
}

/** Expired leases in projects of the sandbox. A lease that has not expired may belong to a run that goes on. */
async function leasesLeft({ read, external }: Context): Promise<Finding[]> {
  const { projects, tests } = external.sandbox;
  const names: string[] = [];
  for (const key of new Set([...projects, ...tests.projects].map((project) => project.key))) {
    // Another check reports a missing project.
    const { data = [] } = await tryRead(() => read().listComponents({ projectIdOrKey: key }));
    for (const { name, description } of data) {
      const lease = name.startsWith('tracker-e2e lease: ') ? readHolder(description) : undefined;
      if (lease !== undefined && Date.parse(lease.until) <= Date.now()) names.push(`${key}/${name}`);
    }
  }
  return names.length === 0 ? [] : [warning(`components ${listed(names)}`, remedy)];
}

function itemsLeft({ settings, external }: Context): Finding[] {
  const { runs, unreadable } = readLedgers(ledgerFolder(settings.outputDir));
  const left = runs
    .filter(({ tracker, open }) => tracker === external.url && open.length > 0)
    .map(({ run, open }) => {
      const items = [...new Set(open.map(({ item }) => nameOf(item)))];
      return warning(`the ledger of run ${run} has ${listed(items)}`, remedy);
    });
  return [...left, ...unreadable.map((sentence) => warning(sentence, unreadableRemedy))];
}

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
