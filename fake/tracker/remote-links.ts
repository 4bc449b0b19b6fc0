import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { RemoteLinkRow } from '../state/tables.js';
import type { CallOf } from './call.js';
import { requireInProject } from './permissions.js';
import { readId } from './read-values.js';
import { selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableIssue } from './rows.js';

/** `GET /issue/{issueIdOrKey}/remotelink`: the links to pages elsewhere, or the one with a global id. */
export function listRemoteLinks(call: CallOf<Endpoints['listRemoteLinks']>): Answer {
  const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
  const { globalId } = call.query;
  if (globalId !== undefined) return json(renderRemoteLink(call, linkByGlobalId(call.state, issue.id, globalId)));
  return json(call.state.tables.remoteLinks.where('issue', issue.id).map((row) => renderRemoteLink(call, row)));
}

/** `POST /issue/{issueIdOrKey}/remotelink`: adds a link, or replaces the one that has its global id. */
export function storeRemoteLink(call: CallOf<Endpoints['storeRemoteLink']>): Answer {
  const { issue, project } = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'EDIT_ISSUES', project);
  const { globalId } = call.body;
  const there = globalId === undefined ? undefined : withGlobalId(call.state, issue.id, globalId);
  const id = there?.id ?? call.state.nextId('remoteLink');
  call.state.tables.remoteLinks.set({ ...readRemoteLink(call.body), id, issueId: issue.id });
  return json({ id, self: selfUrl(call, 'issue', issue.key, 'remotelink', id) }, there === undefined ? 201 : 200);
}

/** `GET /issue/{issueIdOrKey}/remotelink/{remoteLinkId}`: one of them. */
export function getRemoteLink(call: CallOf<Endpoints['getRemoteLink']>): Answer {
  const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
  return json(renderRemoteLink(call, linkById(call.state, issue.id, call.parameters.remoteLinkId)));
}

/** `PUT /issue/{issueIdOrKey}/remotelink/{remoteLinkId}`: replaces one; what the body leaves out is gone. */
export function updateRemoteLink(call: CallOf<Endpoints['updateRemoteLink']>): Answer {
  const { issue, project } = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'EDIT_ISSUES', project);
  const { id } = linkById(call.state, issue.id, call.parameters.remoteLinkId);
  call.state.tables.remoteLinks.set({ ...readRemoteLink(call.body), id, issueId: issue.id });
  return noContent;
}

/** `DELETE /issue/{issueIdOrKey}/remotelink/{remoteLinkId}`: removes one. */
export function deleteRemoteLink(call: CallOf<Endpoints['deleteRemoteLink']>): Answer {
  const { issue, project } = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'EDIT_ISSUES', project);
  call.state.tables.remoteLinks.delete(linkById(call.state, issue.id, call.parameters.remoteLinkId).id);
  return noContent;
}

/** `DELETE /issue/{issueIdOrKey}/remotelink`: removes the one with a global id. */
export function deleteRemoteLinkByGlobalId(call: CallOf<Endpoints['deleteRemoteLinkByGlobalId']>): Answer {
  const { issue, project } = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'EDIT_ISSUES', project);
  const { globalId } = call.query;
  if (globalId === undefined) throw TrackerError.ofFields({ globalId: "'globalId' is required." });
  call.state.tables.remoteLinks.delete(linkByGlobalId(call.state, issue.id, globalId).id);
  return noContent;
}

function readRemoteLink(body: CallOf<Endpoints['storeRemoteLink']>['body']): Omit<RemoteLinkRow, 'id' | 'issueId'> {
  const { globalId, application = {}, relationship, object = {} } = body;
  const missing = (['url', 'title'] as const).filter((name) => (object[name] ?? '') === '');
  if (missing.length > 0) {
    throw TrackerError.ofFields(Object.fromEntries(missing.map((name) => [name, `'${name}' is required.`])));
  }
  return { globalId, application, relationship, object };
}

function linkById({ tables }: State, issueId: number, text: string): RemoteLinkRow {
  const row = tables.remoteLinks.get(readId(text) ?? 0);
  if (row?.issueId === issueId) return row;
  throw new TrackerError(404, `The remote issue link with id '${text}' does not exist for the issue.`);
}

function linkByGlobalId(state: State, issueId: number, globalId: string): RemoteLinkRow {
  const row = withGlobalId(state, issueId, globalId);
  if (row !== undefined) return row;
  throw new TrackerError(404, `The remote issue link with the globalId '${globalId}' does not exist for the issue.`);
}

function withGlobalId({ tables }: State, issueId: number, globalId: string): RemoteLinkRow | undefined {
  return tables.remoteLinks.where('issue', issueId).find((row) => row.globalId === globalId);
}

function renderRemoteLink(view: View, { id, issueId, globalId, application, relationship, object }: RemoteLinkRow) {
  const { key = issueId } = view.state.tables.issues.get(issueId) ?? {};
  return {
    id,
    self: selfUrl(view, 'issue', key, 'remotelink', id),
    ...(globalId !== undefined && { globalId }),
    application,
    ...(relationship !== undefined && { relationship }),
    object: { icon: {}, status: { icon: {} }, ...object },
  };
}
