import { endpoints, endpointTitle } from '../../../contracts/index.js';
import { removals } from '../answered.js';
import type { Removal } from '../answered.js';
import { changeParts, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { alike, isByKey, itemsRead, keeps, ofRequestTypes, sameNumbers, takesToo } from './entries.js';

/** Removals that might mix up an issue type and a request type, by the rule that says what they remove. */
const removalsByType = {
  'DT-25': 'deleteByProjectTemplateAndIssueType',
  'DT-26': 'deleteByProjectTemplateAndRequestType',
  'DT-27': 'deleteByTemplateAndIssueType',
  'DT-28': 'deleteByTemplateAndRequestType',
  'DT-30': 'deleteSelected',
} as const;

/** The title of each removal in the names of its defects. */
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

/** Defects of the removals of entries, and of their answers. */
export const removalDefects: DefectTable = {
  ...defectsFor(Object.entries(removalsByType), ([rule, name]) => ({
    [`${rule}-same-number-mixed-up`]: [
      `${endpointTitle(endpoints[name])} also removes the entry of a type of the other kind that has the same number.`,
      takesToo(name, sameNumbers),
    ],
  })),
  'DT-22-first-project-only': keeps('deleteByTemplate', ({ removed }) =>
    removed.filter(({ projectId }) => projectId !== removed[0]?.projectId),
  ),
  'DT-22-other-templates-removed': takesToo('deleteByTemplate', alike('projectId')),
  'DT-22-request-types-stay': keeps('deleteByTemplate', ofRequestTypes),
  'DT-23-key-removes-nothing': keeps('deleteByProject', ({ call, removed }) =>
    isByKey(call.parameters['projectIdOrKey'] ?? '') ? removed : [],
  ),
  'DT-23-request-types-stay': keeps('deleteByProject', ofRequestTypes),
  'DT-23-templates-removed-everywhere': takesToo('deleteByProject', alike('templateId')),
  'DT-24-whole-project-removed': takesToo('deleteByProjectAndTemplate', alike('projectId')),
  'DT-24-whole-template-removed': takesToo('deleteByProjectAndTemplate', alike('templateId')),
  'DT-24-key-removes-nothing': keeps('deleteByProjectAndTemplate', ({ call, removed }) =>
    isByKey(call.parameters['projectIdOrKey'] ?? '') ? removed : [],
  ),
  'DT-24-one-entry-stays': keeps('deleteByProjectAndTemplate', ({ removed }) =>
    removed.length > 1 ? removed.slice(-1) : [],
  ),
  'DT-25-other-issue-types-removed': takesToo('deleteByProjectTemplateAndIssueType', alike('templateId', 'projectId')),
  'DT-25-every-project-loses-it': takesToo('deleteByProjectTemplateAndIssueType', alike('templateId', 'issueTypeId')),
  'DT-25-other-templates-lose-it': takesToo('deleteByProjectTemplateAndIssueType', alike('projectId', 'issueTypeId')),
  'DT-26-other-request-types-removed': takesToo(
    'deleteByProjectTemplateAndRequestType',
    alike('templateId', 'projectId'),
  ),
  'DT-26-every-template-loses-it': takesToo('deleteByProjectTemplateAndRequestType', alike('requestTypeId')),
  'DT-26-issue-types-removed-too': takesToo('deleteByProjectTemplateAndRequestType', (taken) =>
    alike('templateId', 'projectId')(taken).filter(({ issueTypeId }) => issueTypeId !== undefined),
  ),
  'DT-26-nothing-removed': keeps('deleteByProjectTemplateAndRequestType', ({ removed }) => removed),
  'DT-27-first-project-only': keeps('deleteByTemplateAndIssueType', ({ removed }) =>
    removed.filter(({ projectId }) => projectId !== removed[0]?.projectId),
  ),
  'DT-27-other-types-removed': takesToo('deleteByTemplateAndIssueType', alike('templateId')),
  'DT-27-other-templates-lose-it': takesToo('deleteByTemplateAndIssueType', alike('issueTypeId')),
  'DT-28-other-templates-lose-it': takesToo('deleteByTemplateAndRequestType', alike('requestTypeId')),
  'DT-28-last-project-stays': keeps('deleteByTemplateAndRequestType', ({ removed }) => removed.slice(-1)),
  'DT-28-other-types-removed': takesToo('deleteByTemplateAndRequestType', alike('templateId', 'projectId')),
  ...defectsFor(removals, (name) => ({
    [`DT-29-removed-counts-one-more-at-${titles[name]}`]: [
      `At ${endpointTitle(endpoints[name])}, removed counts one entry more than was removed.`,
      changeParts(name, ({ removed }) => ({ removed: removed + 1 })),
    ],
    [`DT-29-last-removed-not-listed-at-${titles[name]}`]: [
      `At ${endpointTitle(endpoints[name])}, the last removed entry is counted and not listed.`,
      changeParts(name, ({ defaults }) => ({ defaults: defaults.slice(0, -1) })),
    ],
  })),
  'DT-29-one-less-removed-than-said': keeps(removals, ({ removed }) => (removed.length > 1 ? removed.slice(-1) : [])),
  'DT-29-listed-without-being-removed': changeParts('deleteByProject', ({ removed, defaults }, { state }) => {
    const [left] = state.tables.entries.all();
    if (left === undefined || defaults.length === 0) return {};
    const stays = { ...defaults[0], id: left.id, projectId: left.projectId, templateId: left.templateId };
    return { removed: removed + 1, defaults: [...defaults, stays] };
  }),
  'DT-30-body-ignored': takesToo('deleteSelected', ({ call, left }) =>
    left.filter(({ templateId }) => templateId === Number(call.parameters['templateId'])),
  ),
  'DT-30-project-ignored': takesToo('deleteSelected', alike('templateId', 'issueTypeId')),
  'DT-30-issue-types-stay': keeps('deleteSelected', ({ removed }) =>
    removed.filter(({ issueTypeId }) => issueTypeId !== undefined),
  ),
  'DT-30-other-templates-lose-them': takesToo('deleteSelected', alike('projectId', 'issueTypeId', 'requestTypeId')),
  'DT-30-first-item-only': itemsRead('deleteSelected', (items) => items.slice(0, 1)),
  'DT-30-request-types-stay': keeps('deleteSelected', ofRequestTypes),
};
