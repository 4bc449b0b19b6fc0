import { counted } from '../../../contracts/counted.js';
import type { Results } from '../../documents/results.js';
import { SetupError, messageToPrint, SettingsError } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import { findPlan, PublishError, choiceOf } from './find-plan.js';
import type { Publication, PublishChoice } from './find-plan.js';
import { findMissing, makeCases } from './make-cases.js';
import { CaseMover, publishCase } from './publish-case.js';
import type { PlanClient } from './plan-client.js';
import { plainTexts, shortened, readLink, storeLink } from './run-link.js';
import { PlanCases } from './plan-cases.js';
import type { SeenCase } from './plan-cases.js';
import type { PublishedCase } from './publish-case.js';
import { caseIds, wantedCases } from './wanted-cases.js';
import type { WantedCase } from './wanted-cases.js';
import { inOneLine } from '../../../client/print.js';
import { keepSecrets } from '../../../client/secrets.js';
import { loadSettings, secretsOf } from '../../../client/settings/load-settings.js';
import { openPlanClient } from './plan-client.js';

export type PublishReport = Awaited<ReturnType<typeof publish>>;

/** Publishes results in a test plan. It can be repeated, as the tracker has the record of what was published. */
export async function publish(told: Results, choice: PublishChoice, client: PlanClient) {
  const results = plainTexts(told) as Results;
  refuseUnusable(results);
  const plan = await findPlan(client, choice);
  const { run } = results;
  const url = choice.runUrl ?? run.url ?? `${client.url}/browse/${plan.key ?? ''}`;
  const link = { url, title: shortened(`Automated run: ${run.name}`, 200) };
  const notes = [...plan.notes, ...(results.reasons ?? []).map((reason) => `the run failed: ${reason}`)];
  const publication = { client, choice, run, plan, link, notes, problems: new Map<string, string>() };
  if (choice.iteration === 'next') await beginIteration(publication);
  const cases = new PlanCases(client, plan.key ?? '');
  if (plan.key !== undefined && !plan.isNew) await cases.readNew();
  for (const [id, problem] of await cases.findTemplates(caseIds(results, choice.by))) {
    publication.problems.set(id, problem);
  }
  const wanted = wantedCases(results, choice.by, (id) => cases.subjectOf(id));
  const missing = await findMissing(publication, cases, wanted);
  if (!choice.dryRun && plan.key !== undefined) await makeCases(publication, plan.key, cases, missing);
  const mover = new CaseMover(client);
  const published = await eachOf(wanted, (one) => publishWanted(publication, mover, one, cases.standingFor(one.id)));
  const shown = new Set(published.map((one) => one.key));
  return {
    plan,
    url: client.url,
    dryRun: choice.dryRun,
    /** How many cases were made of templates that tests name, or that the previous release used. */
    fromTemplates: missing.templates.length,
    cases: published,
    notes,
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

/** Publishes a case. A case that the tracker refuses to change does not stop the others. */
async function publishWanted(
  publication: Publication,
  mover: CaseMover,
  wanted: WantedCase,
  [first, ...more]: readonly SeenCase[],
): Promise<PublishedCase> {
  const { title, outcome, steps } = wanted;
  const none = { key: first?.key, title, outcome, changes: [], notes: [] };
  if (first === undefined) {
    if (publication.choice.dryRun && !publication.problems.has(wanted.id)) {
      return { ...none, changes: [`is made, with ${counted(steps.length, 'step')}`] };
    }
    const problem = publication.problems.get(wanted.id);
    return { ...none, problem: problem ?? 'its case was made, and the plan does not list it: publish again' };
  }
  if (more.length > 0) {
    publication.notes.push(
      `${more.map(({ key }) => key).join(', ')} is the same case as ${first.key} a second time, made by two publishers at once: ` +
        `delete it. ${first.key} is kept up to date.`,
    );
  }
  try {
    return await publishCase(publication, mover, wanted, first);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { ...none, problem: messageToPrint(error) };
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

/** Begins the next iteration of a plan, once for a run. */
async function beginIteration(publication: Publication): Promise<void> {
  const { client, plan, run, choice, notes } = publication;
  const { key, isNew } = plan;
  if (key === undefined || isNew) return;
  const said = (await readLink(client, key)) ?? '';
  const [, last, state] = MARK.exec(said) ?? [];
  if (last === run.id && state === 'done') return;
  if (choice.dryRun) {
    notes.push('the next iteration of the plan would begin, with all cases open');
    return;
  }
  const note = (now: 'begun' | 'done') =>
    storeLink(publication, key, `${said.replace(MARK, '').trim()} [tracker-e2e iteration ${run.id} ${now}]`.trim());
  // A publisher that was killed may have begun it, and nothing was published in it yet.
  const isOpen = async () =>
    (await new PlanCases(client, key).readNew()).every(({ status }) => status.category === 'new');
  const isThere = last === run.id && (await isOpen());
  if (!isThere) {
    await note('begun');
    await client.api.moveToNextIteration({
      query: { testPlanIdOrKey: key },
      body: { nextIterationStrategy: 'all-test-cases' },
    });
    notes.push('the next iteration of the plan was begun');
  }
  await note('done');
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
  const choice = choiceOf(told);
  const report = await publish(results, choice, await openPlanClient(settings, external, choice.dryRun));
  const isWhole = report.cases.every(({ problem }) => problem === undefined);
  return { text: renderReport(report), isWhole };
}
