import { issueNamesIn, stepsField } from '../../../contracts/index.js';
import { issueKeyPattern } from '../../../contracts/report/results.js';
import { SetupError, messageToPrint } from '../../../fixtures/errors.js';
import { stepRow } from './changes-of-case.js';
import type { FoundPlan } from './find-plan.js';
import type { PlanClient } from './plan-client.js';
import { isManaged, readIssues } from './plan-cases.js';
import { shortened, readLink, storeLink } from './run-link.js';
import type { PlanCases } from './plan-cases.js';
import type { PublishChoice } from './publish-choice.js';
import type { RunLink } from './run-link.js';
import type { WantedCase } from './wanted-cases.js';

const PAGE = 50;
const LONGEST_SUMMARY = 250;
const CARRIED = '[tracker-e2e carried]';

export interface MissingCases {
  readonly templates: readonly string[];
  readonly managed: readonly WantedCase[];
  /** The template of the new case, by the key that a test names: of a template, or of a case of another plan. */
  readonly templateOf: ReadonlyMap<string, string>;
  /** Whether the templates of the previous release are among the templates, for the first time. */
  readonly carries: boolean;
  readonly problems: ReadonlyMap<string, string>;
}

/** Finds the cases that a plan lacks. Only GET is sent. */
export async function findMissing(
  client: PlanClient,
  plan: FoundPlan,
  cases: PlanCases,
  wanted: readonly WantedCase[],
): Promise<MissingCases> {
  const absent = wanted.filter(({ id }) => cases.standingFor(id).length === 0);
  const templateOf = new Map<string, string>();
  const problems = new Map<string, string>();
  for (const { id } of absent.filter((one) => !one.isManaged)) {
    const found = await templateFor(client, id);
    if ('problem' in found) problems.set(id, found.problem);
    else templateOf.set(id, found.template);
  }
  const carried = await carriedTemplates(client, plan);
  const there = new Set(
    cases
      .all()
      .filter((one) => !isManaged(one))
      .map(({ template }) => template),
  );
  const templates = [...new Set([...(carried ?? []), ...templateOf.values()])].filter((key) => !there.has(key));
  return {
    templates,
    managed: absent.filter((one) => one.isManaged),
    templateOf,
    carries: carried !== undefined,
    problems,
  };
}

async function templateFor(
  { api, fields, issueTypes }: PlanClient,
  id: string,
): Promise<{ readonly template: string } | { readonly problem: string }> {
  if (!issueKeyPattern.test(id))
    return { problem: `“${id}” is no key of an issue: testCase() takes one, such as QA-12` };
  try {
    const issue = await api.getIssue({ issueIdOrKey: id, query: { fields: `issuetype,${fields.template}` } });
    const type = (issue.fields['issuetype'] as { readonly name?: string } | undefined)?.name;
    if (type === issueTypes.testCaseTemplate) return { template: issue.key };
    const template = issue.fields[fields.template];
    if (type === issueTypes.testCase && typeof template === 'string') return { template };
    return {
      problem: `${id} is a ${type ?? 'thing without a type'} that no case can be made of: name a ${issueTypes.testCaseTemplate}`,
    };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return {
      problem: `${id} can't be read (${error.status}): testCase() has to name a template or a case that is there`,
    };
  }
}

/** The active templates of the plan of the previous release; undefined if they were taken over before. */
async function carriedTemplates(client: PlanClient, { previous, key }: FoundPlan): Promise<string[] | undefined> {
  if (previous === undefined) return undefined;
  if (key !== undefined && (await readLink(client, key))?.includes(CARRIED) === true) return undefined;
  const ids = (await client.api.listTestCaseIds({ testPlanKey: previous })).map(String);
  const active = new Set(
    (await client.api.listTestCaseTemplateIds({ testPlanKey: previous, query: { onlyActive: 'true' } })).map(String),
  );
  if (active.size === 0) return [];
  // Cases for a test or a rule are not copied: this run makes them anew.
  const cases = await readIssues(client, ids, `labels,${client.fields.template}`);
  const people = cases.filter(({ fields }) => !isManaged({ labels: (fields['labels'] as string[] | null) ?? [] }));
  const keys = new Set(people.map(({ fields }) => fields[client.fields.template]));
  const templates = await readIssues(client, [...active], 'summary');
  return templates.map((template) => template.key).filter((one) => keys.has(one));
}

/** Makes the cases that a plan lacks. @returns why cases could not be made, by the id of the case, and notes */
export async function makeCases(
  client: PlanClient,
  plan: FoundPlan & { readonly key: string },
  cases: PlanCases,
  missing: MissingCases,
  choice: Pick<PublishChoice, 'template'>,
  link: RunLink,
): Promise<{ readonly problems: ReadonlyMap<string, string>; readonly notes: readonly string[] }> {
  const problems = new Map(missing.problems);
  const made = new Set<string>();
  if (missing.templates.length > 0) {
    const answer = await client.api.addTestCaseTemplates({
      body: { testPlanKeys: [plan.key], testCaseTemplateKeys: [...missing.templates], async: false },
    });
    // The place of the keys in the answer is an open question (TM-N09).
    for (const key of issueNamesIn(answer, [plan.project]).keys) made.add(key);
  }
  if (missing.carries) {
    await storeLink(client, plan.key, link, `${(await readLink(client, plan.key)) ?? ''} ${CARRIED}`.trim());
  }
  const columns = cases.all().find((one) => one.columns !== undefined)?.columns ?? client.usual.columns;
  const fieldsFor = (wanted: WantedCase) => fieldsOf(client, plan, wanted, choice.template, columns);
  for (let start = 0; start < missing.managed.length; start += PAGE) {
    const told = await makeManaged(client, missing.managed.slice(start, start + PAGE), fieldsFor);
    for (const key of told.keys) made.add(key);
    for (const [id, problem] of told.problems) problems.set(id, problem);
  }
  if (missing.templates.length + made.size > 0) await cases.readNew();
  return {
    problems,
    notes: await removeSecond(client, cases, [...missing.managed.map(({ id }) => id), ...missing.templates], made),
  };
}

interface MadeCases {
  readonly keys: readonly string[];
  /** Why a case could not be made, by its id. */
  readonly problems: readonly (readonly [string, string])[];
}

/** Makes cases that stand for a test or a rule. A case that the tracker refuses does not stop the others. */
async function makeManaged(
  client: PlanClient,
  wanted: readonly WantedCase[],
  fieldsFor: (one: WantedCase) => object,
): Promise<MadeCases> {
  const body = { issueUpdates: wanted.map((one) => ({ fields: { ...fieldsFor(one) } })) };
  try {
    const { issues, errors } = await client.api.bulkCreateIssues({ body });
    return {
      keys: issues.map(({ key }) => key),
      problems: errors.flatMap(({ failedElementNumber, ...error }) => {
        const one = wanted[failedElementNumber];
        return one === undefined ? [] : [[one.id, `no case could be made: ${shortened(JSON.stringify(error), 300)}`]];
      }),
    };
  } catch (error) {
    // A tracker refuses the call if it can make none of the cases, and some trackers if they can't make one.
    if (!(error instanceof SetupError) || error.status !== 400) throw error;
    const [only, ...others] = wanted;
    if (only !== undefined && others.length === 0) return { keys: [], problems: [[only.id, messageToPrint(error)]] };
    const parts: MadeCases[] = [];
    for (const one of wanted) parts.push(await makeManaged(client, [one], fieldsFor));
    return { keys: parts.flatMap(({ keys }) => keys), problems: parts.flatMap(({ problems }) => problems) };
  }
}

function fieldsOf(
  { fields, issueTypes }: PlanClient,
  { key, project }: { readonly key: string; readonly project: string },
  { id, title, steps }: WantedCase,
  template: string | undefined,
  columns: number,
) {
  return {
    project: { key: project },
    parent: { key },
    issuetype: { name: issueTypes.testCase },
    summary: shortened(title.replaceAll(/\s+/g, ' '), LONGEST_SUMMARY),
    labels: [id],
    ...(template !== undefined && { [fields.template]: template }),
    ...(steps.length > 0 &&
      stepsField(
        { fields, rowsProperty: fields.rows },
        steps.map((step) => stepRow(step.title, columns)),
      )),
  };
}

/** Removes the cases of this publisher that another publisher had made first. */
async function removeSecond(
  { api }: PlanClient,
  cases: PlanCases,
  ids: readonly string[],
  made: ReadonlySet<string>,
): Promise<string[]> {
  const notes: string[] = [];
  for (const id of ids) {
    const [first, ...more] = cases.standingFor(id);
    for (const second of more.filter((one) => made.has(one.key))) {
      await api.deleteIssue({ issueIdOrKey: second.key });
      cases.forget(second);
      notes.push(`${second.key} was made while another publisher made ${first?.key ?? ''}, and is removed again`);
    }
  }
  return notes;
}
