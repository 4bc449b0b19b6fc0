import type {
  authEndpoints,
  secureEndpoints,
  serviceDeskEndpoints,
  trackerEndpoints,
} from '../../contracts/tracker/endpoints.js';
import { addAttachments, deleteAttachment, downloadAttachment, getAttachment } from './attachments.js';
import type { HandlersOf } from './call.js';
import {
  getIssueType,
  getPriority,
  getResolution,
  getServerInfo,
  getStatus,
  listResolutions,
  listFields,
  listIssueTypes,
  listPriorities,
  listStatuses,
} from './catalogue.js';
import { addComment, deleteComment, editComment, getComment, listComments } from './comments.js';
import { createComponent, deleteComponent, getComponent, listComponents, updateComponent } from './components.js';
import { getCreateMeta, listCreateMetaFields, listCreateMetaIssueTypes } from './create-meta.js';
import { bulkCreateIssues, createIssue, assignIssue, deleteIssue, editIssue, getEditMeta, getIssue } from './issues.js';
import { deleteIssueLink, getIssueLink, getIssueLinkType, linkIssues, listIssueLinkTypes } from './links.js';
import { getMyPermissions } from './my-permissions.js';
import { createProject, deleteProject, getProject, listProjects, listProjectStatuses } from './projects.js';
import { getProjectRole, listProjectRoles } from './roles.js';
import { searchIssues, searchIssuesByPost } from './search/search.js';
import { createServiceRequest, listRequestTypes, listServiceDesks } from './service-desk.js';
import { createSession, deleteSession, getSession } from './session.js';
import { listTransitions, transitionIssue } from './transitions.js';
import { findAssignableUsers, findGroups, findUsers, getMyself, getUser, listGroupMembers } from './users.js';
import { createVersion, deleteVersion, getVersion, listVersions, updateVersion } from './versions.js';

/** What answers the tracker's own endpoints. */
export const trackerHandlers: HandlersOf<
  typeof trackerEndpoints & typeof serviceDeskEndpoints & typeof secureEndpoints & typeof authEndpoints
> = {
  getServerInfo,
  getMyself,
  getMyPermissions,
  listFields,
  listIssueTypes,
  listPriorities,
  listStatuses,
  getIssueType,
  getPriority,
  getStatus,
  listResolutions,
  getResolution,
  listProjects,
  createProject,
  getProject,
  deleteProject,
  listProjectStatuses,
  listProjectRoles,
  getProjectRole,
  listVersions,
  createVersion,
  getVersion,
  updateVersion,
  deleteVersion,
  listComponents,
  createComponent,
  getComponent,
  updateComponent,
  deleteComponent,
  getCreateMeta,
  listCreateMetaIssueTypes,
  listCreateMetaFields,
  createIssue,
  bulkCreateIssues,
  getIssue,
  editIssue,
  deleteIssue,
  getEditMeta,
  assignIssue,
  listTransitions,
  transitionIssue,
  listComments,
  addComment,
  getComment,
  editComment,
  deleteComment,
  listIssueLinkTypes,
  getIssueLinkType,
  linkIssues,
  getIssueLink,
  deleteIssueLink,
  addAttachments,
  getAttachment,
  deleteAttachment,
  searchIssues,
  searchIssuesByPost,
  getUser,
  findUsers,
  findAssignableUsers,
  findGroups,
  listGroupMembers,
  listServiceDesks,
  listRequestTypes,
  createServiceRequest,
  downloadAttachment,
  getSession,
  createSession,
  deleteSession,
};
