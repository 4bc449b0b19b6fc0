import type { State } from '../../state/state.js';

/** Whether a field can be set where this screen is shown; one that names no fields shows them all. */
export function isOnScreen(state: State, screenId: number, fieldId: string): boolean {
  return state.tables.screens.get(screenId)?.fields?.includes(fieldId) ?? true;
}

/** What is said of a field that can't be set. */
export function notOnScreen(fieldId: string): string {
  return `Field '${fieldId}' cannot be set. It is not on the appropriate screen, or unknown.`;
}
