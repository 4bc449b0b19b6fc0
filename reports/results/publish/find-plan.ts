import { projectKeyOf } from '../../../contracts/index.js';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Issue } from '../../../contracts/index.js';
import { issueKeyPattern } from '../../documents/results.js';
import { HarnessError, SetupError } from '../../../client/errors.js';
import type { PlanClient } from './plan-client.js';
import type { Results } from '../../documents/results.js';
import type { RunLink } from './run-link.js';

export class PublishError extends HarnessError {
  override readonly name = 'PublishError';
}

export interface FoundPlan {
  /** Undefined in a dry run that would make it. */
  readonly key: string | undefined;
  readonly summary: string;
  readonly project: string;
  /** Whether this publisher made it. */
  readonly isNew: boolean;
  /** The key of the plan of the release before. */
  readonly previous: string | undefined;
  readonly notes: readonly string[];
}

const planLabel = 'tracker-e2e.plan';
const fields = 'summary,issuetype,project,labels';

/** The named plan, or the plan of the release, which is made if it is missing. @throws PublishError, SetupError */
export async function findPlan(client: PlanClient, choice: PublishChoice): Promise<FoundPlan> {
  if (choice.plan !== undefined) {
    const issue = await planWith(client, choice.plan);
    return { ...foundPlan(client, issue), isNew: false, previous: undefined, notes: [] };
  }
  const { release, project } = choice;
  if (release === undefined || project === undefined || release.trim() === '') {
    throw new PublishError(
      'No test plan is named: name it by --plan, or its release and project by --release and --project.',
    );
  }
  if (!/^[A-Z][A-Z0-9_]*$/i.test(project)) {
    throw new PublishError(`${project} is no key of a project, such as QA: plans of releases need one.`);
  }
  await client.api.getProject({ projectIdOrKey: project }).catch(refuseMissing(`project ${project}`));
  return planOfRelease(client, choice, release, project);
}

async function planWith({ api }: PlanClient, plan: string): Promise<Issue> {
  if (!issueKeyPattern.test(plan)) throw new PublishError(`${plan} is no key of a test plan, such as QA-50.`);
  return api.getIssue({ issueIdOrKey: plan, query: { fields } }).catch(refuseMissing(`test plan ${plan}`));
}

function refuseMissing(what: string): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof SetupError) || cause.status !== 404) throw cause;
    throw new PublishError(`There is no ${what}, or the user of TRACKER_USERNAME or TRACKER_TOKEN can't see it.`, {
      cause,
    });
  };
}

async function planOfRelease(
  client: PlanClient,
  { settle, dryRun }: PublishChoice,
  release: string,
  project: string,
): Promise<FoundPlan> {
  const label = `${planLabel}.${createHash('sha256').update(release).digest('hex').slice(0, 16)}`;
  const summary = `Release ${release}`;
  let plans = await plansWith(client, project, label);
  // A tracker indexes late: the plan may have been made a moment ago, by a publisher that was killed.
  if (plans.length === 0 && !dryRun && settle > 0) {
    await sleep(settle);
    plans = await plansWith(client, project, label);
  }
  const [first] = plans;
  const previous = (await planBefore(client, project, label, first))?.key;
  if (first !== undefined) return { ...foundPlan(client, first), isNew: false, previous, notes: extraPlans(plans) };
  const missing = { key: undefined, summary, project, isNew: true, previous, notes: [] };
  if (dryRun) return missing;
  client.scope.allowPlanIn(project);
  const issuetype = { name: client.issueTypes.testPlan };
  const labels = [planLabel, label];
  const made = await client.api.createIssue({
    body: { fields: { project: { key: project }, issuetype, summary, labels } },
  });
  client.scope.allow(made);
  const found = await untilFound(client, project, label, made, settle);
  const [oldest = made] = found;
  if (oldest.id === made.id) {
    return { ...missing, key: made.key, notes: extraPlans(found) };
  }
  // Another publisher made it at the same time, and was first.
  await client.api.deleteIssue({ issueIdOrKey: made.key });
  const issue = await client.api.getIssue({ issueIdOrKey: oldest.key, query: { fields } });
  return { ...foundPlan(client, issue), isNew: false, previous, notes: [] };
}

/** The last plan of another release; if the plan of this one is there, the last that was made before it. */
async function planBefore(
  client: PlanClient,
  project: string,
  label: string,
  plan: Issue | undefined,
): Promise<Issue | undefined> {
  const others = (await plansWith(client, project, planLabel)).filter(
    ({ fields: { labels } }) => !Array.isArray(labels) || !labels.includes(label),
  );
  return others.findLast(({ id }) => plan === undefined || Number(id) < Number(plan.id));
}

async function plansWith({ api, issueTypes }: PlanClient, project: string, label: string): Promise<Issue[]> {
  const jql = `project = "${project}" AND issuetype = "${issueTypes.testPlan}" AND labels = "${label}"`;
  const { issues } = await api.searchIssues({ query: { jql, fields, maxResults: 1000 } });
  return issues.toSorted((one, other) => Number(one.id) - Number(other.id));
}

async function untilFound(
  client: PlanClient,
  project: string,
  label: string,
  made: { readonly id: string; readonly key: string },
  settle: number,
): Promise<readonly { readonly id: string; readonly key: string }[]> {
  const end = performance.now() + settle;
  for (;;) {
    const found = await plansWith(client, project, label);
    if (found.some(({ key }) => key === made.key)) return found;
    if (performance.now() >= end) return [...found, made];
    await sleep(Math.min(1_000, settle));
  }
}

function extraPlans([first, ...more]: readonly { readonly key: string }[]): string[] {
  if (first === undefined || more.length === 0) return [];
  const keys = more.map(({ key }) => key).join(', ');
  return [
    `${keys} is the plan of this release a second time, made by two publishers at once: delete it. ${first.key} is used.`,
  ];
}

function foundPlan({ issueTypes, scope }: PlanClient, issue: Issue): Pick<FoundPlan, 'key' | 'summary' | 'project'> {
  const { summary, issuetype, project } = issue.fields as {
    readonly summary: string;
    readonly issuetype?: { readonly name: string };
    readonly project?: { readonly key: string };
  };
  if (issuetype?.name !== issueTypes.testPlan) {
    throw new PublishError(
      `${issue.key} is a ${issuetype?.name ?? 'thing without a type'}, and no ${issueTypes.testPlan}: name a test plan.`,
    );
  }
  scope.allow(issue);
  return { key: issue.key, summary, project: project?.key ?? projectKeyOf(issue.key) };
}

export interface Publication {
  readonly client: PlanClient;
  readonly choice: PublishChoice;
  readonly run: Results['run'];
  readonly plan: FoundPlan;
  readonly link: RunLink;
  readonly notes: string[];
  /** Why there can be no case, by what a test names. */
  readonly problems: Map<string, string>;
}

/** The target of published results, and their form there. */
export interface PublishChoice {
  /** The key of the plan. */
  readonly plan?: string | undefined;
  /** The release whose plan is found, or made, in a project. */
  readonly release?: string | undefined;
  readonly project?: string | undefined;
  /** The key of the template of cases that stand for a test or a rule. Default: none */
  readonly template?: string | undefined;
  /** The subject of a case if its tests name no case. */
  readonly by: 'test' | 'rule';
  /** The names of the project's statuses for passed and failed steps, and for passed and failed cases. */
  readonly stepStatuses: { readonly passed: string; readonly failed: string };
  readonly caseStatuses: { readonly passed: string; readonly failed: string };
  /** Whether the results go to the plan as it is, or to a new iteration, in which all cases start again. */
  readonly iteration: 'current' | 'next';
  /** The page that shows the run. Default: the page that the results name */
  readonly runUrl?: string | undefined;
  /** Whether nothing is changed. */
  readonly dryRun: boolean;
  /** The longest delay until the tracker has indexed a new plan, in milliseconds. */
  readonly settle: number;
}

export const publishDefaults = {
  by: 'test',
  stepStatuses: { passed: 'Pass', failed: 'Fail' },
  caseStatuses: { passed: 'Pass', failed: 'Fail' },
  iteration: 'current',
  dryRun: false,
  settle: 15_000,
} as const satisfies PublishChoice;

export function choiceOf(choice: Partial<PublishChoice>): PublishChoice {
  return {
    ...publishDefaults,
    ...Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined)),
  };
}
