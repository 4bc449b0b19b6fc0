import { setTimeout } from 'node:timers/promises';
import type {
  ProvidedIssue,
  ProvidedTestProject,
  StepsRow,
  TestManagementFixtures,
  Tracker,
} from '../../../fixtures/index.js';
import type { Copied } from './copies.js';
import { UNTIL_CREATED } from './results.js';

/** The copy of a plan that is in a project. @throws Error if there is none */
export function copyIn({ plans, response }: Copied, { key }: Pick<ProvidedTestProject, 'key'>): ProvidedIssue {
  const found = plans.find((plan) => plan.key.replace(/-\d+$/, '') === key);
  if (found !== undefined) return found;
  const { url } = response.exchange;
  throw new Error(`${url} made no copy in ${key}: ${plans.map((plan) => plan.key).join(', ')}.`);
}

/** The cases of a plan, in plan order, as soon as there are so many; after a while those that are there. */
export async function casesOnceMade(
  testPlans: TestManagementFixtures['testPlans'],
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
