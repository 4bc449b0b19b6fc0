import { counted } from '../../../contracts/counted.js';
import type { Results } from '../../../contracts/report/results.js';
import { SetupError, messageToPrint, SettingsError } from '../../../fixtures/errors.js';
import { eachOf } from '../../../fixtures/http/setup-client.js';
import { findPlan, PublishError } from './find-plan.js';
import type { FoundPlan } from './find-plan.js';
import { findMissing, makeCases } from './make-cases.js';
import type { MissingCases } from './make-cases.js';
import { CaseMover, publishCase } from './publish-case.js';
import type { PlanClient } from './plan-client.js';
import { plainTexts, shortened, readLink, storeLink } from './run-link.js';
import { PlanCases } from './plan-cases.js';
import type { PublishChoice } from './publish-choice.js';
import type { PublishContext, PublishedCase } from './publish-case.js';
import { wantedCases } from './wanted-cases.js';
import type { WantedCase } from './wanted-cases.js';
import { inOneLine } from '../../../fixtures/reporting/print.js';
import type { RunLink } from './run-link.js';
import { keepSecrets } from '../../../fixtures/reporting/secrets.js';
import { loadSettings, secretsOf } from '../../../fixtures/settings/load-settings.js';
import { choiceOf } from './publish-choice.js';
import { openPlanClient } from './plan-client.js';

export interface PublishReport {
  readonly plan: Pick<FoundPlan, 'key' | 'summary' | 'isNew'>;
  readonly url: string;
  readonly dryRun: boolean;
  /** How many cases were made of templates that tests name, or that the previous release used. */
  readonly fromTemplates: number;
  readonly cases: readonly PublishedCase[];
  readonly notes: readonly string[];
  readonly others: number;
  readonly requests: number;
}

/** Publishes results in a test plan. It can be repeated, as the tracker has the record of what was published. */
export async function publish(told: Results, choice: PublishChoice, client: PlanClient): Promise<PublishReport> {
  const results = plainTexts(told) as Results;
  refuseUnusable(results);
  const wanted = wantedCases(results, choice.by);
  const plan = await findPlan(client, choice);
  const { run } = results;
  const url = choice.runUrl ?? run.url ?? `${client.url}/browse/${plan.key ?? ''}`;
  const link = { url, title: shortened(`Automated run: ${run.name}`, 200) };
  const begun =
    choice.iteration === 'next' ? await beginIteration(client, plan, run.id, link, choice.dryRun) : undefined;
  const cases = new PlanCases(client, plan.key ?? '');
  if (plan.key !== undefined && !plan.isNew) await cases.readNew();
  const lacking = await findMissing(client, plan, cases, wanted);
  const missing = choice.updateOnly ? { ...lacking, templates: [], managed: [], carries: false } : lacking;
  const { key } = plan;
  const made =
    choice.dryRun || key === undefined
      ? { problems: missing.problems, notes: [] }
      : await makeCases(client, { ...plan, key }, cases, missing, choice, { ...link, text: '' });
  const context: PublishContext = {
    ...{ client, run, link, dryRun: choice.dryRun },
    mover: new CaseMover(client),
    names: {
      step: choice.stepStatuses,
      case: choice.caseStatuses,
      defaultStep: client.usual.defaultStatus,
      columns: client.usual.columns,
    },
  };
  const seconds: string[] = [];
  const once = wantedCases(results, choice.by, (id) => standing(cases, id, missing)[0]?.key ?? templateOf(id, missing));
  const toPublish = choice.updateOnly ? once.filter(({ id }) => standing(cases, id, missing).length > 0) : once;
  const published = await eachOf(toPublish, async (one): Promise<PublishedCase> => {
    const [first, ...more] = standing(cases, one.id, missing);
    const problem = made.problems.get(one.id);
    if (first === undefined) return absent(one, problem, choice.dryRun);
    if (more.length > 0)
      seconds.push(
        secondCases(
          first.key,
          more.map((case_) => case_.key),
        ),
      );
    return tolerant(one, first.key, () => publishCase(context, one, first));
  });
  const shown = new Set(published.map((one) => one.key));
  return {
    plan,
    url: client.url,
    dryRun: choice.dryRun,
    fromTemplates: missing.templates.length,
    cases: published,
    notes: [
      ...plan.notes,
      ...(begun === undefined ? [] : [begun]),
      ...made.notes,
      ...seconds,
      ...(toPublish.length === once.length ? [] : [leftOut(once.filter((one) => !toPublish.includes(one)))]),
    ],
    others: cases.all().filter((one) => !shown.has(one.key)).length,
    requests: client.requests(),
  };
}

/** Refuses results that say little or nothing of the tests: their cases would look as if they had not failed. */
function refuseUnusable({ run, errors, tests }: Results): void {
  const noneRan = tests.every(({ status }) => ['not run', 'skipped', 'not available'].includes(status));
  const reasons = noneRan ? ['No test of it ran.', ...errors] : errors;
  if (reasons.length === 0) return;
  throw new PublishError(
    `Nothing is published of ${run.name}: correct this, and run the tests again.\n${reasons.map((one) => `- ${one}`).join('\n')}`,
  );
}

function standing(cases: PlanCases, id: string, missing: MissingCases) {
  const found = cases.standingFor(id);
  return found.length > 0 ? found : cases.standingFor(templateOf(id, missing));
}

/** The template of a case of another plan; any other id stays as it is. */
function templateOf(id: string, missing: MissingCases): string {
  return missing.templateOf.get(id) ?? id;
}

function absent({ title, outcome, steps }: WantedCase, problem: string | undefined, dryRun: boolean): PublishedCase {
  const told = { key: undefined, title, outcome, notes: [] };
  if (problem !== undefined) return { ...told, changes: [], problem };
  if (!dryRun)
    return { ...told, changes: [], problem: 'its case was made, and the plan does not list it: publish again' };
  return { ...told, changes: [`is made, with ${counted(steps.length, 'step')}`] };
}

function leftOut(wanted: readonly WantedCase[]): string {
  const titles = wanted.slice(0, 3).map(({ title }) => `“${title}”`);
  const more = wanted.length > titles.length ? ' …' : '';
  return `${counted(wanted.length, 'result has', 'results have')} no case in the plan, and none is made: ${titles.join(', ')}${more}`;
}

function secondCases(first: string, more: readonly string[]): string {
  return `${more.join(', ')} is the same case as ${first} a second time, made by two publishers at once: delete it. ${first} is kept up to date.`;
}

/** Publishes a case. A case that the tracker refuses to change does not stop the others. */
async function tolerant(
  { title, outcome }: WantedCase,
  key: string,
  send: () => Promise<PublishedCase>,
): Promise<PublishedCase> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { key, title, outcome, changes: [], notes: [], problem: messageToPrint(error) };
  }
}

function renderReport(report: PublishReport): string {
  const { plan, url, cases, dryRun, notes, others, requests, fromTemplates } = report;
  const changed = cases.filter(({ changes }) => changes.length > 0);
  const problems = cases.filter(({ problem }) => problem !== undefined);
  const made = plan.isNew ? (dryRun ? ', which would be made' : ', which was made') : '';
  const page = plan.key === undefined ? '' : ` ${url}/browse/${plan.key}`;
  const lines = [
    `Test plan ${inOneLine([plan.key, plan.summary].filter((part) => part !== undefined).join(' '))}${made}${page}`,
    ...(fromTemplates === 0
      ? []
      : [
          `  ${dryRun ? `${counted(fromTemplates, 'case')} would be` : counted(fromTemplates, 'case was', 'cases were')} made of templates`,
        ]),
    ...cases.flatMap(renderCase),
    ...notes.map((note) => `  ! ${note}`),
    `${counted(cases.length, 'case')}: ${changed.length} ${dryRun ? 'would be changed' : 'changed'}, ` +
      `${cases.length - changed.length - problems.length} as published, ${problems.length} not published; ` +
      `${counted(others, 'other')} in the plan; ${counted(requests, 'request')}`,
  ];
  return lines.join('\n');
}

function renderCase({ key, title, outcome, changes, notes, problem }: PublishedCase): string[] {
  if (changes.length + notes.length === 0 && problem === undefined) return [];
  const what = problem === undefined ? inOneLine(changes.join(', ')) : `not published: ${problem}`;
  return [
    `  ${key ?? 'new case'} ${inOneLine(title)} (${outcome}): ${what}`,
    ...notes.map((note) => `    kept: ${inOneLine(note)}`),
  ];
}

const MARK = /\[tracker-e2e iteration (\S+) (begun|done)\]/;

/** Begins the next iteration of a plan, once for a run. @returns a note for the report, if one is needed */
async function beginIteration(
  client: PlanClient,
  { key, isNew }: FoundPlan,
  run: string,
  link: Omit<RunLink, 'text'>,
  dryRun: boolean,
): Promise<string | undefined> {
  if (key === undefined || isNew) return undefined;
  const said = (await readLink(client, key)) ?? '';
  const [, last, state] = MARK.exec(said) ?? [];
  if (last === run && state === 'done') return undefined;
  if (dryRun) return 'the next iteration of the plan would begin, with all cases open';
  const note = (now: 'begun' | 'done') =>
    storeLink(client, key, link, `${said.replace(MARK, '').trim()} [tracker-e2e iteration ${run} ${now}]`.trim());
  // A publisher that was killed may have begun it, and nothing was published in it yet.
  const isThere = last === run && (await isOpen(client, key));
  if (!isThere) {
    await note('begun');
    await client.api.moveToNextIteration({
      query: { testPlanIdOrKey: key },
      body: { nextIterationStrategy: 'all-test-cases' },
    });
  }
  await note('done');
  return isThere ? undefined : 'the next iteration of the plan was begun';
}

async function isOpen(client: PlanClient, key: string): Promise<boolean> {
  const cases = await new PlanCases(client, key).readNew();
  return cases.every(({ status }) => status.category === 'new');
}

/** Publishes results on the tracker of the settings. `isWhole`: every case could be published. @throws HarnessError */
export async function publishTo(
  results: Results,
  told: Partial<PublishChoice>,
  settings = loadSettings({ ...process.env }),
) {
  keepSecrets(secretsOf(settings));
  const { external } = settings;
  if (external === undefined) {
    throw new SettingsError(['TRACKER_URL is missing: it says which tracker the results are published to.']);
  }
  const choice = choiceOf(settings, told);
  const report = await publish(results, choice, await openPlanClient(settings, external, choice.dryRun));
  const isWhole = report.cases.every(({ problem }) => problem === undefined);
  return { report, text: renderReport(report), isWhole };
}
