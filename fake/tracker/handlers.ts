import { attachmentHandlers } from './attachments.js';
import { catalogueHandlers } from './catalogue.js';
import { commentHandlers } from './comments.js';
import { createMetaHandlers } from './create-meta.js';
import { issueHandlers } from './issues.js';
import { linkHandlers } from './links.js';
import { projectPartHandlers } from './project-parts.js';
import { projectHandlers } from './projects.js';
import { searchHandlers } from './search/search.js';
import { serviceDeskHandlers } from './service-desk.js';
import { transitionHandlers } from './transitions.js';
import { userHandlers } from './users.js';

export const trackerHandlers = {
  ...attachmentHandlers,
  ...catalogueHandlers,
  ...commentHandlers,
  ...projectPartHandlers,
  ...createMetaHandlers,
  ...issueHandlers,
  ...linkHandlers,
  ...projectHandlers,
  ...searchHandlers,
  ...serviceDeskHandlers,
  ...transitionHandlers,
  ...userHandlers,
};
