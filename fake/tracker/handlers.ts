import { attachmentHandlers } from './attachments.js';
import { catalogueHandlers } from './catalogue.js';
import { commentHandlers } from './comments.js';
import { componentHandlers } from './components.js';
import { createMetaHandlers } from './create-meta.js';
import { filterHandlers } from './filters.js';
import { followerHandlers } from './followers.js';
import { issueHandlers } from './issues.js';
import { linkHandlers } from './links.js';
import { permissionHandlers } from './my-permissions.js';
import { projectHandlers } from './projects.js';
import { roleHandlers } from './roles.js';
import { searchHandlers } from './search/search.js';
import { serviceDeskHandlers } from './service-desk.js';
import { sessionHandlers } from './session.js';
import { transitionHandlers } from './transitions.js';
import { userHandlers } from './users.js';
import { versionHandlers } from './versions.js';
import { worklogHandlers } from './worklogs.js';

export const trackerHandlers = {
  ...attachmentHandlers,
  ...catalogueHandlers,
  ...commentHandlers,
  ...componentHandlers,
  ...createMetaHandlers,
  ...filterHandlers,
  ...followerHandlers,
  ...issueHandlers,
  ...linkHandlers,
  ...permissionHandlers,
  ...projectHandlers,
  ...roleHandlers,
  ...searchHandlers,
  ...serviceDeskHandlers,
  ...sessionHandlers,
  ...transitionHandlers,
  ...userHandlers,
  ...versionHandlers,
  ...worklogHandlers,
};
