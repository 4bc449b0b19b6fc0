import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/endpoint.js';
import { createIssueRequestSchema, issueFieldsSchema, issueUpdateOperationsSchema } from '../requests.js';
import * as answers from '../responses.js';
import { calls, idLike, paging, reads, text } from './row.js';

/** Changes the issue that the path names. */
const changesIssue = { changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }] } as const;

/** An issue of a link, named by key or id. */
const issueReference = z.object({ id: idLike.optional(), key: text });

/** What a change of an issue sets. */
const changedFields = { fields: issueFieldsSchema.optional(), update: issueUpdateOperationsSchema.optional() };

/** Who may see a comment or work: the members of a group, or who has a role of the project. */
const visibility = z.object({ type: text, value: text }).nullish();

/** A comment: its text, and who may see it if not everybody who may see the issue. */
const commentBody = z.object({ body: z.string().nullish(), visibility });

/**
 * Work on an issue: its duration, in seconds or as in `1h 30m`, and its start, as the tracker writes times. A change
 * keeps the properties that it leaves out.
 */
const worklogBody = z.object({
  comment: text,
  started: text,
  timeSpent: idLike.optional(),
  timeSpentSeconds: z.int().optional(),
  visibility,
});

/** A link from an issue to a page elsewhere. */
const remoteLinkBody = z.object({
  /** The id by which a link is found again. */
  globalId: z.string().max(255).optional(),
  application: z.object({ type: z.string().nullish(), name: z.string().nullish() }).optional(),
  relationship: text,
  object: z.looseObject({ url: text, title: text, summary: z.string().nullish() }).optional(),
});

const issueView = z.object({ fields: text, expand: text });

/** Issues, what is attached to them, links and searches. */
export const issueEndpoints = catalogueEndpoints('tracker', {
  getCreateMeta: reads('/issue/createmeta', {
    query: z.object({ projectKeys: text, projectIds: text, issuetypeIds: text, issuetypeNames: text, expand: text }),
    response: answers.createMetaSchema,
  }),
  listCreateMetaIssueTypes: reads('/issue/createmeta/{projectIdOrKey}/issuetypes', {
    query: z.object(paging),
    response: answers.pageOf(answers.issueTypeSchema),
  }),
  listCreateMetaFields: reads('/issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}', {
    query: z.object(paging),
    response: answers.createMetaFieldsSchema,
  }),
  createIssue: calls('POST', '/issue', {
    body: createIssueRequestSchema,
    response: answers.createdIssueSchema,
    rules: [
      'DT-37',
      'DT-38',
      'DT-39',
      'DT-40',
      'DT-N14',
      'DT-N15',
      'TM-08',
      'TM-09',
      'TM-10',
      'TM-11',
      'TM-12',
      'TM-15',
    ],
    changes: [
      { kind: 'new issue', property: 'fields.project' },
      { kind: 'issue', property: 'fields.parent', onlyInJson: true },
    ],
    makes: { kind: 'issue' },
    forgets: [],
  }),
  bulkCreateIssues: calls('POST', '/issue/bulk', {
    body: z.object({ issueUpdates: z.array(createIssueRequestSchema) }),
    response: answers.bulkCreatedIssuesSchema,
    changes: [
      { kind: 'new issue', property: 'issueUpdates.fields.project' },
      { kind: 'issue', property: 'issueUpdates.fields.parent', onlyInJson: true },
    ],
    makes: { kind: 'issue', property: 'issues' },
    forgets: [],
  }),
  getIssue: reads('/issue/{issueIdOrKey}', {
    alsoAt: '/rest/agile/1.0',
    query: issueView,
    response: answers.issueSchema,
    remembered: 'worker',
    open: true,
  }),
  editIssue: calls('PUT', '/issue/{issueIdOrKey}', {
    summary: 'Edits an issue. The body has `fields`, `update` or both.',
    body: z.object(changedFields),
    rules: ['TM-13', 'TM-14', 'TM-35'],
    ...changesIssue,
  }),
  listIssueProperties: reads('/issue/{issueIdOrKey}/properties', {
    response: z.looseObject({ keys: z.array(z.looseObject({ self: z.string(), key: z.string() })) }),
  }),
  getIssueProperty: reads('/issue/{issueIdOrKey}/properties/{propertyKey}', {
    response: z.looseObject({ key: z.string(), value: z.unknown() }),
  }),
  setIssueProperty: calls('PUT', '/issue/{issueIdOrKey}/properties/{propertyKey}', {
    body: z.unknown(),
    ...changesIssue,
  }),
  deleteIssueProperty: calls('DELETE', '/issue/{issueIdOrKey}/properties/{propertyKey}', { ...changesIssue }),
  getEditMeta: reads('/issue/{issueIdOrKey}/editmeta', {
    response: z.looseObject({ fields: z.record(z.string(), z.unknown()) }),
  }),
  assignIssue: calls('PUT', '/issue/{issueIdOrKey}/assignee', {
    summary: 'Assigns an issue; null removes the assignee.',
    body: z.object({ name: z.string().nullish(), key: text }),
    ...changesIssue,
  }),
  deleteIssue: calls('DELETE', '/issue/{issueIdOrKey}', {
    query: z.object({ deleteSubtasks: text }),
    ...changesIssue,
  }),
  listTransitions: reads('/issue/{issueIdOrKey}/transitions', {
    query: z.object({ transitionId: text, expand: text }),
    response: answers.transitionsSchema,
    open: true,
  }),
  transitionIssue: calls('POST', '/issue/{issueIdOrKey}/transitions', {
    summary: 'Moves an issue through a transition of its workflow.',
    body: z.object({ transition: z.object({ id: idLike.nullish() }).nullish(), ...changedFields }),
    rules: ['TM-35'],
    ...changesIssue,
  }),
  listComments: reads('/issue/{issueIdOrKey}/comment', {
    query: z.object({ ...paging, orderBy: text, expand: text }),
    response: answers.partOf('comments', answers.commentSchema),
    open: true,
  }),
  addComment: calls('POST', '/issue/{issueIdOrKey}/comment', {
    query: z.object({ expand: text }),
    body: commentBody,
    response: answers.commentSchema,
    ...changesIssue,
  }),
  getComment: reads('/issue/{issueIdOrKey}/comment/{commentId}', {
    query: z.object({ expand: text }),
    response: answers.commentSchema,
    open: true,
  }),
  editComment: calls('PUT', '/issue/{issueIdOrKey}/comment/{commentId}', {
    query: z.object({ expand: text }),
    body: commentBody,
    response: answers.commentSchema,
    ...changesIssue,
  }),
  deleteComment: calls('DELETE', '/issue/{issueIdOrKey}/comment/{commentId}', { ...changesIssue }),
  listWorklogs: reads('/issue/{issueIdOrKey}/worklog', {
    response: answers.partOf('worklogs', answers.worklogSchema),
    open: true,
  }),
  addWorklog: calls('POST', '/issue/{issueIdOrKey}/worklog', {
    query: z.object({ adjustEstimate: text, newEstimate: text, reduceBy: text }),
    body: worklogBody,
    response: answers.worklogSchema,
    ...changesIssue,
  }),
  getWorklog: reads('/issue/{issueIdOrKey}/worklog/{worklogId}', { response: answers.worklogSchema }),
  updateWorklog: calls('PUT', '/issue/{issueIdOrKey}/worklog/{worklogId}', {
    query: z.object({ adjustEstimate: text, newEstimate: text }),
    body: worklogBody,
    response: answers.worklogSchema,
    ...changesIssue,
  }),
  deleteWorklog: calls('DELETE', '/issue/{issueIdOrKey}/worklog/{worklogId}', {
    query: z.object({ adjustEstimate: text, newEstimate: text, increaseBy: text }),
    ...changesIssue,
  }),
  listIssueWatchers: reads('/issue/{issueIdOrKey}/watchers', {
    response: z.looseObject({
      self: z.string(),
      isWatching: z.boolean(),
      watchCount: z.int(),
      watchers: z.array(answers.userSchema),
    }),
  }),
  watchIssue: calls('POST', '/issue/{issueIdOrKey}/watchers', {
    summary: 'Adds a watcher by name; the caller, if there is no body.',
    query: z.object({ userName: text }),
    body: text,
    ...changesIssue,
  }),
  unwatchIssue: calls('DELETE', '/issue/{issueIdOrKey}/watchers', {
    query: z.object({ username: text, userName: text }),
    ...changesIssue,
  }),
  getVotes: reads('/issue/{issueIdOrKey}/votes', {
    response: z.looseObject({
      self: z.string(),
      votes: z.int(),
      hasVoted: z.boolean(),
      voters: z.array(answers.userSchema),
    }),
  }),
  addVote: calls('POST', '/issue/{issueIdOrKey}/votes', { ...changesIssue }),
  removeVote: calls('DELETE', '/issue/{issueIdOrKey}/votes', { ...changesIssue }),
  listRemoteLinks: reads('/issue/{issueIdOrKey}/remotelink', {
    query: z.object({ globalId: text }),
    response: z.union([z.array(answers.remoteLinkSchema), answers.remoteLinkSchema]),
    open: true,
  }),
  storeRemoteLink: calls('POST', '/issue/{issueIdOrKey}/remotelink', {
    body: remoteLinkBody,
    response: z.looseObject({ id: z.int(), self: z.string() }),
    ...changesIssue,
  }),
  deleteRemoteLinkByGlobalId: calls('DELETE', '/issue/{issueIdOrKey}/remotelink', {
    query: z.object({ globalId: text }),
    ...changesIssue,
  }),
  getRemoteLink: reads('/issue/{issueIdOrKey}/remotelink/{remoteLinkId}', { response: answers.remoteLinkSchema }),
  updateRemoteLink: calls('PUT', '/issue/{issueIdOrKey}/remotelink/{remoteLinkId}', {
    body: remoteLinkBody,
    ...changesIssue,
  }),
  deleteRemoteLink: calls('DELETE', '/issue/{issueIdOrKey}/remotelink/{remoteLinkId}', { ...changesIssue }),
  listIssueLinkTypes: reads('/issueLinkType', {
    response: z.looseObject({ issueLinkTypes: z.array(answers.issueLinkTypeSchema) }),
  }),
  getIssueLinkType: reads('/issueLinkType/{issueLinkTypeId}', { response: answers.issueLinkTypeSchema }),
  linkIssues: calls('POST', '/issueLink', {
    summary: 'Links two issues, each named by key or id.',
    body: z.object({
      type: z.object({ id: idLike.optional(), name: text }),
      inwardIssue: issueReference,
      outwardIssue: issueReference,
      comment: z.object({ body: z.string(), visibility }).nullish(),
    }),
    changes: [
      { kind: 'issue', property: 'inwardIssue' },
      { kind: 'issue', property: 'outwardIssue' },
    ],
  }),
  getIssueLink: reads('/issueLink/{linkId}', { response: answers.issueLinkSchema }),
  deleteIssueLink: calls('DELETE', '/issueLink/{linkId}', {
    changes: [{ kind: 'issue link', parameter: 'linkId' }],
  }),
  addAttachments: calls('POST', '/issue/{issueIdOrKey}/attachments', {
    encoding: 'multipart',
    response: z.array(answers.attachmentSchema),
    ...changesIssue,
    makes: { kind: 'attachment' },
  }),
  getAttachmentSettings: reads('/attachment/meta', {
    response: z.looseObject({ enabled: z.boolean(), uploadLimit: z.int() }),
  }),
  getAttachment: reads('/attachment/{attachmentId}', { response: answers.attachmentSchema, open: true }),
  deleteAttachment: calls('DELETE', '/attachment/{attachmentId}', {
    changes: [{ kind: 'attachment', parameter: 'attachmentId' }],
  }),
  searchIssues: reads('/search', {
    query: z.object({ jql: text, fields: text, expand: text, validateQuery: text, ...paging }),
    response: answers.searchResultSchema,
    open: true,
  }),
  searchIssuesByPost: calls('POST', '/search', {
    body: z.object({
      jql: z.string().default(''),
      startAt: z.int().min(0).default(0),
      /** The page size; as many issues as the tracker gives if it is negative. */
      maxResults: z.int().default(50),
      fields: z.array(z.string()).optional(),
      expand: z.union([z.string(), z.array(z.string())]).optional(),
      /** `strict` and true refuse names in the JQL that the tracker does not know. Any other value ignores such names. */
      validateQuery: z.union([z.boolean(), z.string()]).optional(),
    }),
    response: answers.searchResultSchema,
    scope: 'read',
    open: true,
  }),
});
