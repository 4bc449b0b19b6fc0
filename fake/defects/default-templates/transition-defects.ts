import type { BulkTransitionRequest, WorldEntry } from '../../../contracts/index.js';
import type { Variant } from '../../spaces/behaviour.js';
import type { State } from '../../state/state.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { restore } from './entries.js';

type Bulk = 'setTransitions' | 'clearTransitions';

const bulkCalls = ['setTransitions', 'clearTransitions'] as const;

interface AnsweredBulk {
  readonly updatedDefaultTemplates: number;
  readonly updatedProjects: readonly string[];
  readonly skippedProjects: readonly string[];
  readonly errorMessages: readonly string[];
}

/** A tracker that reads the scope of a bulk call otherwise. */
function scopeReads(
  names: Bulk | readonly Bulk[],
  change: (body: BulkTransitionRequest, state: State) => BulkTransitionRequest,
): Variant {
  return changeHandlers(names, (call, answer) => answer({ ...call, body: change(call.body, call.state) }));
}

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

function isEmpty(keys: readonly string[] | undefined): boolean {
  return keys === undefined || keys.length === 0;
}

/** Whether an entry is not the first of its project. */
function isFurther(entry: WorldEntry, _: number, all: readonly WorldEntry[]): boolean {
  return all.find(({ projectId }) => projectId === entry.projectId) !== entry;
}

/** Every project that has no entries. */
function projectsWithoutEntries({ tables }: State): string[] {
  return tables.projects
    .all()
    .filter(({ id }) => !tables.entries.any('project', id))
    .map(({ key }) => key);
}

/** Why ignored projects tell nothing in a call that names the projects to update. */
const unseenWithKeys =
  'It shows only where every project is in scope: what becomes of a key in both lists is an open question (DT-N06).';

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
  defect(
    'DT-32',
    'empty-list-means-none',
    'An empty includeProjectKeys means no project at all.',
    scopeReads(bulkCalls, (body, state) =>
      body.includeProjectKeys?.length === 0 ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
    ),
  ),
  defect(
    'DT-32',
    'missing-list-means-none',
    'A missing includeProjectKeys means no project at all.',
    scopeReads(bulkCalls, (body, state) =>
      body.includeProjectKeys === undefined ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
    ),
  ),
  defect(
    'DT-32',
    'service-desks-out-of-scope',
    'Where no project is named, service desks are out of scope.',
    scopeReads(bulkCalls, (body, { tables }) => {
      if (!isEmpty(body.includeProjectKeys)) return body;
      const regular = tables.projects.all().filter(({ type }) => type !== 'service_desk');
      return { ...body, includeProjectKeys: regular.map(({ key }) => key) };
    }),
  ),
  defect(
    'DT-33',
    'ignored-keys-not-ignored',
    'ignoreProjectKeys excludes nothing.',
    scopeReads(bulkCalls, (body) => ({ ...body, ignoreProjectKeys: [] })),
    unseenWithKeys,
  ),
  defect(
    'DT-33',
    'only-first-ignored',
    'Of ignoreProjectKeys only the first counts.',
    scopeReads(bulkCalls, (body) => ({ ...body, ignoreProjectKeys: body.ignoreProjectKeys?.slice(0, 1) })),
    unseenWithKeys,
  ),
  defect(
    'DT-33',
    'empty-list-excludes-all',
    'An empty ignoreProjectKeys excludes every project.',
    scopeReads(bulkCalls, (body, state) =>
      body.ignoreProjectKeys?.length === 0 ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
    ),
  ),
  defect(
    'DT-34',
    'skipped-not-listed',
    'A project without entries is skipped without a word.',
    changeBodies(bulkCalls, (result: AnsweredBulk) => ({ ...result, skippedProjects: [] })),
  ),
  defect(
    'DT-34',
    'skipped-counts-as-updated',
    'A project without entries is listed among the updated ones.',
    changeBodies(bulkCalls, (result: AnsweredBulk) => ({
      ...result,
      updatedProjects: [...result.updatedProjects, ...result.skippedProjects],
      skippedProjects: [],
    })),
  ),
  defect(
    'DT-34',
    'out-of-scope-listed',
    'Projects without entries are listed as skipped also where they are out of scope.',
    changeBodies(bulkCalls, (result: AnsweredBulk, { state }) => ({
      ...result,
      skippedProjects: projectsWithoutEntries(state),
    })),
  ),
  defect(
    'DT-35',
    'projects-counted',
    'updatedDefaultTemplates counts projects in place of entries.',
    changeBodies(bulkCalls, (result: AnsweredBulk) => ({
      ...result,
      updatedDefaultTemplates: result.updatedProjects.length,
    })),
  ),
  defect(
    'DT-35',
    'projects-by-id',
    'updatedProjects holds the ids of projects in place of their keys.',
    changeBodies(bulkCalls, (result: AnsweredBulk, { state }) => ({
      ...result,
      updatedProjects: result.updatedProjects.map((key) => String(state.tables.projects.first('key', key)?.id)),
    })),
  ),
  defect(
    'DT-35',
    'message-on-success',
    'errorMessages holds an empty text on success.',
    changeBodies(bulkCalls, (result: AnsweredBulk) => ({ ...result, errorMessages: ['', ...result.errorMessages] })),
  ),
  defect(
    'DT-35',
    'skipped-as-object',
    'skippedProjects is null where no project was skipped.',
    changeBodies(bulkCalls, (result: AnsweredBulk) => ({
      ...result,
      skippedProjects: result.skippedProjects.length === 0 ? null : result.skippedProjects,
    })),
  ),
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

function allKeys({ tables }: State): string[] {
  return tables.projects.all().map(({ key }) => key);
}
