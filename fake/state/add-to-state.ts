import {
  describeIssue,
  firstProblems,
  formatTrackerTime,
  readTrackerTime,
  worldAdditionsSchema,
} from '../../contracts/index.js';
import type { WorldAdditions, WorldEntry, WorldIssue, WorldProject } from '../../contracts/index.js';
import { addDirectory } from './directory.js';
import { missingIn, Problems, WorldError } from './problems.js';
import { workflowName } from './state.js';
import type { Sequence, State } from './state.js';
import { entryKeyOf, typeOfEntry } from './tables.js';

type CheckedAdditions = ReturnType<typeof worldAdditionsSchema.parse>;

/** @throws WorldError naming each problem; the state is then half changed and to be dropped */
export function addToState(state: State, additions: WorldAdditions): void {
  const parsed = worldAdditionsSchema.safeParse(additions, { error: describeIssue });
  if (!parsed.success) {
    throw new WorldError(firstProblems(parsed.error, 'the document').map((problem) => problem.join(': ')));
  }
  addCheckedRows(state, parsed.data);
}

/** @param isSaved whether a tracker held them: some assumptions let calls make what a world by hand may not have */
export function addCheckedRows(state: State, rows: CheckedAdditions, isSaved = false): void {
  const problems = new Problems();
  addPlainRows(state, rows, problems);
  addWorkflows(state, rows, problems);
  addProjects(state, rows.projects ?? [], problems);
  addEntries(state, rows.entries ?? [], problems, isSaved);
  addIssues(state, rows.issues ?? [], problems);
  addActivity(state, rows, problems);
  addDirectory(state, rows, problems);
  problems.refuse();
}

function rowAdder(state: State, problems: Problems) {
  return <Row extends { readonly id: number }>(
    list: keyof CheckedAdditions,
    table: { get(id: number): Row | undefined; set(row: Row): void },
    rows: readonly Row[] = [],
    kind?: Sequence,
    referencesOf: (row: Row) => readonly (string | false | undefined)[] = () => [],
  ): void => {
    for (const row of rows) {
      problems.add(`${list}.${row.id}`, table.get(row.id) && 'that id is taken', ...referencesOf(row));
      table.set(row);
      if (kind !== undefined) state.reserveId(kind, row.id);
    }
  };
}

function addPlainRows(state: State, rows: CheckedAdditions, problems: Problems): void {
  const { tables } = state;
  for (const user of rows.users ?? []) {
    problems.add(
      `users.${user.name}`,
      tables.users.get(user.key) && `there is a user with the key ${user.key} already`,
      tables.users.any('name', user.name.toLowerCase()) && 'there is a user with that name already',
    );
    tables.users.set(user);
  }
  const add = rowAdder(state, problems);
  add('issueTypes', tables.issueTypes, rows.issueTypes);
  add('priorities', tables.priorities, rows.priorities);
  add('statuses', tables.statuses, rows.statuses);
  add('resolutions', tables.resolutions, rows.resolutions);
  add('issueLinkTypes', tables.linkTypes, rows.issueLinkTypes);
  add('screens', tables.screens, rows.screens);
  add('customFields', tables.customFields, rows.customFields);
  add('templates', tables.templates, rows.templates);
}

function addWorkflows({ tables }: State, rows: CheckedAdditions, problems: Problems): void {
  const { workflows, screens } = tables;
  const missing = missingIn(tables);
  for (const workflow of rows.workflows ?? []) {
    const place = `workflows.${workflow.name}`;
    problems.add(place, workflows.get(workflow.name) && 'there is a workflow with that name already');
    const moves = [{ ...workflow.initial, from: 'any' as const }, ...workflow.transitions];
    for (const { name, from, to, screenId } of moves) {
      const named = from === 'any' ? [to] : [...from, to];
      const screen = screenId !== null && screens.get(screenId) === undefined && `no screen ${screenId}`;
      problems.add(`${place}.${name}`, ...named.map(missing.status), screen);
    }
    const isDouble = new Set(moves.map((move) => move.id)).size < moves.length;
    problems.add(place, isDouble && 'two transitions have the same id');
    workflows.set(workflow);
  }
}

function addProjects(state: State, projects: readonly WorldProject[], problems: Problems): void {
  const { tables } = state;
  const missing = missingIn(tables);
  for (const { requestTypes, ...project } of projects) {
    const place = `projects.${project.key}`;
    problems.add(
      place,
      tables.projects.get(project.id) && `the id ${project.id} is taken`,
      tables.projects.any('key', project.key) && 'that key is taken',
      missing.user(project.lead),
      ...[project.workflow, ...Object.values(project.workflowByIssueType)].map(missing.workflow),
      ...project.issueTypeIds.map(missing.issueType),
      ...Object.values(project.permissions).flat().map(missing.grantee),
    );
    for (const requestType of requestTypes) {
      const { id, issueTypeId } = requestType;
      problems.add(
        `${place}.requestTypes.${id}`,
        tables.requestTypes.get(id) && 'that id is taken',
        !project.issueTypeIds.includes(issueTypeId) && `the project has no issue type ${issueTypeId}`,
      );
      tables.requestTypes.set({ ...requestType, projectId: project.id });
      state.reserveId('requestType', id);
    }
    tables.projects.set(project);
    state.reserveId('project', project.id);
  }
}

function addEntries(state: State, entries: readonly WorldEntry[], problems: Problems, isSaved: boolean): void {
  const { tables } = state;
  for (const entry of entries) {
    const { id, templateId, projectId } = entry;
    const [kind, typeId] = typeOfEntry(entry);
    const isKnown =
      kind === 'issuetype'
        ? tables.projects.get(projectId)?.issueTypeIds.includes(typeId) === true
        : tables.requestTypes.get(typeId)?.projectId === projectId;
    const type = kind === 'issuetype' ? 'issue type' : 'request type';
    const isTwin = !isSaved && tables.entries.any('place', entryKeyOf(templateId, projectId, kind, typeId));
    problems.add(
      `entries.${id}`,
      tables.entries.get(id) && 'that id is taken',
      tables.templates.get(templateId) === undefined && `no template ${templateId}`,
      missingIn(tables).project(projectId),
      !isKnown && `project ${projectId} has no ${type} ${typeId}`,
      isTwin && 'there is an entry of the same template, project and type already',
    );
    tables.entries.set(entry);
    state.reserveId('entry', id);
  }
}

function addIssues(state: State, issues: readonly WorldIssue[], problems: Problems): void {
  const { tables } = state;
  const missing = missingIn(tables);
  for (const issue of issues) {
    const { id, key, issueTypeId, statusId, requestTypeId, reporter, creator = reporter } = issue;
    const place = `issues.${key}`;
    const [projectKey = '', number = ''] = key.split('-');
    const project = tables.projects.first('key', projectKey);
    const parent = issue.parent === undefined ? undefined : tables.issues.first('key', issue.parent);
    const workflow = project && tables.workflows.get(workflowName(project, issueTypeId));
    const isOrphan = issue.parent !== undefined && (parent === undefined || parent.projectId !== project?.id);
    const hasType = project?.issueTypeIds.includes(issueTypeId) === true;
    const isRequest = requestTypeId !== undefined;
    const hasRequestType = isRequest && tables.requestTypes.get(requestTypeId)?.projectId === project?.id;
    problems.add(
      place,
      tables.issues.get(id) && `the id ${id} is taken`,
      tables.issues.any('key', key) && 'that key is taken',
      project === undefined && `no project ${projectKey}`,
      missing.user(reporter),
      isOrphan && `no issue ${issue.parent} before it in the same project`,
      statusId !== undefined && missing.status(statusId),
      !hasType && `the project has no issue type ${issueTypeId}`,
      creator !== reporter && missing.user(creator),
      isRequest && !hasRequestType && `the project has no request type ${requestTypeId}`,
    );
    if (project === undefined || workflow === undefined) continue;
    const created = Date.parse(issue.created);
    tables.issues.set({
      id,
      key,
      projectId: project.id,
      issueTypeId,
      statusId: statusId ?? workflow.initial.to,
      parentId: parent?.id ?? null,
      requestTypeId: requestTypeId ?? null,
      reporter,
      creator,
      created,
      updated: issue.updated === undefined ? created : Date.parse(issue.updated),
      ...(issue.resolved !== undefined && { resolved: Date.parse(issue.resolved) }),
      fields: issue.fields,
    });
    state.reserveId('issue', id);
    state.reserveIssueNumber(projectKey, Number(number));
    for (const comment of issue.comments) {
      problems.add(place, missing.user(comment.author));
      const at = formatTrackerTime(created);
      tables.comments.set({ ...comment, created: at, updated: at, id: state.nextId('comment'), issueId: id });
    }
  }
}

/** A row with its moments as the tracker writes them, whatever time zone the world has them in. */
function inZone<Row extends object>(row: Row): Row {
  const moments = Object.entries(row).flatMap(([name, value]: [string, unknown]) => {
    if (!['created', 'updated'].includes(name) || typeof value !== 'string' || value.endsWith('+0000')) return [];
    return [[name, formatTrackerTime(readTrackerTime(value) ?? NaN)]];
  });
  return moments.length === 0 ? row : { ...row, ...(Object.fromEntries(moments) as Partial<Row>) };
}

function addActivity(state: State, rows: CheckedAdditions, problems: Problems): void {
  const { tables } = state;
  const missing = missingIn(tables);
  const add = rowAdder(state, problems);
  const ofIssue = (row: { readonly issueId: number; readonly author: string }) => [
    missing.issue(row.issueId),
    missing.user(row.author),
  ];
  const attachments = rows.attachments?.map(({ content, ...row }) => {
    const bytes = Buffer.from(content, 'base64');
    return { ...row, size: bytes.length, chunks: [bytes] };
  });
  add('components', tables.components, rows.components, 'component', ({ projectId, lead }) => [
    missing.project(projectId),
    lead !== null && missing.user(lead),
  ]);
  add('versions', tables.versions, rows.versions, 'version', (row) => [missing.project(row.projectId)]);
  add('issueLinks', tables.links, rows.issueLinks, 'link', ({ typeId, sourceId, targetId }) => [
    tables.linkTypes.get(typeId) === undefined && `no link type ${typeId}`,
    missing.issue(sourceId),
    missing.issue(targetId),
  ]);
  add('comments', tables.comments, rows.comments?.map(inZone), 'comment', ofIssue);
  add('attachments', tables.attachments, attachments?.map(inZone), 'attachment', ofIssue);
  add('remoteLinks', tables.remoteLinks, rows.remoteLinks, 'remoteLink', (row) => [missing.issue(row.issueId)]);
  for (const row of rows.customRows ?? []) tables.own.set(row);
}
