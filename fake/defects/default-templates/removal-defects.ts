import { defect } from '../defect.js';
import { isByKey } from './entries.js';
import {
  keeps,
  ofRequestTypes,
  sameProjects,
  sameRequestType,
  sameTemplate,
  sameTemplateAndProject,
  takesToo,
} from './removes-otherwise.js';

/** Defects of the removals of entries. */
export const removalDefects = [
  defect(
    'DT-22',
    'first-project-only',
    'The removal of a template’s entries ends with its first project.',
    keeps('deleteByTemplate', ({ removed }) => removed.filter(({ projectId }) => projectId !== removed[0]?.projectId)),
  ),
  defect(
    'DT-22',
    'other-templates-removed',
    'The removal of a template’s entries takes what other templates have in the same projects.',
    takesToo('deleteByTemplate', sameProjects),
  ),
  defect(
    'DT-22',
    'request-types-stay',
    'The removal of a template’s entries leaves those of request types.',
    keeps('deleteByTemplate', ofRequestTypes),
  ),
  defect(
    'DT-23',
    'key-removes-nothing',
    'A project named by its key loses nothing.',
    keeps('deleteByProject', ({ call, removed }) => (isByKey(call.parameters['projectIdOrKey'] ?? '') ? removed : [])),
  ),
  defect(
    'DT-23',
    'request-types-stay',
    'The removal of a project’s entries leaves those of request types.',
    keeps('deleteByProject', ofRequestTypes),
  ),
  defect(
    'DT-23',
    'templates-removed-everywhere',
    'The removal of a project’s entries removes its templates’ entries in other projects too.',
    takesToo('deleteByProject', sameTemplate),
  ),
  defect(
    'DT-24',
    'whole-project-removed',
    'The removal of a project’s and a template’s entries takes all entries of the project.',
    takesToo('deleteByProjectAndTemplate', sameProjects),
  ),
  defect(
    'DT-24',
    'whole-template-removed',
    'The removal of a project’s and a template’s entries takes the template’s entries everywhere.',
    takesToo('deleteByProjectAndTemplate', sameTemplate),
  ),
  defect(
    'DT-24',
    'key-removes-nothing',
    'The removal of a project’s and a template’s entries removes nothing where the project is named by its key.',
    keeps('deleteByProjectAndTemplate', ({ call, removed }) =>
      isByKey(call.parameters['projectIdOrKey'] ?? '') ? removed : [],
    ),
  ),
  defect(
    'DT-24',
    'one-entry-stays',
    'The removal of a project’s and a template’s entries leaves the last of several.',
    keeps('deleteByProjectAndTemplate', ({ removed }) => (removed.length > 1 ? removed.slice(-1) : [])),
  ),
  defect(
    'DT-25',
    'other-issue-types-removed',
    'The removal of one issue type’s entry takes those of the project’s other types.',
    takesToo('deleteByProjectTemplateAndIssueType', sameTemplateAndProject),
  ),
  defect(
    'DT-25',
    'every-project-loses-it',
    'The removal of one issue type’s entry takes it in every project.',
    takesToo('deleteByProjectTemplateAndIssueType', ({ removed, left }) =>
      left.filter((one) =>
        removed.some((other) => other.templateId === one.templateId && other.issueTypeId === one.issueTypeId),
      ),
    ),
  ),
  defect(
    'DT-25',
    'other-templates-lose-it',
    'The removal of one issue type’s entry takes those of other templates for that type.',
    takesToo('deleteByProjectTemplateAndIssueType', ({ removed, left }) =>
      left.filter((one) =>
        removed.some((other) => other.projectId === one.projectId && other.issueTypeId === one.issueTypeId),
      ),
    ),
  ),
  defect(
    'DT-26',
    'other-request-types-removed',
    'The removal of one request type’s entry takes those of the project’s other types.',
    takesToo('deleteByProjectTemplateAndRequestType', sameTemplateAndProject),
  ),
  defect(
    'DT-26',
    'every-template-loses-it',
    'The removal of one request type’s entry takes those of other templates for that type.',
    takesToo('deleteByProjectTemplateAndRequestType', sameRequestType),
  ),
  defect(
    'DT-26',
    'issue-types-removed-too',
    'The removal of one request type’s entry takes the project’s entries of issue types.',
    takesToo('deleteByProjectTemplateAndRequestType', (taken) =>
      sameTemplateAndProject(taken).filter(({ issueTypeId }) => issueTypeId !== undefined),
    ),
  ),
  defect(
    'DT-26',
    'nothing-removed',
    'The removal of one request type’s entry leaves it where it is.',
    keeps('deleteByProjectTemplateAndRequestType', ({ removed }) => removed),
  ),
  defect(
    'DT-27',
    'first-project-only',
    'The removal of an issue type’s entries ends with the first project.',
    keeps('deleteByTemplateAndIssueType', ({ removed }) =>
      removed.filter(({ projectId }) => projectId !== removed[0]?.projectId),
    ),
  ),
  defect(
    'DT-27',
    'other-types-removed',
    'The removal of an issue type’s entries takes all of the template’s entries.',
    takesToo('deleteByTemplateAndIssueType', sameTemplate),
  ),
  defect(
    'DT-27',
    'other-templates-lose-it',
    'The removal of an issue type’s entries takes those of other templates for that type.',
    takesToo('deleteByTemplateAndIssueType', ({ removed, left }) =>
      left.filter(({ issueTypeId }) => removed.some((entry) => entry.issueTypeId === issueTypeId)),
    ),
  ),
  defect(
    'DT-28',
    'other-templates-lose-it',
    'The removal of a request type’s entries takes those of other templates for that type.',
    takesToo('deleteByTemplateAndRequestType', sameRequestType),
  ),
  defect(
    'DT-28',
    'last-project-stays',
    'The removal of a request type’s entries leaves the last of them.',
    keeps('deleteByTemplateAndRequestType', ({ removed }) => removed.slice(-1)),
  ),
  defect(
    'DT-28',
    'other-types-removed',
    'The removal of a request type’s entries takes all that the template has in the same project.',
    takesToo('deleteByTemplateAndRequestType', sameTemplateAndProject),
  ),
];
