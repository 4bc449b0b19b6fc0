import type { Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { workflowOf } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';
import type { CallOf, SomeHandlers } from './call.js';
import { componentsOf, renderComponentSummary, renderVersion, versionsOf } from './project-parts.js';
import { isOnScreen } from './fields/field.js';
import type { IssueField } from './fields/field.js';
import { issueFields } from './fields/issue-fields.js';
import type { FieldScope } from './fields/issue-fields.js';
import { renderFieldMeta } from './fields/render-fields.js';
import { holdsInProject, requireInProject } from './permissions.js';
import { answerPage, readExpand, readId } from './read-values.js';
import { renderIssueTypes, renderProjectSummary } from './render.js';
import type { View } from './render.js';
import { browsableProject, browsableProjects } from './rows.js';

type MetaCall = CallOf<Endpoints['getCreateMeta']>;

export const createMetaHandlers = {
  getCreateMeta(call) {
    const { projectKeys, expand } = call.query;
    const isNamed = readFilter(projectKeys);
    const projects = browsableProjects(call).filter(
      (project) => isNamed(project.key) && holdsInProject(call.state, call.caller, 'CREATE_ISSUES', project),
    );
    const withFields = readExpand(expand).has('projects.issuetypes.fields');
    return json({ expand: 'projects', projects: projects.map((project) => renderMeta(call, project, withFields)) });
  },
  listCreateMetaIssueTypes(call) {
    const project = browsableProject(call, call.parameters.projectIdOrKey);
    requireInProject(call, 'CREATE_ISSUES', project);
    return json(answerPage(renderIssueTypes(call, project.issueTypeIds), call.query, (type) => type));
  },
  listCreateMetaFields(call) {
    const project = browsableProject(call, call.parameters.projectIdOrKey);
    requireInProject(call, 'CREATE_ISSUES', project);
    const id = readId(call.parameters.issueTypeId);
    if (id === undefined || !project.issueTypeIds.includes(id)) {
      throw new TrackerError(404, `The project has no issue type with id '${call.parameters.issueTypeId}'.`);
    }
    return json(answerPage(creationFields(call, project, id), call.query, (field) => field));
  },
} satisfies SomeHandlers;

function renderMeta(call: MetaCall, project: ProjectRow, withFields: boolean) {
  const isNamed = readFilter(call.query.issuetypeNames);
  const types = renderIssueTypes(call, project.issueTypeIds).filter(({ name }) => isNamed(name));
  const fieldsOf = (typeId: string) => {
    const fields = creationFields(call, project, Number(typeId));
    return { expand: 'fields', fields: Object.fromEntries(fields.map((field) => [field.fieldId, field])) };
  };
  const issuetypes = types.map((type) => (withFields ? { ...type, ...fieldsOf(type.id) } : type));
  return { ...renderProjectSummary(call, project), issuetypes };
}

/** Tests for being in a list such as `ABC,DEF`; without a list, everything is in. */
function readFilter(list: string | undefined): (name: string) => boolean {
  const wanted = list === undefined ? undefined : new Set(list.split(',').map((word) => word.trim()));
  return (name) => wanted?.has(name) ?? true;
}

function creationFields(view: View & FieldScope, project: ProjectRow, issueTypeId: number) {
  const { screenId } = workflowOf(view.state, project, issueTypeId).initial;
  const subtask = view.state.tables.issueTypes.get(issueTypeId)?.subtask === true;
  const shown = ({ id, kind, required }: IssueField) => {
    if (required) return true;
    if (id === 'parent') return subtask;
    return (kind !== undefined || id === 'attachment') && (screenId === null || isOnScreen(view.state, screenId, id));
  };
  const versions = versionsOf(view.state, project.id).map((row) => renderVersion(view, row));
  const allowed: Readonly<Record<string, readonly unknown[]>> = {
    project: [renderProjectSummary(view, project)],
    issuetype: renderIssueTypes(view, [issueTypeId]),
    components: componentsOf(view, project.id).map((row) => renderComponentSummary(view, row)),
    versions,
    fixVersions: versions,
  };
  return [...issueFields(view).values()].filter(shown).map((field) => ({
    ...renderFieldMeta(view, field),
    ...(field.id === 'parent' && { required: true }),
    ...(Object.hasOwn(allowed, field.id) && { allowedValues: allowed[field.id] }),
  }));
}
