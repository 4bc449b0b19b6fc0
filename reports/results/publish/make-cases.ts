import { issueKeysIn, stepsField } from '../../../contracts/index.js';
import { SetupError, messageToPrint } from '../../../client/errors.js';
import { stepRow } from './changes-of-case.js';
import type { PlanClient } from './plan-client.js';
import { isManaged, readIssues } from './plan-cases.js';
import { shortened, readLink, storeLink } from './run-link.js';
import type { PlanCases } from './plan-cases.js';
import type { Publication } from './find-plan.js';
import type { WantedCase } from './wanted-cases.js';

const PAGE = 50;
const LONGEST_SUMMARY = 250;
const CARRIED = '[tracker-e2e carried]';

interface MissingCases {
  readonly templates: readonly string[];
  readonly managed: readonly WantedCase[];
  /** Whether the templates of the previous release are among the templates, for the first time. */
  readonly carries: boolean;
}

/** Finds the cases that a plan lacks. Only GET is sent. */
export async function findMissing(
  publication: Publication,
  cases: PlanCases,
  wanted: readonly WantedCase[],
): Promise<MissingCases> {
  const carried = await carriedTemplates(publication);
  const people = cases.all().filter((one) => !isManaged(one));
  const there = new Set(people.map(({ template }) => template));
  const named = wanted.flatMap(({ id }) => cases.templateOf(id) ?? []);
  return {
    templates: [...new Set([...(carried ?? []), ...named])].filter((key) => !there.has(key)),
    managed: wanted.filter((one) => one.isManaged && cases.standingFor(one.id).length === 0),
    carries: carried !== undefined,
  };
}

/** The active templates of the plan of the previous release; undefined if they were taken over before. */
async function carriedTemplates({ client, plan }: Publication): Promise<string[] | undefined> {
  const { previous, key } = plan;
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

/** Makes the cases that a plan lacks. What can't be made, and why, goes to the problems of the publication. */
export async function makeCases(
  publication: Publication,
  key: string,
  cases: PlanCases,
  { templates, managed, carries }: MissingCases,
): Promise<void> {
  const { client, plan, problems } = publication;
  const made = new Set<string>();
  if (templates.length > 0) {
    const answer = await client.api.addTestCaseTemplates({
      body: { testPlanKeys: [key], testCaseTemplateKeys: [...templates], async: false },
    });
    // The place of the keys in the answer is an open question (TM-N09).
    for (const one of issueKeysIn(answer, [plan.project])) made.add(one);
  }
  if (carries) await storeLink(publication, key, `${(await readLink(client, key)) ?? ''} ${CARRIED}`.trim());
  const columns = cases.all().find((one) => one.columns !== undefined)?.columns ?? client.usual.columns;
  const fieldsFor = (wanted: WantedCase) => fieldsOf(publication, key, wanted, columns);
  for (let start = 0; start < managed.length; start += PAGE) {
    const told = await makeManaged(client, managed.slice(start, start + PAGE), fieldsFor);
    for (const one of told.keys) made.add(one);
    for (const [id, problem] of told.problems) problems.set(id, problem);
  }
  if (templates.length + made.size > 0) await cases.readNew();
  await removeSecond(publication, cases, [...managed.map(({ id }) => id), ...templates], made);
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
  { client: { fields, issueTypes }, plan, choice: { template } }: Publication,
  key: string,
  { id, title, steps }: WantedCase,
  columns: number,
) {
  const rows = steps.map((step) => stepRow(step.title, columns));
  return {
    project: { key: plan.project },
    parent: { key },
    issuetype: { name: issueTypes.testCase },
    summary: shortened(title.replaceAll(/\s+/g, ' '), LONGEST_SUMMARY),
    labels: [id],
    ...(template !== undefined && { [fields.template]: template }),
    ...(steps.length > 0 && stepsField({ fields, rowsProperty: fields.rows }, rows)),
  };
}

/** Removes the cases of this publisher that another publisher had made first. */
async function removeSecond(
  { client, notes }: Publication,
  cases: PlanCases,
  ids: readonly string[],
  made: ReadonlySet<string>,
): Promise<void> {
  for (const id of ids) {
    const [first, ...more] = cases.standingFor(id);
    for (const second of more.filter((one) => made.has(one.key))) {
      await client.api.deleteIssue({ issueIdOrKey: second.key });
      cases.forget(second);
      notes.push(`${second.key} was made while another publisher made ${first?.key ?? ''}, and is removed again`);
    }
  }
}
