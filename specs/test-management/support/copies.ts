import { setTimeout } from 'node:timers/promises';
import { CopyPlanBuilder } from '../../../builders/index.js';
import { expect } from '../../../fixtures/index.js';
import type {
  ApiResponse,
  Assumptions,
  ProvidedIssue,
  ProvidedTestManagementProject,
  StepsRow,
  TestFixtures,
  Tracker,
} from '../../../fixtures/index.js';
import { sourcesOf, UNTIL_CREATED } from './issues.js';
import type { NamedIssue } from './issues.js';

type Lists = Assumptions['TM-N20'];
type Forms = Pick<Lists, 'projects' | 'issueIds'>;

export interface Copying {
  readonly project: ProvidedTestManagementProject;
  readonly plan: Pick<NamedIssue, 'key'>;
  readonly into?: readonly NamedIssue[];
  /** Cases and templates that it is limited to. */
  readonly only?: readonly Pick<NamedIssue, 'id'>[];
  readonly by?: Parameters<CopyPlanBuilder['by']>[0];
  readonly async?: boolean;
  /** Plans that the test has made meanwhile, and that a search may not have found yet. */
  readonly besides?: readonly Pick<NamedIssue, 'key'>[];
  /** Whether the copy may be refused, or have no cases. */
  readonly mayBeEmpty?: boolean;
  /** The client that sends it; the usual one if it is left out. */
  readonly api?: TestFixtures['testManagement'];
}

export interface Copied {
  readonly response: ApiResponse;
  readonly plans: readonly NamedIssue[];
  readonly forms: Forms;
}

export type CopyPlan = (copying: Copying) => Promise<Copied>;

type Copiers = Pick<TestFixtures, 'trackerApi' | 'tracker' | 'assumptions' | 'testManagement' | 'testPlans'>;

const allForms = { projects: ['keys', 'ids'], issueIds: ['numbers', 'text'] } as const;

/** The forms of lists that this worker has seen taken (TM-N20), by the URL of the tracker. */
const taken = new Map<string, Partial<Forms>>();

/** The trackers, by their URL and whether they wait for the cases, whose answers name the copies. */
const naming = new Set<string>();

/**
 * Copies plans. The answer to a copy is not described, so the copies are those that it names anywhere. If it names none,
 * they are the new plans of the target projects whose cases are of the templates of the source.
 *
 * Lists are sent in the forms that are assumed (TM-N20). If a tracker refuses them or copies nothing, the other forms are
 * tried, once for all tests of a worker.
 */
export function planCopier(fixtures: Copiers): CopyPlan {
  const { testManagement, tracker, testPlans } = fixtures;
  const { baseUrl, answersAsAssumed } = tracker;
  /** The copies that it has made: a search is late, so it may find one only after the next call. */
  const earlier = new Set<string>();

  return async (copying) => {
    const { api = testManagement, mayBeEmpty = false, into, only, async: isLater = false, besides = [] } = copying;
    const answerKind = `${baseUrl} ${isLater}`;
    let first: Copied | undefined;
    for (const forms of formsToTry(fixtures, copying)) {
      // The plans that a copy can't be. They are not read if answers are known to name the copies.
      const isNamed = answersAsAssumed || naming.has(answerKind);
      const before = isNamed ? [] : [...(await newestPlans(fixtures, copying)), ...besides];
      const known = new Set([...before.map(({ key }) => key), ...earlier]);
      const response = await api.copyPlan({ body: copyBody(copying, forms) });
      const named = response.ok ? await testPlans.copiesIn(response, copying) : [];
      if (named.length > 0) naming.add(answerKind);
      const plans = response.ok && named.length === 0 ? await findCopies(fixtures, copying, response, known) : named;
      for (const { key } of plans) earlier.add(key);
      const copied = { response, plans, forms };
      first ??= copied;
      const isKnown = only === undefined || isLater || answersAsAssumed || taken.get(baseUrl)?.issueIds !== undefined;
      if (mayBeEmpty || !response.ok || !(isKnown || (await casesOfAll(plans)).length > 0)) continue;
      taken.set(baseUrl, {
        ...taken.get(baseUrl),
        ...(into && { projects: forms.projects }),
        ...(only && { issueIds: forms.issueIds }),
      });
      return copied;
    }
    if (first === undefined) throw new Error('No form of the lists is left to send.');
    if (!mayBeEmpty) expect(first.response).toSucceed();
    return first;
  };

  async function casesOfAll(plans: readonly NamedIssue[]): Promise<readonly NamedIssue[]> {
    return (await Promise.all(plans.map((plan) => testPlans.casesOf(plan)))).flat();
  }
}

/** The forms that the lists of a copy may have; one if the tracker is known to take it. */
function formsToTry({ tracker, assumptions }: Copiers, { into = [], only = [], mayBeEmpty }: Copying): Forms[] {
  const known = taken.get(tracker.baseUrl);
  const likely = { ...assumptions['TM-N20'], ...known };
  const isSettled = tracker.answersAsAssumed || tracker.accordingTo('TM-N20') === 'profile' || mayBeEmpty === true;
  const areProjectsOpen = !isSettled && into.length > 0 && known?.projects === undefined;
  const areIssuesOpen = !isSettled && only.length > 0 && known?.issueIds === undefined;
  const ofProjects = new Set([likely.projects, ...(areProjectsOpen ? allForms.projects : [])]);
  const ofIssues = new Set([likely.issueIds, ...(areIssuesOpen ? allForms.issueIds : [])]);
  return [...ofProjects].flatMap((projects) => [...ofIssues].map((issueIds) => ({ projects, issueIds })));
}

function targetsOf({ project, into = [] }: Copying): readonly string[] {
  return into.length === 0 ? [project.key] : into.map(({ key }) => key);
}

async function newestPlans({ trackerApi }: Copiers, copying: Copying): Promise<NamedIssue[]> {
  const projects = targetsOf(copying).map((key) => `"${key}"`);
  const type = copying.project.issueTypes.testPlan.id;
  const jql = `project in (${projects.join(', ')}) AND issuetype = ${type} ORDER BY created DESC`;
  const { data } = await trackerApi.searchIssues({ query: { jql, maxResults: '50', fields: 'summary' } });
  return data.issues.map(({ id, key }) => ({ id: Number(id), key }));
}

/** The sources of the cases of a plan; none if it is deleted meanwhile: it may be of another test. */
async function sourcesIn(
  { trackerApi, testPlans }: Copiers,
  { project, by }: Copying,
  plan: NamedIssue,
): Promise<readonly unknown[]> {
  let read = [plan.key];
  try {
    const cases = await testPlans.casesOf(plan);
    read = [...read, ...cases.map(({ key }) => key)];
    return await sourcesOf(trackerApi, project, cases, by);
  } catch (error) {
    const again = await Promise.all(read.map((issueIdOrKey) => trackerApi.getIssue({ issueIdOrKey })));
    if (again.some(({ status }) => status === 404)) return [];
    throw error;
  }
}

/** The new plans of the target projects whose cases have sources of the plan that was copied. */
async function findCopies(
  fixtures: Copiers,
  copying: Copying,
  response: ApiResponse,
  before: ReadonlySet<string>,
): Promise<readonly NamedIssue[]> {
  const { project, plan, by, mayBeEmpty } = copying;
  const cases = await fixtures.testPlans.casesOf(plan);
  const sources = new Set(await sourcesOf(fixtures.trackerApi, project, cases, by));
  const until = Date.now() + UNTIL_CREATED.timeout;
  for (;;) {
    const found = new Map<string, NamedIssue>();
    for (const candidate of await newestPlans(fixtures, copying)) {
      const target = projectKeyOf(candidate);
      if (candidate.key === plan.key || before.has(candidate.key) || found.has(target)) continue;
      const inCandidate = await sourcesIn(fixtures, copying, candidate);
      if (inCandidate.length > 0 && inCandidate.every((one) => sources.has(one))) found.set(target, candidate);
    }
    if (mayBeEmpty === true || found.size === targetsOf(copying).length) return [...found.values()];
    if (Date.now() > until) {
      throw new Error(`${response.exchange.url} made no copy of ${plan.key} that its answer names or a search finds.`);
    }
    await setTimeout(200);
  }
}

const projectKeyOf = ({ key }: Pick<NamedIssue, 'key'>) => key.replace(/-\d+$/, '');

export function copyBody({ plan, into, only, by, async: later }: Copying, { projects, issueIds }: Forms) {
  let copy = new CopyPlanBuilder().of(plan);
  if (into !== undefined) copy = projects === 'keys' ? copy.to(...into) : copy.toIds(...into);
  if (only !== undefined) copy = issueIds === 'numbers' ? copy.only(...only) : copy.onlyAsText(...only);
  if (by !== undefined) copy = copy.by(by);
  return (later === undefined ? copy : copy.async(later)).build();
}

/** The copy of a plan that is in a project. @throws Error if there is none */
export function copyIn(
  { plans, response }: Copied,
  { key }: Pick<ProvidedTestManagementProject, 'key'>,
): ProvidedIssue {
  const found = plans.find((plan) => projectKeyOf(plan) === key);
  if (found !== undefined) return found;
  const { url } = response.exchange;
  throw new Error(`${url} made no copy in ${key}: ${plans.map((plan) => plan.key).join(', ')}.`);
}

/** The cases of a plan, in plan order, as soon as there are so many; after a while those that are there. */
export async function casesOnceMade(
  testPlans: TestFixtures['testPlans'],
  tracker: Pick<Tracker, 'answersAsAssumed'>,
  plan: Pick<ProvidedIssue, 'key'>,
  count: number,
): Promise<ProvidedIssue[]> {
  // The bundled fake is never as late as a tracker at work.
  const until = Date.now() + UNTIL_CREATED.timeout / (tracker.answersAsAssumed ? 10 : 1);
  for (;;) {
    const cases = await testPlans.casesOf(plan);
    if (cases.length >= count || Date.now() >= until) return cases;
    await setTimeout(tracker.answersAsAssumed ? 10 : 200);
  }
}

/**
 * Rows of a table with so many columns: what is alone in its row is the name of a group. Missing cells are filled, unless
 * the last one is empty.
 */
export function rowsFor(columns: number, rows: readonly (readonly string[])[]): StepsRow[] {
  return rows.map((cells) => {
    if (cells.length === 1) return { isGroup: true, cells: [...cells] };
    const isEmpty = cells.at(-1) === '';
    const more = Array.from({ length: columns }, (_, index) => (isEmpty ? '' : `column ${index}`));
    return { isGroup: false, cells: [...cells, ...more.slice(cells.length)].slice(0, columns) };
  });
}
