import { isDeepStrictEqual } from 'node:util';
import type { ApiResponse, Assumptions, BulkTransitionResult, ProvidedProject } from '../../../fixtures/index.js';

type BulkResponse = ApiResponse<BulkTransitionResult>;

/** Which list won for a project in both, by whether its entries hold a screen (DT-N06). */
export function winnerFor(
  transitions: readonly (readonly unknown[])[],
  included: 'written' | 'cleared',
): Assumptions['DT-N06'] {
  const hasScreen = transitions.some((stored) => stored.length > 0);
  return hasScreen === (included === 'written') ? 'included' : 'ignored';
}

/** How the screens of transitions are stored in the entries of a project, and read again. */
interface ScreenCalls<Transition> {
  readonly set: (transition: Transition) => Promise<BulkResponse>;
  readonly read: () => Promise<readonly unknown[]>;
}

/** The values that each transition stores in the entries of a project; none for a transition without a screen. */
export async function screensStoredBy<Transition>(
  transitions: readonly Transition[],
  { key }: ProvidedProject,
  { set, read }: ScreenCalls<Transition>,
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
export function howMissingIsTold(response: BulkResponse, { key }: ProvidedProject): Assumptions['DT-N12']['missing'] {
  return response.ok && response.data.skippedProjects.includes(key) ? 'skipped' : 'error message';
}

/** How a bulk answer reports an unknown project key (DT-N13). */
export function howUnknownKeyIsTold(response: BulkResponse): Assumptions['DT-N13'] {
  if (!response.ok) return 'refused';
  return response.data.errorMessages.length > 0 ? 'error message' : 'passed over';
}

/** How a result reports a project without entries that had to change, if other entries had to (DT-N18). */
export function howAlreadySoIsTold(
  { updatedDefaultTemplates, updatedProjects, skippedProjects }: BulkTransitionResult,
  { changing, alreadySo: { key } }: { readonly changing: number; readonly alreadySo: ProvidedProject },
): Assumptions['DT-N18'] {
  const entries = updatedDefaultTemplates > changing ? 'counted' : 'left out';
  if (updatedProjects.includes(key)) return { entries, project: 'updated' };
  return { entries, project: skippedProjects.includes(key) ? 'skipped' : 'left out' };
}
