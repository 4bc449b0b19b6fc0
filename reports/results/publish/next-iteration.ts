import { PlanCases } from './plan-cases.js';
import type { FoundPlan } from './find-plan.js';
import type { PlanClient } from './plan-client.js';
import { readLink, storeLink } from './run-link.js';
import type { RunLink } from './run-link.js';

/** What the link on a plan says of the run for which its last iteration was begun. */
const MARK = /\[tracker-e2e iteration (\S+) (begun|done)\]/;

/**
 * Begins the next iteration of a plan, once for a run: the link on the plan says for which run it was begun.
 *
 * @returns a note for the report; undefined if the run has its iteration, or the plan is new
 */
export async function beginIteration(
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

/** Whether no case of a plan has been executed. */
async function isOpen(client: PlanClient, key: string): Promise<boolean> {
  const cases = await new PlanCases(client, key).readNew();
  return cases.every(({ status }) => status.category === 'new');
}
