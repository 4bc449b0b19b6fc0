import { firstProblems, worldAdditionsSchema } from '../../contracts/index.js';
import type { Grantee, WorldAdditions, WorldEntry, WorldIssue, WorldProject } from '../../contracts/index.js';
import { addActivity } from './add-activity.js';
import type { Contents } from './add-activity.js';
import { addDirectory } from './directory.js';
import { Problems, WorldError } from './problems.js';
import { workflowName } from './state.js';
import type { State } from './state.js';
import { isAmong, placeOf, typeOfEntry } from './tables.js';
import type { TableName } from './tables.js';

/** Rows to add, checked by the schema of a world. */
type CheckedAdditions = ReturnType<typeof worldAdditionsSchema.parse>;

/**
 * Adds rows to a state. Every reference has to lead somewhere and every id to be free.
 *
 * @throws WorldError naming each problem; the state is then half changed and to be dropped.
 */
export function addToState(state: State, additions: WorldAdditions): void {
  const parsed = worldAdditionsSchema.safeParse(additions);
  if (!parsed.success) {
    throw new WorldError(firstProblems(parsed.error, 'the document').map((problem) => problem.join(': ')));
  }
  addCheckedRows(state, parsed.data);
}

/**
 * Adds rows that are checked by the schema of a world.
 *
 * @param isSaved whether a tracker held them: some assumptions let calls make what a world by hand may not have
 * @param contents the bytes of attachments, by their places in the list, if they are not in the rows
 * @throws WorldError as {@link addToState}
 */
export function addCheckedRows(
  state: State,
  rows: CheckedAdditions,
  { isSaved = false, contents = [] }: { readonly isSaved?: boolean; readonly contents?: Contents } = {},
): void {
  const problems = new Problems();
  addPlainRows(state, rows, problems);
  addWorkflows(state, rows, problems);
  addProjects(state, rows.projects ?? [], problems);
  addEntries(state, rows.entries ?? [], problems, isSaved);
  addIssues(state, rows.issues ?? [], problems);
  addActivity(state, rows, problems, contents);
  addDirectory(state, rows, problems);
  if (problems.list.length > 0) throw new WorldError(problems.list);
}

function addPlainRows(state: State, rows: CheckedAdditions, problems: Problems): void {
  const { tables } = state;
  for (const user of rows.users ?? []) {
    const place = `users.${user.name}`;
    problems.unless(
      tables.users.get(user.key) === undefined,
      place,
      `there is a user with the key ${user.key} already`,
    );
    problems.unless(
      !tables.users.any('name', user.name.toLowerCase()),
      place,
      'there is a user with that name already',
    );
    tables.users.set(user);
  }
  addById('issueTypes', tables.issueTypes, rows.issueTypes, problems);
  addById('priorities', tables.priorities, rows.priorities, problems);
  addById('statuses', tables.statuses, rows.statuses, problems);
  addById('resolutions', tables.resolutions, rows.resolutions, problems);
  addById('linkTypes', tables.linkTypes, rows.issueLinkTypes, problems);
  addById('screens', tables.screens, rows.screens, problems);
  addById('customFields', tables.customFields, rows.customFields, problems);
  addById('templates', tables.templates, rows.templates, problems);
}

function addById<Row extends { readonly id: number }>(
  name: TableName,
  table: { get(id: number): Row | undefined; set(row: Row): void },
  rows: readonly Row[] = [],
  problems: Problems,
): void {
  for (const row of rows) {
    problems.unless(table.get(row.id) === undefined, `${name}.${row.id}`, 'that id is taken');
    table.set(row);
  }
}

function addWorkflows(state: State, rows: CheckedAdditions, problems: Problems): void {
  const { workflows, statuses, screens } = state.tables;
  for (const workflow of rows.workflows ?? []) {
    const place = `workflows.${workflow.name}`;
    problems.unless(workflows.get(workflow.name) === undefined, place, 'there is a workflow with that name already');
    const moves = [{ ...workflow.initial, from: 'any' as const }, ...workflow.transitions];
    for (const move of moves) {
      const at = `${place}.${move.name}`;
      const named = move.from === 'any' ? [move.to] : [...move.from, move.to];
      for (const status of named) problems.unless(statuses.get(status) !== undefined, at, `no status ${status}`);
      problems.unless(
        move.screenId === null || screens.get(move.screenId) !== undefined,
        at,
        `no screen ${String(move.screenId)}`,
      );
    }
    problems.unless(
      new Set(moves.map((move) => move.id)).size === moves.length,
      place,
      'two transitions have the same id',
    );
    workflows.set(workflow);
  }
}

function addProjects(state: State, projects: readonly WorldProject[], problems: Problems): void {
  const { tables } = state;
  for (const { requestTypes, ...project } of projects) {
    const place = `projects.${project.key}`;
    problems.unless(tables.projects.get(project.id) === undefined, place, `the id ${project.id} is taken`);
    problems.unless(!tables.projects.any('key', project.key), place, 'that key is taken');
    problems.unless(tables.users.get(project.lead) !== undefined, place, `no user with the key ${project.lead}`);
    for (const name of [project.workflow, ...Object.values(project.workflowByIssueType)]) {
      problems.unless(tables.workflows.get(name) !== undefined, place, `no workflow ${name}`);
    }
    for (const id of project.issueTypeIds) {
      problems.unless(tables.issueTypes.get(id) !== undefined, place, `no issue type ${id}`);
    }
    for (const grantee of Object.values(project.permissions).flat()) {
      const name = unknownUser(state, grantee);
      problems.unless(name === undefined, place, `a permission is granted to ${String(name)}, who is no user`);
    }
    for (const requestType of requestTypes) {
      const at = `${place}.requestTypes.${requestType.id}`;
      problems.unless(tables.requestTypes.get(requestType.id) === undefined, at, 'that id is taken');
      problems.unless(
        isAmong(project.issueTypeIds, requestType.issueTypeId),
        at,
        `the project has no issue type ${requestType.issueTypeId}`,
      );
      tables.requestTypes.set({ ...requestType, projectId: project.id });
      state.reserveId('requestType', requestType.id);
    }
    tables.projects.set(project);
    state.reserveId('project', project.id);
  }
}

/** The key a permission is granted to if no user has it. */
export function unknownUser(state: State, grantee: Grantee): string | undefined {
  if (typeof grantee === 'string' || !('user' in grantee)) return undefined;
  return state.tables.users.get(grantee.user) === undefined ? grantee.user : undefined;
}

function addEntries(state: State, entries: readonly WorldEntry[], problems: Problems, isSaved: boolean): void {
  const { tables } = state;
  for (const entry of entries) {
    const place = `entries.${entry.id}`;
    const project = tables.projects.get(entry.projectId);
    problems.unless(tables.entries.get(entry.id) === undefined, place, 'that id is taken');
    problems.unless(tables.templates.get(entry.templateId) !== undefined, place, `no template ${entry.templateId}`);
    problems.unless(project !== undefined, place, `no project ${entry.projectId}`);
    const [kind, typeId] = typeOfEntry(entry);
    if (kind === 'issuetype') {
      const known = project !== undefined && isAmong(project.issueTypeIds, typeId);
      problems.unless(known, place, `project ${entry.projectId} has no issue type ${typeId}`);
    } else {
      const known = tables.requestTypes.get(typeId)?.projectId === entry.projectId;
      problems.unless(known, place, `project ${entry.projectId} has no request type ${typeId}`);
    }
    const twin = tables.entries.any('place', placeOf(entry.templateId, entry.projectId, kind, typeId));
    problems.unless(isSaved || !twin, place, 'there is an entry of the same template, project and type already');
    tables.entries.set(entry);
    state.reserveId('entry', entry.id);
  }
}

function addIssues(state: State, issues: readonly WorldIssue[], problems: Problems): void {
  const { tables } = state;
  for (const issue of issues) {
    const place = `issues.${issue.key}`;
    const [projectKey = '', number = ''] = issue.key.split('-');
    const project = tables.projects.first('key', projectKey);
    const parent = issue.parent === undefined ? undefined : tables.issues.first('key', issue.parent);
    const workflow = project && tables.workflows.get(workflowName(project, issue.issueTypeId));
    problems.unless(tables.issues.get(issue.id) === undefined, place, `the id ${issue.id} is taken`);
    problems.unless(!tables.issues.any('key', issue.key), place, 'that key is taken');
    problems.unless(project !== undefined, place, `no project ${projectKey}`);
    problems.unless(tables.users.get(issue.reporter) !== undefined, place, `no user with the key ${issue.reporter}`);
    problems.unless(
      issue.parent === undefined || (parent !== undefined && parent.projectId === project?.id),
      place,
      `no issue ${String(issue.parent)} before it in the same project`,
    );
    problems.unless(
      issue.statusId === undefined || tables.statuses.get(issue.statusId) !== undefined,
      place,
      `no status ${String(issue.statusId)}`,
    );
    problems.unless(
      project !== undefined && isAmong(project.issueTypeIds, issue.issueTypeId),
      place,
      `the project has no issue type ${issue.issueTypeId}`,
    );
    problems.unless(
      issue.creator === undefined || tables.users.get(issue.creator) !== undefined,
      place,
      `no user with the key ${String(issue.creator)}`,
    );
    problems.unless(
      issue.requestTypeId === undefined || tables.requestTypes.get(issue.requestTypeId)?.projectId === project?.id,
      place,
      `the project has no request type ${String(issue.requestTypeId)}`,
    );
    if (project === undefined || workflow === undefined) continue;
    const created = Date.parse(issue.created);
    tables.issues.set({
      id: issue.id,
      key: issue.key,
      projectId: project.id,
      issueTypeId: issue.issueTypeId,
      statusId: issue.statusId ?? workflow.initial.to,
      parentId: parent?.id ?? null,
      ...(issue.properties !== undefined && { properties: issue.properties }),
      requestTypeId: issue.requestTypeId ?? null,
      reporter: issue.reporter,
      creator: issue.creator ?? issue.reporter,
      created,
      updated: issue.updated === undefined ? created : Date.parse(issue.updated),
      ...(issue.resolved !== undefined && { resolved: Date.parse(issue.resolved) }),
      fields: issue.fields,
    });
    state.reserveId('issue', issue.id);
    state.reserveIssueNumber(projectKey, Number(number));
    for (const comment of issue.comments) {
      problems.unless(tables.users.get(comment.author) !== undefined, place, `no user with the key ${comment.author}`);
      tables.comments.set({ ...comment, id: state.nextId('comment'), issueId: issue.id, created, updated: created });
    }
  }
}
