import type { BulkTransitionRequest } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import { changeMore, changeParts, changeRequests, defectsFor } from '../defect.js';
import type { DefectTable, DescribedDefects } from '../defect.js';
import { keeps, keysThatBegin, lastOfSeveral, ofFurtherProjects, ofRequestTypes } from './entries.js';
import type { Bulk } from './entries.js';

type Kept = Parameters<typeof keeps>[1];

/** The changed entries of request types that have the number of an issue type with an entry beside them. */
const withANumberOfBoth: Kept = ({ before }) =>
  before.filter((one) =>
    before.some(
      ({ projectId, issueTypeId }) =>
        projectId === one.projectId && issueTypeId !== undefined && issueTypeId === one.requestTypeId,
    ),
  );

function projectsWithoutEntries({ tables }: State): string[] {
  const without = tables.projects.all().filter(({ id }) => !tables.entries.any('project', id));
  return without.map(({ key }) => key);
}

const unseenWithoutAll = 'It shows only where every project of the tracker may be changed.';

const unseenWithKeys =
  'It shows only where every project is in scope: what becomes of a key in both lists is an open question (DT-N06).';

/** Defects of the scope and of the result of one bulk call. For clearing, one rule covers both, DT-36. */
function scopeDefects(name: Bulk): DescribedDefects {
  const all = name === 'clearTransitions' ? unseenWithoutAll : undefined;
  const ofSetting: DescribedDefects = {
    'DT-32-empty-list-means-none': [
      'An empty includeProjectKeys means no project at all.',
      excludesAll(name, ({ includeProjectKeys: keys }) => keys?.length === 0),
      all,
    ],
    'DT-32-missing-list-means-none': [
      'A missing includeProjectKeys means no project at all.',
      excludesAll(name, ({ includeProjectKeys: keys }) => keys === undefined),
      all,
    ],
    'DT-32-service-desks-out-of-scope': [
      'If no project is named, service desks are out of scope.',
      changeRequests(name, (body, { state: { tables } }) => {
        if ((body.includeProjectKeys ?? []).length > 0) return body;
        const regular = tables.projects.all().filter(({ type }) => type !== 'service_desk');
        return { ...body, includeProjectKeys: regular.map(({ key }) => key) };
      }),
      all,
    ],
    'DT-33-ignored-keys-not-ignored': [
      'The keys of ignoreProjectKeys exclude nothing.',
      changeRequests(name, (body) => ({ ...body, ignoreProjectKeys: [] })),
      unseenWithKeys,
    ],
    'DT-33-only-first-ignored': [
      'Of ignoreProjectKeys only the first counts.',
      changeRequests(name, (body) => ({ ...body, ignoreProjectKeys: body.ignoreProjectKeys?.slice(0, 1) })),
      unseenWithKeys,
    ],
    'DT-33-empty-list-excludes-all': [
      'An empty ignoreProjectKeys excludes every project.',
      excludesAll(name, ({ ignoreProjectKeys: keys }) => keys?.length === 0),
    ],
    'DT-34-skipped-counts-as-updated': [
      'A project without entries is listed among the updated ones.',
      changeParts(name, ({ updatedProjects, skippedProjects }) => ({
        updatedProjects: [...updatedProjects, ...skippedProjects],
        skippedProjects: [],
      })),
    ],
    'DT-34-out-of-scope-listed': [
      'Projects without entries are listed as skipped even if they are out of scope.',
      changeParts(name, (_result, { state }) => ({ skippedProjects: projectsWithoutEntries(state) })),
    ],
    'DT-35-projects-counted': [
      'What is counted in updatedDefaultTemplates are projects in place of entries.',
      changeParts(name, ({ updatedProjects }) => ({ updatedDefaultTemplates: updatedProjects.length })),
    ],
    ...defectsFor(['updated', 'skipped'] as const, (what) => ({
      [`DT-35-${what}-projects-by-id`]: [
        `The ids of projects stand in ${what}Projects in place of their keys.`,
        changeParts(name, ({ [`${what}Projects` as const]: keys }, { state: { tables } }) => ({
          [`${what}Projects`]: keys.map((key) => String(tables.projects.first('key', key)?.id)),
        })),
      ],
    })),
    'DT-35-message-on-success': [
      'An empty text stands in errorMessages on success.',
      changeParts(name, ({ errorMessages }) => ({ errorMessages: ['', ...errorMessages] })),
    ],
    'DT-35-no-skipped-as-null': [
      'If no project was skipped, skippedProjects is null.',
      changeParts(name, ({ skippedProjects: skipped }) => ({ skippedProjects: skipped.length === 0 ? null : skipped })),
    ],
  };
  if (name === 'setTransitions') return ofSetting;
  return defectsFor(Object.entries(ofSetting), ([title, [breaks, ...rest]]) => ({
    [`DT-36-${title.slice('DT-36-'.length)}`]: [
      `When screens are cleared: ${breaks.charAt(0).toLowerCase()}${breaks.slice(1)}`,
      ...rest,
    ],
  }));
}

function excludesAll(name: Bulk, when: (body: BulkTransitionRequest) => boolean): Override {
  return changeRequests(name, (body, { state: { tables } }) =>
    when(body) ? { ...body, ignoreProjectKeys: tables.projects.all().map(({ key }) => key) } : body,
  );
}

export const transitionDefects: DefectTable = {
  'DT-31-request-types-left-out': keeps('setTransitions', ofRequestTypes),
  'DT-31-first-project-only': keeps('setTransitions', ofFurtherProjects),
  'DT-31-screen-of-another-transition': changeMore('setTransitions', (call) => {
    const other = call.state.tables.screens.all();
    const { entries } = call.state.tables;
    for (const entry of entries.all()) {
      const [stored] = entry.transitions;
      const wrong = other.find(({ id }) => id !== stored?.screenId);
      if (stored === undefined || wrong === undefined) continue;
      entries.set({ ...entry, transitions: [{ ...stored, screenId: wrong.id }] });
    }
  }),
  'DT-31-one-of-equal-numbers': keeps('setTransitions', withANumberOfBoth),
  ...scopeDefects('setTransitions'),
  ...scopeDefects('clearTransitions'),
  'DT-33-keys-that-begin-so-ignored-too': changeRequests(
    'setTransitions',
    ({ ignoreProjectKeys = [], ...body }, { state }) => ({
      ...body,
      ignoreProjectKeys: [...ignoreProjectKeys, ...keysThatBegin(state, ignoreProjectKeys)],
    }),
  ),
  'DT-36-last-entry-keeps-screen': keeps('clearTransitions', lastOfSeveral),
  'DT-36-scope-not-read': changeMore('clearTransitions', ({ state: { tables } }) => {
    for (const entry of tables.entries.all()) tables.entries.set({ ...entry, transitions: [] });
  }),
  'DT-36-one-of-equal-numbers': keeps('clearTransitions', withANumberOfBoth),
};
