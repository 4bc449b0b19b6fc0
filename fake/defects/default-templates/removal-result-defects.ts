import { endpoints, endpointTitle } from '../../../contracts/index.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { projectNamed, removals } from './entries.js';
import type { AnsweredRemoval } from './entries.js';
import { keeps, ofRequestTypes, takesToo } from './removes-otherwise.js';
import type { Removal } from './removes-otherwise.js';

/** What a removal is called in the names of its defects. */
const titles: Readonly<Record<Removal, string>> = {
  deleteByTemplate: 'template',
  deleteSelected: 'body',
  deleteByProject: 'project',
  deleteByProjectAndTemplate: 'project-and-template',
  deleteByProjectTemplateAndIssueType: 'one-issue-type',
  deleteByProjectTemplateAndRequestType: 'one-request-type',
  deleteByTemplateAndIssueType: 'issue-type',
  deleteByTemplateAndRequestType: 'request-type',
};

/** Defects of what a removal answers, and of the removal that takes a body. */
export const removalResultDefects = [
  ...removals.flatMap((name) => [
    defect(
      'DT-29',
      `removed-counts-one-more-at-${titles[name]}`,
      `At ${endpointTitle(endpoints[name])}, removed counts one entry more than was removed.`,
      changeBodies(name, (result: AnsweredRemoval) => ({ ...result, removed: result.removed + 1 })),
    ),
    defect(
      'DT-29',
      `last-removed-not-listed-at-${titles[name]}`,
      `At ${endpointTitle(endpoints[name])}, the last removed entry is counted and not listed.`,
      changeBodies(name, (result: AnsweredRemoval) => ({ ...result, defaults: result.defaults.slice(0, -1) })),
    ),
  ]),
  defect(
    'DT-29',
    'one-less-removed-than-said',
    'Of several entries that a removal says it removed, the last is still there.',
    keeps(removals, ({ removed }) => (removed.length > 1 ? removed.slice(-1) : [])),
  ),
  defect(
    'DT-29',
    'listed-without-being-removed',
    'A removal of a project’s entries also lists an entry that stays.',
    changeHandlers('deleteByProject', (call, answer) => {
      const right = answer(call);
      const { removed, defaults } = right.json as AnsweredRemoval;
      const [left] = call.state.tables.entries.all();
      const project = projectNamed(call, call.parameters.projectIdOrKey);
      if (left === undefined || project === undefined || defaults.length === 0) return right;
      const stays = { ...defaults[0], id: left.id, projectId: left.projectId, templateId: left.templateId };
      return { ...right, json: { removed: removed + 1, defaults: [...defaults, stays] } };
    }),
  ),
  defect(
    'DT-30',
    'body-ignored',
    'A removal with a body removes all entries of the template.',
    takesToo('deleteSelected', ({ call, left }) =>
      left.filter(({ templateId }) => templateId === Number(call.parameters['templateId'])),
    ),
  ),
  defect(
    'DT-30',
    'project-ignored',
    'A removal with a body removes the types it names in every project.',
    takesToo('deleteSelected', ({ removed, left }) =>
      left.filter((one) =>
        removed.some((other) => other.templateId === one.templateId && other.issueTypeId === one.issueTypeId),
      ),
    ),
  ),
  defect(
    'DT-30',
    'issue-types-stay',
    'A removal with a body leaves the issue types it names.',
    keeps('deleteSelected', ({ removed }) => removed.filter(({ issueTypeId }) => issueTypeId !== undefined)),
  ),
  defect(
    'DT-30',
    'other-templates-lose-them',
    'A removal with a body takes what other templates have for the types it names.',
    takesToo('deleteSelected', ({ removed, left }) =>
      left.filter((one) =>
        removed.some(
          (other) =>
            other.projectId === one.projectId &&
            other.issueTypeId === one.issueTypeId &&
            other.requestTypeId === one.requestTypeId,
        ),
      ),
    ),
  ),
  defect(
    'DT-30',
    'first-item-only',
    'Of a removal with a body only the first item counts.',
    changeHandlers('deleteSelected', (call, answer) =>
      answer({ ...call, body: { defaults: call.body.defaults.slice(0, 1) } }),
    ),
  ),
  defect(
    'DT-30',
    'request-types-stay',
    'A removal with a body leaves the request types it names.',
    keeps('deleteSelected', ofRequestTypes),
  ),
];
