import type { WorldEntry } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import { findProject } from '../../tracker/rows.js';
import { changeBodies, changeHandlers, defect } from '../defect.js';
import { isByKey } from './entries.js';
import { leaves } from './transition-defects.js';
import type { AnsweredBulk } from './transition-defects.js';

/** The keys of the projects whose keys begin with one of these and are longer. */
function beginningWith({ tables }: State, keys: readonly string[]): string[] {
  const all = tables.projects.all().map(({ key }) => key);
  return all.filter((key) => keys.some((begin) => key !== begin && key.startsWith(begin)));
}

/** The entries of request types that have the number of an issue type with an entry beside them. */
function withANumberOfBoth(entries: readonly WorldEntry[]): WorldEntry[] {
  return entries.filter((one) =>
    entries.some(
      ({ projectId, issueTypeId }) =>
        projectId === one.projectId && issueTypeId !== undefined && issueTypeId === one.requestTypeId,
    ),
  );
}

/** Defects that show only if two features meet. */
export const pairDefects = [
  defect(
    'DT-20-echo-of-last-item-of-project',
    'The answer to a creation holds only the last of several items of a project.',
    changeBodies('create', ({ defaults }: { readonly defaults: readonly { readonly projectKey: string }[] }) => ({
      defaults: defaults.filter(
        ({ projectKey }, index) => !defaults.slice(index + 1).some((later) => later.projectKey === projectKey),
      ),
    })),
  ),
  defect(
    'DT-33-keys-that-begin-so-ignored-too',
    'Projects whose keys begin with an ignored key are ignored too.',
    changeHandlers('setTransitions', (call, answer) => {
      const { ignoreProjectKeys = [] } = call.body;
      const ignored = [...ignoreProjectKeys, ...beginningWith(call.state, ignoreProjectKeys)];
      return answer({ ...call, body: { ...call.body, ignoreProjectKeys: ignored } });
    }),
  ),
  defect(
    'DT-34-ignored-listed-as-skipped',
    'Ignored projects are listed among the skipped ones.',
    changeBodies('setTransitions', (body: AnsweredBulk, call) => {
      const { ignoreProjectKeys = [] } = call.body;
      return { ...body, skippedProjects: [...new Set([...body.skippedProjects, ...ignoreProjectKeys])] };
    }),
  ),
  defect(
    'DT-31-one-of-equal-numbers',
    'Of an issue type and a request type with the same number only the issue type gets the screen.',
    leaves('setTransitions', withANumberOfBoth),
  ),
  defect(
    'DT-36-one-of-equal-numbers',
    'Of an issue type and a request type with the same number only the issue type loses the screen.',
    leaves('clearTransitions', withANumberOfBoth),
  ),
  defect(
    'DT-02-keys-that-begin-so-listed-too',
    'The list of a project that is named by its key holds those of projects whose keys begin with it.',
    changeHandlers('listByProject', (call, answer) => {
      const { projectIdOrKey } = call.parameters;
      const right = answer(call);
      if (!isByKey(projectIdOrKey)) return right;
      const keys = [projectIdOrKey, ...beginningWith(call.state, [projectIdOrKey])];
      const lists = keys.map((key) => answer({ ...call, parameters: { projectIdOrKey: key } }).json);
      return { ...right, json: lists.flat() };
    }),
  ),
  defect(
    'DT-17-screens-lost-by-creation',
    'A creation in a project clears the screens that are stored in the entries of the template there.',
    changeHandlers('create', (call, answer) => {
      const right = answer(call);
      const { entries } = call.state.tables;
      for (const { projectId, projectKey } of call.body.defaults) {
        const project = findProject(call.state, projectKey ?? String(projectId));
        for (const entry of entries.where('project', project?.id ?? 0)) {
          if (entry.templateId === Number(call.parameters.templateId)) entries.set({ ...entry, transitions: [] });
        }
      }
      return right;
    }),
  ),
];
