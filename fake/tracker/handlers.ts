import type {
  authEndpoints,
  secureEndpoints,
  serviceDeskEndpoints,
  trackerEndpoints,
} from '../../contracts/tracker/endpoints.js';
import { addAttachments, deleteAttachment, downloadAttachment, getAttachment } from './attachments.js';
import type { HandlersOf } from './call.js';
import { getServerInfo, listFields, listIssueTypes, listPriorities, listStatuses } from './catalogue.js';
import { addComment, deleteComment, editComment, getComment, listComments } from './comments.js';
import { createComponent, deleteComponent, getComponent, listComponents, updateComponent } from './components.js';
import { getCreateMeta, listCreateMetaFields, listCreateMetaIssueTypes } from './create-meta.js';
import { bulkCreateIssues, createIssue, deleteIssue, editIssue, getIssue } from './issues.js';
import { createProject, deleteProject, getProject, listProjects, listProjectStatuses } from './projects.js';
import { searchIssues, searchIssuesByPost } from './search/search.js';
import { createServiceRequest, listRequestTypes, listServiceDesks } from './service-desk.js';
import { createSession, deleteSession, getSession } from './session.js';
import { listTransitions, transitionIssue } from './transitions.js';
import { getMyPermissions, getMyself, getUser, listGroupMembers } from './users.js';

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
  listProjects,
  createProject,
  getProject,
  deleteProject,
  listProjectStatuses,
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
  listTransitions,
  transitionIssue,
  listComments,
  addComment,
  getComment,
  editComment,
  deleteComment,
  addAttachments,
  getAttachment,
  deleteAttachment,
  searchIssues,
  searchIssuesByPost,
  getUser,
  listGroupMembers,
  listServiceDesks,
  listRequestTypes,
  createServiceRequest,
  downloadAttachment,
  getSession,
  createSession,
  deleteSession,
};
