import { createIssue, type FieldValues, onScreen, readFields } from './create-issue.js';
import { type Call, bodyOf, empty, json, numberPart, ok, part, type Route, routesAt, type Service, type UploadedFile } from './http.js';
import { refuse, Refusal, type JsonObject } from './reading.js';
import { type Attachment, type Comment, type Issue, may, type Permission, type Project, type StepRow, type Transition, type User, workflowOf } from './model.js';
import { paged } from './people.js';
import { Render } from './render.js';

/** Issues, their comments, attachments, transitions and links, as the tracker's own interface has them. */
export const issueByIdOrKey = (idOrKey: string, service: Service): Issue | undefined =>
  /^\d+$/.test(idOrKey) ? service.world.issues.get(Number(idOrKey)) : service.world.issuesByKey.get(idOrKey);

export function addAttachment(issue: Issue, file: UploadedFile, author: User, onIssue: boolean, service: Service): Attachment {
  const attachment: Attachment = { id: service.world.nextId(), filename: file.name, author, created: Date.now(), mimeType: file.type, content: file.content, issue, onIssue };
  service.world.attachments.set(attachment.id, attachment);
  issue.attachments.push(attachment);
  return attachment;
}

export const newComment = (author: User, body: string, service: Service): Comment => ({ id: service.world.nextId(), author, body, created: Date.now(), updated: Date.now() });

export function deleteIssue(issue: Issue, service: Service): void {
  const { world } = service;
  for (const subtask of [...issue.subtasks]) deleteIssue(subtask, service);
  for (const attachment of issue.attachments) world.attachments.delete(attachment.id);
  if (issue.parent) issue.parent.subtasks = issue.parent.subtasks.filter(kept => kept !== issue);
  world.issues.delete(issue.id);
  world.issuesByKey.delete(issue.key);
}

/** Rows that an edit writes; where a row stays as it was, its state can stay too. */
function rewritten(before: StepRow[] | null, after: StepRow[] | null, service: Service): StepRow[] | null {
  if (service.choices.rowsRewritten === 'reset' || !after) return after;
  return after.map((row, index) => {
    const old = before?.[index];
    return old && old.isGroup === row.isGroup && old.cells.join('\0') === row.cells.join('\0') ? { ...old, cells: row.cells } : row;
  });
}

function change(issue: Issue, values: FieldValues, service: Service): void {
  const { custom, steps, ...others } = values;
  Object.assign(issue, Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)));
  if (steps !== undefined) issue.steps = rewritten(issue.steps, steps, service);
  for (const [id, value] of custom) {
    if (value === null) issue.custom.delete(id);
    else issue.custom.set(id, value);
  }
  issue.updated = Date.now();
}

export function issueRoutes(service: Service): Route[] {
  const { world, trackerReading: reading } = service;
  const api = routesAt('/rest/api/2', false);
  const render = new Render(service);
  const body = (call: Call): JsonObject => reading.object(bodyOf(call, service), 'The body');
  const optional = (value: unknown, what: string): JsonObject => (value === null || value === undefined ? {} : reading.object(value, what));

  const issueOf = (call: Call, permission: Permission = 'browse'): Issue => {
    const issue = issueByIdOrKey(part(call, 'issue'), service);
    if (!issue || !may(call.user, 'browse', issue.project)) return refuse(404, 'Issue Does Not Exist');
    return may(call.user, permission, issue.project) ? issue : refuse(403, 'You do not have permission to do this in the issue\'s project.');
  };
  const created = (issue: Issue): Record<string, unknown> => ({ id: String(issue.id), key: issue.key, self: `${service.url}/rest/api/2/issue/${issue.id}` });
  const wanted = (call: Call): string[] => call.query.getAll('fields').flatMap(names => names.split(',')).map(name => name.trim());

  api.post('/issue', call => {
    const payload = body(call);
    const issue = createIssue(optional(payload['fields'], 'fields'), call.user, service);
    return json(201, created(issue));
  });
  api.post('/issue/bulk', call => {
    const updates = reading.list(body(call)['issueUpdates'], 'issueUpdates') ?? [];
    const issues: unknown[] = [], errors: unknown[] = [];
    updates.forEach((update, failedElementNumber) => {
      try {
        issues.push(created(createIssue(optional(optional(update, 'An element')['fields'], 'fields'), call.user, service)));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        errors.push({ status: error.status, elementErrors: { errorMessages: error.messages, errors: error.errors }, failedElementNumber });
      }
    });
    return json(issues.length ? 201 : 400, { issues, errors });
  });
  api.get('/issue/:issue', call => ok(render.issue(issueOf(call), wanted(call))));
  api.put('/issue/:issue', call => {
    const issue = issueOf(call, 'edit');
    const payload = body(call);
    const values = readFields(optional(payload['fields'], 'fields'), issue.project, issue.type, service);
    change(issue, values, service);
    return empty(204);
  });
  api.delete('/issue/:issue', call => {
    const issue = issueOf(call, 'administer');
    if (issue.subtasks.length && !/^true$/i.test(call.query.get('deleteSubtasks') ?? '')) refuse(400, `The issue '${issue.key}' has subtasks.  You must specify the 'deleteSubtasks' parameter to delete this issue and all its subtasks.`);
    deleteIssue(issue, service);
    return empty(204);
  });

  const available = (issue: Issue): Transition[] =>
    workflowOf(issue.project, issue.type).transitions.filter(({ from }) => from === 'any' || (from !== 'start' && from.includes(issue.status.name)));
  api.get('/issue/:issue/transitions', call => {
    const issue = issueOf(call);
    return ok({ expand: 'transitions', transitions: may(call.user, 'edit', issue.project) ? available(issue).map(render.transition) : [] });
  });
  api.post('/issue/:issue/transitions', call => {
    const issue = issueOf(call, 'edit');
    const payload = body(call);
    const id = reading.integer(optional(payload['transition'], 'transition')['id'], 'transition id');
    if (id === null) return refuse(400, 'Missing \'transition\' identifier');
    const transition = available(issue).find(possible => possible.id === id) ?? refuse(400, `It seems that you have tried to perform a workflow operation (${id}) that is not valid for the current state of this issue (${issue.key}).`);
    change(issue, readFields(optional(payload['fields'], 'fields'), issue.project, issue.type, service), service);
    issue.status = world.statuses.get(transition.to) ?? issue.status;
    return empty(204);
  });

  api.get('/issue/:issue/comment', call => {
    const issue = issueOf(call);
    const { startAt, maxResults } = paged(call, 1048576);
    return ok({ ...render.comments(issue), startAt, maxResults, comments: issue.comments.slice(startAt, startAt + maxResults).map(comment => render.comment(issue, comment)) });
  });
  api.post('/issue/:issue/comment', call => {
    const issue = issueOf(call, 'edit');
    const text = reading.text(body(call)['body'], 'body');
    if (!text?.trim()) throw new Refusal(400, [], { comment: 'Comment body can not be empty!' });
    const comment = newComment(call.user, text, service);
    issue.comments.push(comment);
    issue.updated = Date.now();
    return json(201, render.comment(issue, comment));
  });
  const attachmentOf = (call: Call): Attachment => {
    const attachment = world.attachments.get(numberPart(call, 'attachment'));
    return attachment && may(call.user, 'browse', attachment.issue.project) ? attachment : refuse(404, `The attachment with id '${part(call, 'attachment')}' does not exist`);
  };
  api.get('/attachment/:attachment', call => ok(render.attachment(attachmentOf(call))));
  const files = routesAt('/secure/attachment', false);
  files.get('/:attachment/:filename', call => {
    const { content, mimeType } = attachmentOf(call);
    return { status: 200, headers: { 'content-type': mimeType, 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(part(call, 'filename'))}` }, body: content };
  });

  const projectOf = (call: Call): Project => {
    const name = part(call, 'project');
    const project = world.projects.get(name) ?? world.projectsById.get(Number(name));
    return project && may(call.user, 'create', project) ? project : refuse(404, 'The project does not exist or you may not create issues in it.');
  };
  api.get('/issue/createmeta/:project/issuetypes/:type', call => {
    const project = projectOf(call);
    const type = project.issueTypes.find(({ id }) => String(id) === part(call, 'type')) ?? refuse(404, 'The issue type does not exist in the project.');
    const field = (fieldId: string, name: string, of: string, allowedValues?: unknown[]): Record<string, unknown> =>
      ({ required: false, schema: { type: of }, name, fieldId, hasDefaultValue: false, operations: ['set'], ...(allowedValues ? { allowedValues } : {}) });
    const values = [
      { ...field('summary', 'Summary', 'string'), required: true }, field('description', 'Description', 'string'),
      field('priority', 'Priority', 'priority', world.priorities.map(render.priority)), field('labels', 'Labels', 'array'),
      ...world.fields.filter(custom => onScreen(custom, type))
        .map(({ id, name, kind, options }) => (kind === 'select' ? field(id, name, 'option', [...options]) : field(id, name, kind === 'number' ? 'number' : 'string'))),
    ];
    return ok({ maxResults: values.length, startAt: 0, total: values.length, isLast: true, values });
  });
  return [...api.routes, ...files.routes];
}
