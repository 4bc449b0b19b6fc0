import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { required, TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { IssueRow, LinkRow, LinkTypeRow, RemoteLinkRow } from '../state/tables.js';
import type { CallOf, SomeHandlers, Reader } from './call.js';
import { storeComment } from './comments.js';
import { renderIssueInBrief } from './fields/render-fields.js';
import { holdsInProject, requireInProject } from './permissions.js';
import { readId, readName } from './read-values.js';
import { selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableIssue, issueFor, issueOf, rowWithId, seenIssue } from './rows.js';

export const linkHandlers = {
  listIssueLinkTypes: (call) =>
    json({ issueLinkTypes: call.state.tables.linkTypes.all().map((row) => renderLinkType(call, row)) }),
  getIssueLinkType(call) {
    const { issueLinkTypeId: id } = call.parameters;
    return json(
      renderLinkType(call, rowWithId(call.state.tables.linkTypes, id, `No issue link type with id '${id}' found.`)),
    );
  },
  /** `POST /issueLink`: links two issues, and comments on the first if asked to. */
  linkIssues(call) {
    const { inwardIssue, outwardIssue, comment } = call.body;
    const { id, name = '' } = call.body.type;
    const { linkTypes } = call.state.tables;
    const type = id === undefined ? linkTypes.first('name', name.toLowerCase()) : linkTypes.get(readId(id) ?? 0);
    const named = id === undefined ? `name '${name}'` : `id '${id}'`;
    const row = required(type, `No issue link type with ${named} found.`);
    const [source, target] = [readEnd(call, inwardIssue), readEnd(call, outwardIssue)];
    if (!holdsInProject(call.state, call.caller, 'EDIT_ISSUES', source.project)) {
      throw new TrackerError(401, `No Link Issue Permission for issue '${source.issue.key}'`);
    }
    storeLink(call.state, row, source.issue, target.issue);
    if (comment) storeComment(call, source, comment);
    return { status: 201 };
  },
  getIssueLink(call) {
    const { link, source, target } = browsableLink(call, call.parameters.linkId);
    return json({
      ...renderHead(call, link),
      inwardIssue: renderIssueInBrief(call, source.issue),
      outwardIssue: renderIssueInBrief(call, target.issue),
    });
  },
  deleteIssueLink(call) {
    const { link, source } = browsableLink(call, call.parameters.linkId);
    requireInProject(call, 'EDIT_ISSUES', source.project);
    call.state.tables.links.delete(link.id);
    return noContent;
  },
  listRemoteLinks(call) {
    const { issue } = issueOf(call);
    return json(call.state.tables.remoteLinks.where('issue', issue.id).map((row) => renderRemoteLink(call, row)));
  },
  /** `POST /issue/{issueIdOrKey}/remotelink`: adds a link, or replaces the one that has its global id. */
  storeRemoteLink(call) {
    const { issue } = issueFor(call, 'EDIT_ISSUES');
    const { globalId } = call.body;
    const there = globalId === undefined ? undefined : withGlobalId(call.state, issue.id, globalId);
    const id = there?.id ?? call.state.nextId('remoteLink');
    call.state.tables.remoteLinks.set({ ...readRemoteLink(call.body), id, issueId: issue.id });
    return json({ id, self: selfUrl(call, 'issue', issue.key, 'remotelink', id) }, there === undefined ? 201 : 200);
  },
  getRemoteLink(call) {
    const { issue } = issueOf(call);
    return json(renderRemoteLink(call, linkById(call.state, issue.id, call.parameters.remoteLinkId)));
  },
  /** `PUT /issue/{issueIdOrKey}/remotelink/{remoteLinkId}`: replaces one; what the body leaves out is gone. */
  updateRemoteLink(call) {
    const { issue } = issueFor(call, 'EDIT_ISSUES');
    const { id } = linkById(call.state, issue.id, call.parameters.remoteLinkId);
    call.state.tables.remoteLinks.set({ ...readRemoteLink(call.body), id, issueId: issue.id });
    return noContent;
  },
  deleteRemoteLink(call) {
    const { issue } = issueFor(call, 'EDIT_ISSUES');
    call.state.tables.remoteLinks.delete(linkById(call.state, issue.id, call.parameters.remoteLinkId).id);
    return noContent;
  },
  deleteRemoteLinkByGlobalId(call) {
    const { issue } = issueFor(call, 'EDIT_ISSUES');
    const { globalId } = call.query;
    const refusal = `The remote issue link with the globalId '${globalId}' does not exist for the issue.`;
    call.state.tables.remoteLinks.delete(required(withGlobalId(call.state, issue.id, globalId), refusal).id);
    return noContent;
  },
} satisfies SomeHandlers;

/** Two issues have one link of a type: a second one changes nothing. */
function storeLink(state: State, type: LinkTypeRow, source: IssueRow, target: IssueRow): void {
  if (source.id === target.id) throw new TrackerError(400, 'You cannot link an issue to itself.');
  const { links } = state.tables;
  const isThere = links.where('source', source.id).some((row) => row.typeId === type.id && row.targetId === target.id);
  if (isThere) return;
  links.set({ id: state.nextId('link'), typeId: type.id, sourceId: source.id, targetId: target.id });
}

export function renderLinksOf(view: View, { id }: IssueRow) {
  const { links, issues } = view.state.tables;
  const rendered = (link: LinkRow, otherId: number, side: 'inward' | 'outward') => {
    const other = issues.get(otherId);
    return { ...renderHead(view, link), [`${side}Issue`]: other && renderIssueInBrief(view, other) };
  };
  return [
    ...links.where('source', id).map((link) => rendered(link, link.targetId, 'outward')),
    ...links.where('target', id).map((link) => rendered(link, link.sourceId, 'inward')),
  ];
}

// Seen, here and in linkIssues: TestLinkIssueResource of the product.
function readEnd(call: Reader, { id, key }: { readonly id?: unknown; readonly key?: unknown }) {
  try {
    return browsableIssue(call, readName(key ?? id));
  } catch (error) {
    if (error instanceof TrackerError && error.status === 403) throw new TrackerError(404, error.message);
    throw error;
  }
}

function browsableLink(call: Reader, text: string) {
  const { links, issues } = call.state.tables;
  const link = links.get(readId(text) ?? 0);
  const [source, target] = [link?.sourceId, link?.targetId].map((id) => seenIssue(call, issues.get(id ?? 0)));
  if (link && source && target) return { link, source, target };
  throw new TrackerError(404, `No issue link with id '${text}' exists.`);
}

function renderHead(view: View, { id, typeId }: LinkRow) {
  const type = view.state.tables.linkTypes.get(typeId);
  return { id: String(id), self: selfUrl(view, 'issueLink', id), type: type && renderLinkType(view, type) };
}

function renderLinkType(view: View, { id, name, inward, outward }: LinkTypeRow) {
  return { id: String(id), name, inward, outward, self: selfUrl(view, 'issueLinkType', id) };
}

function readRemoteLink(body: CallOf<Endpoints['storeRemoteLink']>['body']): Omit<RemoteLinkRow, 'id' | 'issueId'> {
  const { globalId, application = {}, relationship, object = {} } = body;
  const missing = (['url', 'title'] as const).filter((name) => (object[name] ?? '') === '');
  if (missing.length > 0) {
    throw TrackerError.ofFields(Object.fromEntries(missing.map((name) => [name, `'${name}' is required.`])));
  }
  // Seen: TestRemoteIssueLinkResource of the product, without the words.
  if (!URL.canParse(object.url ?? '')) throw TrackerError.ofFields({ url: "'url' is not a valid URL." });
  return { globalId, application, relationship, object };
}

function linkById({ tables }: State, issueId: number, text: string): RemoteLinkRow {
  const row = tables.remoteLinks.get(readId(text) ?? 0);
  if (row?.issueId === issueId) return row;
  throw new TrackerError(404, `The remote issue link with id '${text}' does not exist for the issue.`);
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
