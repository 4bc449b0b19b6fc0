import type {
  authEndpoints,
  secureEndpoints,
  serviceDeskEndpoints,
  trackerEndpoints,
} from '../../contracts/tracker/endpoints.js';
import type { HandlersOf } from './call.js';
import { attachmentHandlers } from './attachments.js';
import { avatarHandlers } from './avatars.js';
import { catalogueHandlers } from './catalogue.js';
import { commentHandlers } from './comments.js';
import { componentHandlers } from './components.js';
import { createMetaHandlers } from './create-meta.js';
import { filterHandlers } from './filters.js';
import { followerHandlers } from './followers.js';
import { issuePropertyHandlers } from './issue-properties.js';
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

export const trackerHandlers: HandlersOf<
  typeof trackerEndpoints & typeof serviceDeskEndpoints & typeof secureEndpoints & typeof authEndpoints
> = {
  ...attachmentHandlers,
  ...avatarHandlers,
  ...catalogueHandlers,
  ...commentHandlers,
  ...componentHandlers,
  ...createMetaHandlers,
  ...filterHandlers,
  ...followerHandlers,
  ...issuePropertyHandlers,
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
