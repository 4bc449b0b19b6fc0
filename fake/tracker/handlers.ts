import type { secureEndpoints, serviceDeskEndpoints, trackerEndpoints } from '../../contracts/tracker/endpoints.js';
import type { HandlersOf } from '../server/handler.js';
import { addAttachments } from './attachments/add-attachments.js';
import { deleteAttachment, downloadAttachment, getAttachment } from './attachments/attachments.js';
import { listFields, listIssueTypes, listPriorities, listStatuses } from './catalogue.js';
import { addComment, deleteComment, editComment, getComment, listComments } from './comments/comments.js';
import {
  createComponent,
  deleteComponent,
  getComponent,
  listComponents,
  updateComponent,
} from './components/components.js';
import { getCreateMeta, listCreateMetaFields, listCreateMetaIssueTypes } from './create-meta/create-meta.js';
import { bulkCreateIssues, createIssue } from './issues/create-issue.js';
import { deleteIssue } from './issues/delete-issue.js';
import { editIssue } from './issues/edit-issue.js';
import { getIssue } from './issues/get-issue.js';
import { getMyPermissions } from './my-permissions.js';
import { createProject } from './projects/create-project.js';
import { deleteProject } from './projects/delete-project.js';
import { getProject, listProjects } from './projects/get-project.js';
import { listProjectStatuses } from './projects/list-project-statuses.js';
import { searchIssues, searchIssuesByPost } from './search/search-issues.js';
import { getServerInfo } from './server-info.js';
import { createServiceRequest } from './service-desk/create-service-request.js';
import { listRequestTypes, listServiceDesks } from './service-desk/service-desks.js';
import { listTransitions, transitionIssue } from './transitions/transitions.js';
import { getMyself, getUser } from './users/get-user.js';
import { listGroupMembers } from './users/list-group-members.js';

/** What answers the tracker's own endpoints. */
export const trackerHandlers: HandlersOf<
  typeof trackerEndpoints & typeof serviceDeskEndpoints & typeof secureEndpoints
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
};
