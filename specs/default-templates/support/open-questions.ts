import { isDeepStrictEqual } from 'node:util';
import { changedNothing } from '../../../fixtures/index.js';
import type {
  ApiResponse,
  Assumptions,
  Changes,
  DataOf,
  Endpoints,
  Observe,
  ProvidedProject,
  Tracker,
} from '../../../fixtures/index.js';
import { unlessRefused } from '../../support/attempts.js';
import { echoedAssignments } from './entries.js';

type Faults = Assumptions['DT-N04'];

export type FaultKind = Exclude<keyof Faults, 'rest'>;

/**
 * The outcome of a creation whose body has an item that can be carried out and one that can't, in the terms of DT-N04.
 * The outcome for the rest shows whether the call was refused.
 */
export function creationFault(kind: FaultKind, changes: Changes): Partial<Faults> {
  const { ok, status } = changes.response;
  if (ok) return { [kind]: 'passed over' };
  return { [kind]: status, rest: changedNothing(changes) ? 'not created' : 'created' };
}

export function takenInDesk({ response, added }: Changes): Assumptions['DT-N16'] {
  if (!response.ok) return response.status;
  return added.length > 0 ? 'accepted' : 'passed over';
}

export function howRepetitionIsTold(
  response: ApiResponse<DataOf<Endpoints['create']>>,
): Assumptions['DT-N19']['repeatedId'] {
  if (!response.ok) return response.status;
  return echoedAssignments(response.data).length > 1 ? 'echoed twice' : 'echoed once';
}

export function howEmptyListIsTold({ ok, status }: ApiResponse): Assumptions['DT-N19']['emptyList'] {
  return ok ? 'as if left out' : status;
}

type BulkResult = DataOf<Endpoints['setTransitions']>;
type BulkResponse = ApiResponse<BulkResult>;

/** Which list won for a project in both, by whether its entries hold a screen (DT-N06). */
export function winnerFor(
  transitions: readonly (readonly unknown[])[],
  included: 'written' | 'cleared',
): Assumptions['DT-N06'] {
  const hasScreen = transitions.some((stored) => stored.length > 0);
  return hasScreen === (included === 'written') ? 'included' : 'ignored';
}

/** The values that each transition stores in the entries of a project; none for a transition without a screen. */
export async function screensStoredBy<Transition>(
  transitions: readonly Transition[],
  { key }: ProvidedProject,
  set: (transition: Transition) => Promise<BulkResponse>,
  read: () => Promise<readonly unknown[]>,
): Promise<unknown[]> {
  const stored: unknown[] = [];
  for (const transition of transitions) {
    const response = await set(transition);
    if (response.ok && response.data.updatedProjects.includes(key)) stored.push(...(await read()));
  }
  return stored;
}

/** Which screen calls for other transitions stored. `initial` is stored by a call for the initial one (DT-N12). */
export function screenWritten(stored: readonly unknown[], initial: unknown): Assumptions['DT-N12']['known'] {
  const same = stored.every((transitions) => isDeepStrictEqual(transitions, initial));
  return same ? 'screen of the initial transition' : 'screen of that transition';
}

/** How a bulk answer reports a project without the transition; a refusal counts as an error message (DT-N12). */
export function howMissingIsTold(
  response: BulkResponse,
  { key }: ProvidedProject,
): Assumptions['DT-N12']['missing'] | undefined {
  const isSkipped = response.ok && response.data.skippedProjects.includes(key);
  return unlessRefused(response, 0) === undefined ? undefined : isSkipped ? 'skipped' : 'error message';
}

export function howUnknownKeyIsTold(response: BulkResponse): Assumptions['DT-N13'] | undefined {
  const isTold = response.ok && response.data.errorMessages.length > 0;
  return unlessRefused(response, isTold ? 'error message' : 'passed over');
}

/** How a result reports a project without entries that had to change, if other entries had to (DT-N18). */
export function howAlreadySoIsTold(
  { updatedDefaultTemplates, updatedProjects, skippedProjects }: BulkResult,
  { changing, alreadySo: { key } }: { readonly changing: number; readonly alreadySo: ProvidedProject },
): Assumptions['DT-N18'] {
  const entries = updatedDefaultTemplates > changing ? 'counted' : 'left out';
  if (updatedProjects.includes(key)) return { entries, project: 'updated' };
  return { entries, project: skippedProjects.includes(key) ? 'skipped' : 'left out' };
}

/** How a bulk answer lists a project that it ignored; undefined if it did not ignore the project (DT-N22). */
export function howIgnoredIsListed(
  response: BulkResponse,
  { key }: ProvidedProject,
): Assumptions['DT-N22'] | undefined {
  if (!response.ok || response.data.updatedProjects.includes(key)) return undefined;
  return response.data.skippedProjects.includes(key) ? 'skipped' : 'left out';
}

type Names = Assumptions['DT-N10'];
type Property = keyof Names;

/** Patterns for names if only the name is known. */
const lookalikes: { readonly [Name in Property]: RegExp } = {
  transitionId: /^id$|transition.*id/i,
  name: /name/i,
  screenId: /screen/i,
};

/**
 * The names that the properties of an element of transitions have, in the terms of DT-N10. If the screen of the
 * project is known, their values decide. If not, the names decide, the assumed names first.
 */
export function transitionProperties(
  element: object,
  { screens }: Pick<ProvidedProject, 'screens'>,
  assumed: Names,
): Names {
  const entries = Object.entries(element);
  const find = (property: Property): string | null => {
    if (screens !== undefined) {
      return entries.find(([, value]) => value === screens.initial[property])?.[0] ?? null;
    }
    const names = entries.map(([name]) => name);
    const name = assumed[property];
    if (name !== null && names.includes(name)) return name;
    return names.find((candidate) => lookalikes[property].test(candidate)) ?? null;
  };
  return { transitionId: find('transitionId'), name: find('name'), screenId: find('screenId') };
}

/** Writes down with which status the first of some calls was refused that was refused at all (DT-N07). */
export function observeRefusal(observe: Observe, responses: readonly ApiResponse[]): void {
  const refused = responses.find(({ ok }) => !ok);
  if (refused !== undefined) observe('DT-N07', { refusal: refused.status });
}

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
