import { withoutSecrets } from '../fixtures/reporting/secrets.js';
import type { PublishedCase } from './publish/publish-case.js';
import type { PublishReport } from './publish/publish.js';

/** What became of the results of a run, as lines for people. */
export function renderReport(report: PublishReport): string {
  const { plan, url, cases, dryRun, notes, others, requests, fromTemplates } = report;
  const changed = cases.filter(({ changes }) => changes.length > 0);
  const problems = cases.filter(({ problem }) => problem !== undefined);
  const made = plan.isNew ? (dryRun ? ', which would be made' : ', which was made') : '';
  const page = plan.key === undefined ? '' : ` ${url}/browse/${plan.key}`;
  const lines = [
    `Test plan ${[plan.key, plan.summary].filter((part) => part !== undefined).join(' ')}${made}${page}`,
    ...(fromTemplates === 0 ? [] : [`  ${fromTemplates} cases ${dryRun ? 'would be' : 'were'} made of templates`]),
    ...cases.flatMap(renderCase),
    ...notes.map((note) => `  ! ${note}`),
    `${cases.length} cases: ${changed.length} ${dryRun ? 'would be changed' : 'changed'}, ` +
      `${cases.length - changed.length - problems.length} as published, ${problems.length} not published; ` +
      `${others} others in the plan; ${requests} requests`,
  ];
  return withoutSecrets(lines.join('\n'));
}

function renderCase({ key, title, outcome, changes, notes, problem }: PublishedCase): string[] {
  if (changes.length + notes.length === 0 && problem === undefined) return [];
  const what = problem === undefined ? changes.join(', ') : `not published: ${problem}`;
  return [`  ${key ?? 'new case'} ${title} (${outcome}): ${what}`, ...notes.map((note) => `    kept: ${note}`)];
}
