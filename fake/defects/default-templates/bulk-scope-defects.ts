import type { BulkTransitionRequest, DocumentedRuleId } from '../../../contracts/index.js';
import type { Variant } from '../../spaces/behaviour.js';
import { entriesOfProject } from '../../state/entries-of.js';
import type { State } from '../../state/state.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import type { Defect } from '../defect.js';

/** The bulk calls. */
export type Bulk = 'setTransitions' | 'clearTransitions';

/** What a bulk call answers. */
export interface AnsweredBulk {
  readonly updatedDefaultTemplates: number;
  readonly updatedProjects: readonly string[];
  readonly skippedProjects: readonly string[];
  readonly errorMessages: readonly string[];
}

/** A tracker that reads the scope of a bulk call otherwise. */
function scopeReads(name: Bulk, change: (body: BulkTransitionRequest, state: State) => BulkTransitionRequest): Variant {
  return changeHandlers(name, (call, answer) => answer({ ...call, body: change(call.body, call.state) }));
}

function isEmpty(keys: readonly string[] | undefined): boolean {
  return keys === undefined || keys.length === 0;
}

/** Every project that has no entries. */
function projectsWithoutEntries(state: State): string[] {
  return state.tables.projects
    .all()
    .filter(({ id }) => entriesOfProject(state, id).length === 0)
    .map(({ key }) => key);
}

/** Why the scope of all projects tells nothing where others have projects too. */
const unseenWithoutAll = 'It shows only where every project of the tracker may be changed.';

/** Why ignored projects tell nothing in a call that names the projects to update. */
const unseenWithKeys =
  'It shows only where every project is in scope: what becomes of a key in both lists is an open question (DT-N06).';

/**
 * Defects of the scope and of the result of one bulk call. Of clearing, the scope and the result are one rule, DT-36.
 */
export function scopeDefects(name: Bulk): Defect[] {
  const clears = name === 'clearTransitions';
  const one = (rule: DocumentedRuleId, title: string, breaks: string, variant: Variant, unseen?: string) =>
    clears
      ? defect(
          'DT-36',
          title,
          `When screens are cleared: ${breaks.charAt(0).toLowerCase()}${breaks.slice(1)}`,
          variant,
          unseen,
        )
      : defect(rule, title, breaks, variant, unseen);
  const all = clears ? unseenWithoutAll : undefined;
  return [
    one(
      'DT-32',
      'empty-list-means-none',
      'An empty includeProjectKeys means no project at all.',
      scopeReads(name, (body, state) =>
        body.includeProjectKeys?.length === 0 ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
      ),
      all,
    ),
    one(
      'DT-32',
      'missing-list-means-none',
      'A missing includeProjectKeys means no project at all.',
      scopeReads(name, (body, state) =>
        body.includeProjectKeys === undefined ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
      ),
      all,
    ),
    one(
      'DT-32',
      'service-desks-out-of-scope',
      'Where no project is named, service desks are out of scope.',
      scopeReads(name, (body, { tables }) => {
        if (!isEmpty(body.includeProjectKeys)) return body;
        const regular = tables.projects.all().filter(({ type }) => type !== 'service_desk');
        return { ...body, includeProjectKeys: regular.map(({ key }) => key) };
      }),
      all,
    ),
    one(
      'DT-33',
      'ignored-keys-not-ignored',
      'The keys of ignoreProjectKeys exclude nothing.',
      scopeReads(name, (body) => ({ ...body, ignoreProjectKeys: [] })),
      unseenWithKeys,
    ),
    one(
      'DT-33',
      'only-first-ignored',
      'Of ignoreProjectKeys only the first counts.',
      scopeReads(name, (body) => ({ ...body, ignoreProjectKeys: body.ignoreProjectKeys?.slice(0, 1) })),
      unseenWithKeys,
    ),
    one(
      'DT-33',
      'empty-list-excludes-all',
      'An empty ignoreProjectKeys excludes every project.',
      scopeReads(name, (body, state) =>
        body.ignoreProjectKeys?.length === 0 ? { ...body, ignoreProjectKeys: allKeys(state) } : body,
      ),
    ),
    one(
      'DT-34',
      'skipped-not-listed',
      'A project without entries is skipped without a word.',
      changeBodies(name, (result: AnsweredBulk) => ({ ...result, skippedProjects: [] })),
    ),
    one(
      'DT-34',
      'skipped-counts-as-updated',
      'A project without entries is listed among the updated ones.',
      changeBodies(name, (result: AnsweredBulk) => ({
        ...result,
        updatedProjects: [...result.updatedProjects, ...result.skippedProjects],
        skippedProjects: [],
      })),
    ),
    one(
      'DT-34',
      'out-of-scope-listed',
      'Projects without entries are listed as skipped also where they are out of scope.',
      changeBodies(name, (result: AnsweredBulk, { state }) => ({
        ...result,
        skippedProjects: projectsWithoutEntries(state),
      })),
    ),
    one(
      'DT-35',
      'projects-counted',
      'What is counted in updatedDefaultTemplates are projects in place of entries.',
      changeBodies(name, (result: AnsweredBulk) => ({
        ...result,
        updatedDefaultTemplates: result.updatedProjects.length,
      })),
    ),
    one(
      'DT-35',
      'updated-projects-by-id',
      'The ids of projects stand in updatedProjects in place of their keys.',
      changeBodies(name, (result: AnsweredBulk, { state }) => ({
        ...result,
        updatedProjects: idsOf(state, result.updatedProjects),
      })),
    ),
    one(
      'DT-35',
      'skipped-projects-by-id',
      'The ids of projects stand in skippedProjects in place of their keys.',
      changeBodies(name, (result: AnsweredBulk, { state }) => ({
        ...result,
        skippedProjects: idsOf(state, result.skippedProjects),
      })),
    ),
    one(
      'DT-35',
      'message-on-success',
      'An empty text stands in errorMessages on success.',
      changeBodies(name, (result: AnsweredBulk) => ({ ...result, errorMessages: ['', ...result.errorMessages] })),
    ),
    one(
      'DT-35',
      'no-skipped-as-null',
      'Where no project was skipped, skippedProjects is null.',
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
