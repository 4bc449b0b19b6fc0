import type { WorldEntry } from '../../../contracts/index.js';
import type { Variant } from '../../spaces/behaviour.js';
import type { State } from '../../state/state.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { scopeDefects } from './bulk-scope-defects.js';
import type { AnsweredBulk, Bulk } from './bulk-scope-defects.js';
import { restore } from './entries.js';

/** A tracker that, after a bulk call, has some entries as they were before it. */
function leaves(
  name: Bulk,
  unchanged: (before: readonly WorldEntry[], state: State) => readonly WorldEntry[],
): Variant {
  return changeHandlers(name, (call, answer) => {
    const before = call.state.tables.entries.all();
    const right = answer(call);
    const changed = before.filter((entry) => call.state.tables.entries.get(entry.id) !== entry);
    restore(call.state, unchanged(changed, call.state));
    return right;
  });
}

/** Whether an entry is not the first of its project. */
function isFurther(entry: WorldEntry, _: number, all: readonly WorldEntry[]): boolean {
  return all.find(({ projectId }) => projectId === entry.projectId) !== entry;
}

/** Defects of the bulk calls for transition screens. */
export const transitionDefects = [
  defect(
    'DT-31',
    'first-entry-only',
    'The screen is written into the first entry of each project only.',
    leaves('setTransitions', (changed) => changed.filter(isFurther)),
  ),
  defect(
    'DT-31',
    'request-types-left-out',
    'The screen is not written into the entries of request types.',
    leaves('setTransitions', (changed) => changed.filter(({ requestTypeId }) => requestTypeId !== undefined)),
  ),
  defect(
    'DT-31',
    'first-template-only',
    'The screen is written into the entries of one template of each project only.',
    leaves('setTransitions', (changed) =>
      changed.filter(
        (entry) => changed.find(({ projectId }) => projectId === entry.projectId)?.templateId !== entry.templateId,
      ),
    ),
  ),
  defect(
    'DT-31',
    'first-project-only',
    'The screen is written into the entries of the first project in scope only.',
    leaves('setTransitions', (changed) => changed.filter(({ projectId }) => projectId !== changed[0]?.projectId)),
  ),
  defect(
    'DT-31',
    'screen-of-another-transition',
    'The screen of another transition than the initial one is written.',
    changeHandlers('setTransitions', (call, answer) => {
      const right = answer(call);
      const other = call.state.tables.screens.all();
      const { entries } = call.state.tables;
      for (const entry of entries.all()) {
        const [stored] = entry.transitions;
        const wrong = other.find(({ id }) => id !== stored?.screenId);
        if (stored === undefined || wrong === undefined) continue;
        entries.set({ ...entry, transitions: [{ ...stored, screenId: wrong.id }] });
      }
      return right;
    }),
  ),
  ...scopeDefects('setTransitions'),
  ...scopeDefects('clearTransitions'),
  defect(
    'DT-36',
    'last-entry-keeps-screen',
    'The last entry of several keeps its screen.',
    leaves('clearTransitions', (changed) => (changed.length > 1 ? changed.slice(-1) : [])),
  ),
  defect(
    'DT-36',
    'scope-not-read',
    'The stored screens of every project are cleared, whichever the call names.',
    changeHandlers('clearTransitions', (call, answer) => {
      const right = answer(call);
      const { entries } = call.state.tables;
      for (const entry of entries.all()) entries.set({ ...entry, transitions: [] });
      return right;
    }),
  ),
  defect(
    'DT-36',
    'nothing-counted',
    'Clearing answers that it updated no entries.',
    changeBodies('clearTransitions', (result: AnsweredBulk) => ({ ...result, updatedDefaultTemplates: 0 })),
  ),
];
