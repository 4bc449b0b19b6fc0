import { attachmentHandlers } from './attachments.js';
import { catalogueHandlers } from './catalogue.js';
import { commentHandlers } from './comments.js';
import { componentHandlers } from './components.js';
import { createMetaHandlers } from './create-meta.js';
import { issueHandlers } from './issues.js';
import { linkHandlers } from './links.js';
import { permissionHandlers } from './my-permissions.js';
import { projectHandlers } from './projects.js';
import { searchHandlers } from './search/search.js';
import { serviceDeskHandlers } from './service-desk.js';
import { sessionHandlers } from './session.js';
import { transitionHandlers } from './transitions.js';
import { userHandlers } from './users.js';
import { versionHandlers } from './versions.js';

export const trackerHandlers = {
  ...attachmentHandlers,
  ...catalogueHandlers,
  ...commentHandlers,
  ...componentHandlers,
  ...createMetaHandlers,
  ...issueHandlers,
  ...linkHandlers,
  ...permissionHandlers,
  ...projectHandlers,
  ...searchHandlers,
  ...serviceDeskHandlers,
  ...sessionHandlers,
  ...transitionHandlers,
  ...userHandlers,
  ...versionHandlers,
};
