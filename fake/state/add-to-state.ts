import { worldAdditionsSchema } from '../../contracts/index.js';
import type { Grantee, WorldAdditions, WorldEntry, WorldIssue, WorldProject } from '../../contracts/index.js';
import { workflowOf } from '../tracker/transitions/workflow-of.js';
import type { State } from './state.js';
import { isStored } from './entries-of.js';
import { typeOfEntry } from './entry-values.js';
import { addDirectory } from './add-directory.js';
import { Faults } from './faults.js';
import { WorldError } from './world-error.js';

/** Rows to add, checked by the schema of a world. */
type CheckedAdditions = ReturnType<typeof worldAdditionsSchema.parse>;

/**
 * Adds rows to a state. Every reference has to lead somewhere and every id to be free.
 *
 * @throws WorldError naming each fault; the state is then half changed and to be dropped.
 */
export function addToState(state: State, additions: WorldAdditions): void {
  const parsed = worldAdditionsSchema.safeParse(additions);
  if (!parsed.success) {
    throw new WorldError(
      parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the document'}: ${issue.message}`),
    );
  }
  addCheckedRows(state, parsed.data);
}

/**
 * Adds rows that are checked by the schema of a world.
 *
 * @throws WorldError as {@link addToState}
 */
export function addCheckedRows(state: State, rows: CheckedAdditions): void {
  const faults = new Faults();
  addPlainRows(state, rows, faults);
  addWorkflows(state, rows, faults);
  addProjects(state, rows.projects ?? [], faults);
  addEntries(state, rows.entries ?? [], faults);
  addIssues(state, rows.issues ?? [], faults);
  addDirectory(state, rows, faults);
  if (faults.list.length > 0) throw new WorldError(faults.list);
}

function addPlainRows(state: State, rows: CheckedAdditions, faults: Faults): void {
  const { tables } = state;
  for (const user of rows.users ?? []) {
    const place = `users.${user.name}`;
    faults.unless(tables.users.get(user.key) === undefined, place, `there is a user with the key ${user.key} already`);
    faults.unless(!tables.users.any('name', user.name.toLowerCase()), place, 'there is a user with that name already');
    tables.users.set(user);
  }
  const plain = ['issueTypes', 'priorities', 'statuses', 'screens', 'customFields', 'templates'] as const;
  for (const name of plain) {
    // The rows of each list are those of its table: both are declared by the world's schema.
    const table = tables[name] as { get(id: number): unknown; set(row: { id: number }): void };
    for (const row of (rows[name] ?? []) as { id: number }[]) {
      faults.unless(table.get(row.id) === undefined, `${name}.${row.id}`, 'that id is taken');
      table.set(row);
    }
  }
}

function addWorkflows(state: State, rows: CheckedAdditions, faults: Faults): void {
  const { workflows, statuses, screens } = state.tables;
  for (const workflow of rows.workflows ?? []) {
    const place = `workflows.${workflow.name}`;
    faults.unless(workflows.get(workflow.name) === undefined, place, 'there is a workflow with that name already');
    const moves = [{ ...workflow.initial, from: 'any' as const }, ...workflow.transitions];
    for (const move of moves) {
      const at = `${place}.${move.name}`;
      const named = move.from === 'any' ? [move.to] : [...move.from, move.to];
      for (const status of named) faults.unless(statuses.get(status) !== undefined, at, `no status ${status}`);
      faults.unless(
        move.screenId === null || screens.get(move.screenId) !== undefined,
        at,
        `no screen ${String(move.screenId)}`,
      );
    }
    faults.unless(
      new Set(moves.map((move) => move.id)).size === moves.length,
      place,
      'two transitions have the same id',
    );
    workflows.set(workflow);
  }
}

function addProjects(state: State, projects: readonly WorldProject[], faults: Faults): void {
  const { tables } = state;
  for (const { requestTypes, ...project } of projects) {
    const place = `projects.${project.key}`;
    faults.unless(tables.projects.get(project.id) === undefined, place, `the id ${project.id} is taken`);
    faults.unless(!tables.projects.any('key', project.key), place, 'that key is taken');
    faults.unless(tables.users.get(project.lead) !== undefined, place, `no user with the key ${project.lead}`);
    for (const name of [project.workflow, ...Object.values(project.workflowByIssueType)]) {
      faults.unless(tables.workflows.get(name) !== undefined, place, `no workflow ${name}`);
    }
    for (const id of project.issueTypeIds) {
      faults.unless(tables.issueTypes.get(id) !== undefined, place, `no issue type ${id}`);
    }
    for (const grantee of Object.values(project.permissions).flat()) {
      const name = unknownUser(state, grantee);
      faults.unless(name === undefined, place, `a permission is granted to ${String(name)}, who is no user`);
    }
    for (const requestType of requestTypes) {
      const at = `${place}.requestTypes.${requestType.id}`;
      faults.unless(tables.requestTypes.get(requestType.id) === undefined, at, 'that id is taken');
      faults.unless(
        project.issueTypeIds.includes(requestType.issueTypeId),
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

/** The key a permission is granted to where no user has it. */
export function unknownUser(state: State, grantee: Grantee): string | undefined {
  if (typeof grantee === 'string' || !('user' in grantee)) return undefined;
  return state.tables.users.get(grantee.user) === undefined ? grantee.user : undefined;
}

function addEntries(state: State, entries: readonly WorldEntry[], faults: Faults): void {
  const { tables } = state;
  for (const entry of entries) {
    const place = `entries.${entry.id}`;
    const project = tables.projects.get(entry.projectId);
    faults.unless(tables.entries.get(entry.id) === undefined, place, 'that id is taken');
    faults.unless(tables.templates.get(entry.templateId) !== undefined, place, `no template ${entry.templateId}`);
    faults.unless(project !== undefined, place, `no project ${entry.projectId}`);
    if (entry.issueTypeId !== undefined) {
      const known = project?.issueTypeIds.includes(entry.issueTypeId) === true;
      faults.unless(known, place, `project ${entry.projectId} has no issue type ${entry.issueTypeId}`);
    } else {
      const requestType = tables.requestTypes.get(entry.requestTypeId as number);
      const known = requestType?.projectId === entry.projectId;
      faults.unless(known, place, `project ${entry.projectId} has no request type ${String(entry.requestTypeId)}`);
    }
    const twin = isStored(state, entry.templateId, entry.projectId, ...typeOfEntry(entry));
    faults.unless(!twin, place, 'there is an entry of the same template, project and type already');
    tables.entries.set(entry);
    state.reserveId('entry', entry.id);
  }
}

function addIssues(state: State, issues: readonly WorldIssue[], faults: Faults): void {
  const { tables } = state;
  for (const issue of issues) {
    const place = `issues.${issue.key}`;
    const [projectKey = '', number = ''] = issue.key.split('-');
    const project = tables.projects.first('key', projectKey);
    const parent = issue.parent === undefined ? undefined : tables.issues.first('key', issue.parent);
    const workflow = project && workflowOf(state, project, issue.issueTypeId);
    faults.unless(tables.issues.get(issue.id) === undefined, place, `the id ${issue.id} is taken`);
    faults.unless(!tables.issues.any('key', issue.key), place, 'that key is taken');
    faults.unless(project !== undefined, place, `no project ${projectKey}`);
    faults.unless(tables.users.get(issue.reporter) !== undefined, place, `no user with the key ${issue.reporter}`);
    faults.unless(
      issue.parent === undefined || (parent !== undefined && parent.projectId === project?.id),
      place,
      `no issue ${String(issue.parent)} before it in the same project`,
    );
    faults.unless(
      issue.statusId === undefined || tables.statuses.get(issue.statusId) !== undefined,
      place,
      `no status ${String(issue.statusId)}`,
    );
    faults.unless(
      project?.issueTypeIds.includes(issue.issueTypeId) === true,
      place,
      `the project has no issue type ${issue.issueTypeId}`,
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
      requestTypeId: null,
      reporter: issue.reporter,
      creator: issue.reporter,
      created,
      updated: created,
      fields: issue.fields,
    });
    state.reserveId('issue', issue.id);
    state.reserveIssueNumber(projectKey, Number(number));
    for (const comment of issue.comments) {
      faults.unless(tables.users.get(comment.author) !== undefined, place, `no user with the key ${comment.author}`);
      tables.comments.set({ ...comment, id: state.nextId('comment'), issueId: issue.id, created, updated: created });
    }
  }
}
