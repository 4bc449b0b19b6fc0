import type { Check } from './check.js';
import { clock } from './checks/clock.js';
import { connections } from './checks/connections.js';
import { credentials } from './checks/credentials.js';
import { customFields } from './checks/custom-fields.js';
import { edition } from './checks/edition.js';
import { extensions } from './checks/extensions.js';
import { issueTypes } from './checks/issue-types.js';
import { leftovers } from './checks/leftovers.js';
import { permissions } from './checks/permissions.js';
import { rateLimits } from './checks/rate-limits.js';
import { reachable } from './checks/reachable.js';
import { sandboxProjects } from './checks/sandbox-projects.js';
import { secondUser } from './checks/second-user.js';
import { templates } from './checks/templates.js';
import { testProjects } from './checks/test-projects.js';
import { version } from './checks/version.js';
import { workers } from './checks/workers.js';

/** Everything the doctor looks at, in order. */
export const checks: readonly Check[] = [
  reachable,
  version,
  edition,
  clock,
  credentials,
  permissions,
  extensions,
  customFields,
  issueTypes,
  sandboxProjects,
  testProjects,
  templates,
  connections,
  workers,
  secondUser,
  leftovers,
  rateLimits,
];
