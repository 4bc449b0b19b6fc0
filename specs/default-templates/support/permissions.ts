import { changedNothing } from '../../../fixtures/index.js';
import type { ApiResponse, Changes, Observe, ProvidedProject, TestFixtures, Tracker } from '../../../fixtures/index.js';

/** The permissions a caller holds in a project; none if the tracker won't show them. */
export async function permissionsIn(
  project: ProvidedProject,
  issues: TestFixtures['issues'],
): Promise<ReadonlySet<string>> {
  const response = await issues.getMyPermissions({ query: { projectKey: project.key } });
  if (!response.ok) return new Set();
  const held = Object.values(response.data.permissions).filter(({ havePermission }) => havePermission);
  return new Set(held.map(({ key }) => key));
}

/** Writes down with which status the first of some calls was refused that was refused at all (DT-N07). */
export function observeRefusal(observe: Observe, responses: readonly ApiResponse[]): void {
  const refused = responses.find(({ ok }) => !ok);
  if (refused !== undefined) observe('DT-N07', { refusal: refused.status });
}

/** The refused calls among these that changed something all the same. */
export function refusedWithEffect(changes: readonly Changes[]): readonly Changes[] {
  return changes.filter((one) => !one.response.ok && !changedNothing(one));
}

/** Whether an answer may be the refusal of a user who lacks a permission, and not of a login: both may be a 401 (DT-N07). */
export function mayLackPermission(
  { status }: ApiResponse,
  { answersAsAssumed, accordingTo, assumptions }: Pick<Tracker, 'answersAsAssumed' | 'accordingTo' | 'assumptions'>,
): boolean {
  const isGuess = !answersAsAssumed && accordingTo('DT-N07') === 'assumption';
  return status === 401 && (isGuess || assumptions['DT-N07'].refusal === 401);
}
