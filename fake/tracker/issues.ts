import type { WorldIssueType } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { IssueRow } from '../state/tables.js';
import type { Call, SomeHandlers } from './call.js';
import type { IssueField } from './fields/field.js';
import { issueFields } from './fields/issue-fields.js';
import type { FieldInput } from './fields/read-changes.js';
import { namesOf, renderIssue, schemasOf, selectFields } from './fields/render-fields.js';
import { isTrue, readExpand } from './read-values.js';
import { escapeText, selfUrl } from './render.js';
import type { View } from './render.js';
import { issueFor, issueOf, removeIssue } from './rows.js';
import type { Located } from './rows.js';
import { renderTransitions } from './transitions.js';
import { applyChanges, readIssueType, readPlace, storeIssue } from './write-issue.js';
import type { CreationCall } from './write-issue.js';

export const issueHandlers = {
  getIssue(call) {
    const located = issueOf(call);
    const { fields, expand } = call.query;
    const selected = selectFields(issueFields(call), fields === undefined ? undefined : [fields], '*all');
    return json({
      ...renderIssue(call, located.issue, selected),
      ...expandIssue(call, located, selected, readExpand(expand)),
    });
  },
  assignIssue(call) {
    const located = issueFor(call, 'EDIT_ISSUES');
    const { name, key } = call.body;
    const assignee = name === undefined && key === undefined ? null : { name, key };
    applyChanges(call, located, { fields: { assignee } }, { settable: () => true, row: {} });
    return noContent;
  },
  createIssue: (call) => json(renderCreated(call, create(call, call.body)), 201),
  /** `POST /issue/bulk`: creates as many of the issues as can be created; 400 if none can. */
  bulkCreateIssues(call) {
    const issues: ReturnType<typeof renderCreated>[] = [];
    const errors: object[] = [];
    for (const [failedElementNumber, element] of call.body.issueUpdates.entries()) {
      try {
        issues.push(call.state.change(() => renderCreated(call, create(call, element))));
      } catch (error) {
        if (!(error instanceof TrackerError)) throw error;
        errors.push({ status: error.status, elementErrors: error.body, failedElementNumber });
      }
    }
    if (issues.length + errors.length === 0) throw new TrackerError(400, 'The list of issues to create is empty.');
    return json({ issues, errors }, issues.length > 0 ? 201 : 400);
  },
  /** `PUT /issue/{issueIdOrKey}`: sets fields of an issue; its type can change to another of the same kind. */
  editIssue(call) {
    const located = issueFor(call, 'EDIT_ISSUES');
    const { fields, update } = call.body;
    if (fields === undefined && update === undefined)
      throw new TrackerError(400, "one of 'fields' or 'update' required");
    const { issuetype, ...rest } = fields ?? {};
    const issueTypeId =
      issuetype === undefined ? located.issue.issueTypeId : newType(call.state, located, issuetype).id;
    applyChanges(call, located, { fields: rest, update }, { settable: () => true, row: { issueTypeId } });
    return noContent;
  },
  deleteIssue(call) {
    const { issue } = issueFor(call, 'DELETE_ISSUES');
    if (!isTrue(call.query.deleteSubtasks) && call.state.tables.issues.any('parent', issue.id)) {
      throw new TrackerError(
        400,
        `The issue '${issue.key}' has subtasks.  You must specify the 'deleteSubtasks' parameter to delete this issue and all its subtasks.`,
      );
    }
    removeIssue(call.state, issue.id);
    return noContent;
  },
} satisfies SomeHandlers;

/** The parts of an issue that an `expand` parameter asks for, by name. Of the texts, wiki markup stays as it is written. */
export function expandIssue(
  call: View & Pick<Call, 'extensions'>,
  located: Located,
  fields: readonly IssueField[],
  wanted: ReadonlySet<string>,
): Record<string, unknown> {
  const textOf = (field: IssueField) => {
    const value = field.schema.type === 'string' ? field.render(call, located.issue) : null;
    return typeof value === 'string' ? escapeText(value) : null;
  };
  return {
    ...(wanted.has('names') && { names: namesOf(fields) }),
    ...(wanted.has('schema') && { schema: schemasOf(fields) }),
    ...(wanted.has('renderedFields') && {
      renderedFields: Object.fromEntries(fields.map((field) => [field.id, textOf(field)])),
    }),
    ...(wanted.has('transitions') && { transitions: renderTransitions(call, located) }),
  };
}

/** The fields that say where an issue goes. */
const PLACE: ReadonlySet<string> = new Set(['project', 'issuetype', 'parent']);

function create(call: CreationCall, { fields = {}, update }: FieldInput): IssueRow {
  const rest = Object.entries(fields).filter(([id]) => !PLACE.has(id));
  return storeIssue(call, readPlace(call, fields), { fields: Object.fromEntries(rest), update });
}

function renderCreated(view: View, { id, key }: IssueRow) {
  return { id: String(id), key, self: selfUrl(view, 'issue', id) };
}

function newType(state: State, { issue, project }: Located, value: unknown): WorldIssueType {
  const type = readIssueType(state, project, value);
  if (type?.subtask === (issue.parentId !== null)) return type;
  throw TrackerError.ofFields({ issuetype: 'The issue type selected is invalid.' });
}
