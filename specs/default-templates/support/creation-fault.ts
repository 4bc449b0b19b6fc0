import { changedNothing } from '../../../fixtures/index.js';
import type { ApiResponse, Assumptions, Changes, CreationResult } from '../../../fixtures/index.js';
import { echoedAssignments } from './echoed-assignments.js';

/** The answer to DT-N04. */
type Faults = Assumptions['DT-N04'];

/** The kind of fault that an item has. */
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

/** The outcome of a creation with issue types in a service desk, in the terms of DT-N16. */
export function takenInDesk({ response, added }: Changes): Assumptions['DT-N16'] {
  if (!response.ok) return response.status;
  return added.length > 0 ? 'accepted' : 'passed over';
}

/** The outcome of a creation with an id that stands twice in a list, in the terms of DT-N19. */
export function howRepetitionIsTold(response: ApiResponse<CreationResult>): Assumptions['DT-N19']['repeatedId'] {
  if (!response.ok) return response.status;
  return echoedAssignments(response.data).length > 1 ? 'echoed twice' : 'echoed once';
}

/** The outcome of a creation with an empty list, in the terms of DT-N19. */
export function howEmptyListIsTold({ ok, status }: ApiResponse): Assumptions['DT-N19']['emptyList'] {
  return ok ? 'as if left out' : status;
}
