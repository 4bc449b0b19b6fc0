import type { BulkTransitionRequest, WorldEntry } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import { changeBodies, changeHandlers, defect } from '../defect.js';
import type { Defect, DefectName } from '../defect.js';
import { restore } from './entries.js';

/** A tracker that leaves some entries unchanged in a bulk call. */
export function leaves(
  name: Bulk,
  unchanged: (before: readonly WorldEntry[], state: State) => readonly WorldEntry[],
): Override {
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

/** The bulk calls. */
export type Bulk = 'setTransitions' | 'clearTransitions';

/** The answer of a bulk call. */
export interface AnsweredBulk {
  readonly updatedDefaultTemplates: number;
  readonly updatedProjects: readonly string[];
  readonly skippedProjects: readonly string[];
  readonly errorMessages: readonly string[];
}

/** A tracker that reads the scope of a bulk call differently. */
function scopeReads(
  name: Bulk,
  change: (body: BulkTransitionRequest, state: State) => BulkTransitionRequest,
): Override {
  return changeHandlers(name, (call, answer) => answer({ ...call, body: change(call.body, call.state) }));
}

function isEmpty(keys: readonly string[] | undefined): boolean {
  return keys === undefined || keys.length === 0;
}

/** Every project that has no entries. */
function projectsWithoutEntries(state: State): string[] {
  return state.tables.projects
    .all()
    .filter(({ id }) => state.tables.entries.where('project', id).length === 0)
    .map(({ key }) => key);
}

/** Why the scope of all projects tells nothing if others have projects too. */
const unseenWithoutAll = 'It shows only where every project of the tracker may be changed.';

/** Why ignored projects tell nothing in a call that names the projects to update. */
const unseenWithKeys =
  'It shows only where every project is in scope: what becomes of a key in both lists is an open question (DT-N06).';

/** Defects of the scope and of the result of one bulk call. For clearing, one rule covers both, DT-36. */
function scopeDefects(name: Bulk): Defect[] {
  const clears = name === 'clearTransitions';
  const one = (name: DefectName, breaks: string, override: Override, unseen?: string) =>
    clears
      ? defect(
          `DT-36-${name.slice('DT-36-'.length)}`,
          `When screens are cleared: ${breaks.charAt(0).toLowerCase()}${breaks.slice(1)}`,
          override,
          unseen,
        )
      : defect(name, breaks, override, unseen);
  const all = clears ? unseenWithoutAll : undefined;
  return [
    one(
      'DT-32-empty-list-means-none',
      'An empty includeProjectKeys means no project at all.',
      scopeReads(name, (body, state) =>
        body.includeProjectKeys?.length === 0 ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
      ),
      all,
    ),
    one(
      'DT-32-missing-list-means-none',
      'A missing includeProjectKeys means no project at all.',
      scopeReads(name, (body, state) =>
        body.includeProjectKeys === undefined ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
      ),
      all,
    ),
    one(
      'DT-32-service-desks-out-of-scope',
      'If no project is named, service desks are out of scope.',
      scopeReads(name, (body, { tables }) => {
        if (!isEmpty(body.includeProjectKeys)) return body;
        const regular = tables.projects.all().filter(({ type }) => type !== 'service_desk');
        return { ...body, includeProjectKeys: regular.map(({ key }) => key) };
      }),
      all,
    ),
    one(
      'DT-33-ignored-keys-not-ignored',
      'The keys of ignoreProjectKeys exclude nothing.',
      scopeReads(name, (body) => ({ ...body, ignoreProjectKeys: [] })),
      unseenWithKeys,
    ),
    one(
      'DT-33-only-first-ignored',
      'Of ignoreProjectKeys only the first counts.',
      scopeReads(name, (body) => ({ ...body, ignoreProjectKeys: body.ignoreProjectKeys?.slice(0, 1) })),
      unseenWithKeys,
    ),
    one(
      'DT-33-empty-list-excludes-all',
      'An empty ignoreProjectKeys excludes every project.',
      scopeReads(name, (body, state) =>
        body.ignoreProjectKeys?.length === 0 ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
      ),
    ),
    one(
      'DT-34-skipped-not-listed',
      'A project without entries is skipped without a word.',
      changeBodies(name, (result: AnsweredBulk) => ({ ...result, skippedProjects: [] })),
    ),
    one(
      'DT-34-skipped-counts-as-updated',
      'A project without entries is listed among the updated ones.',
      changeBodies(name, (result: AnsweredBulk) => ({
        ...result,
        updatedProjects: [...result.updatedProjects, ...result.skippedProjects],
        skippedProjects: [],
      })),
    ),
    one(
      'DT-34-out-of-scope-listed',
      'Projects without entries are listed as skipped even if they are out of scope.',
      changeBodies(name, (result: AnsweredBulk, { state }) => ({
        ...result,
        skippedProjects: projectsWithoutEntries(state),
      })),
    ),
    one(
      'DT-35-projects-counted',
      'What is counted in updatedDefaultTemplates are projects in place of entries.',
      changeBodies(name, (result: AnsweredBulk) => ({
        ...result,
        updatedDefaultTemplates: result.updatedProjects.length,
      })),
    ),
    one(
      'DT-35-updated-projects-by-id',
      'The ids of projects stand in updatedProjects in place of their keys.',
      changeBodies(name, (result: AnsweredBulk, { state }) => ({
        ...result,
        updatedProjects: idsOf(state, result.updatedProjects),
      })),
    ),
    one(
      'DT-35-skipped-projects-by-id',
      'The ids of projects stand in skippedProjects in place of their keys.',
      changeBodies(name, (result: AnsweredBulk, { state }) => ({
        ...result,
        skippedProjects: idsOf(state, result.skippedProjects),
      })),
    ),
    one(
      'DT-35-message-on-success',
      'An empty text stands in errorMessages on success.',
      changeBodies(name, (result: AnsweredBulk) => ({ ...result, errorMessages: ['', ...result.errorMessages] })),
    ),
    one(
      'DT-35-no-skipped-as-null',
      'If no project was skipped, skippedProjects is null.',
      changeBodies(name, (result: AnsweredBulk) => ({
        ...result,
        skippedProjects: result.skippedProjects.length === 0 ? null : result.skippedProjects,
      })),
    ),
  ];
}

function idsOf({ tables }: State, keys: readonly string[]): string[] {
  return keys.map((key) => String(tables.projects.first('key', key)?.id));
}

function allKeys({ tables }: State): string[] {
  return tables.projects.all().map(({ key }) => key);
}

/** Defects of the bulk calls for transition screens. */
export const transitionDefects = [
  defect(
    'DT-31-first-entry-only',
    'The screen is written into the first entry of each project only.',
    leaves('setTransitions', (changed) => changed.filter(isFurther)),
  ),
  defect(
    'DT-31-request-types-left-out',
    'The screen is not written into the entries of request types.',
    leaves('setTransitions', (changed) => changed.filter(({ requestTypeId }) => requestTypeId !== undefined)),
  ),
  defect(
    'DT-31-first-template-only',
    'The screen is written into the entries of one template of each project only.',
    leaves('setTransitions', (changed) =>
      changed.filter(
        (entry) => changed.find(({ projectId }) => projectId === entry.projectId)?.templateId !== entry.templateId,
      ),
    ),
  ),
  defect(
    'DT-31-first-project-only',
    'The screen is written into the entries of the first project in scope only.',
    leaves('setTransitions', (changed) => changed.filter(({ projectId }) => projectId !== changed[0]?.projectId)),
  ),
  defect(
    'DT-31-screen-of-another-transition',
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
    'DT-36-last-entry-keeps-screen',
    'The last entry of several keeps its screen.',
    leaves('clearTransitions', (changed) => (changed.length > 1 ? changed.slice(-1) : [])),
  ),
  defect(
    'DT-36-scope-not-read',
    'The stored screens of every project are cleared, whichever the call names.',
    changeHandlers('clearTransitions', (call, answer) => {
      const right = answer(call);
      const { entries } = call.state.tables;
      for (const entry of entries.all()) entries.set({ ...entry, transitions: [] });
      return right;
    }),
  ),
  defect(
    'DT-36-nothing-counted',
    'Clearing answers that it updated no entries.',
    changeBodies('clearTransitions', (result: AnsweredBulk) => ({ ...result, updatedDefaultTemplates: 0 })),
  ),
];
