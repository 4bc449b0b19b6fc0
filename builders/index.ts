/** Valid and deliberately invalid payloads, and rows for a tracker to start with. Pure and seeded. */
export { Builder } from './builder.js';
export { BulkTransitionsBuilder, DefaultsBuilder, TemplateBuilder } from './default-templates.js';
export {
  ConnectionBuilder,
  SyncedUserBuilder,
  UpdateBuilder,
  awkwardMoments,
  awkwardUsernames,
} from './directory-sync.js';
export { RawBody, invalidSteps, malformed, unreadableBodies } from './invalid-bodies.js';
export { seededBuilders } from './seeded-builders.js';
export type { Builders } from './seeded-builders.js';
export { Source } from './source.js';
export {
  AddTemplatesBuilder,
  CopyPlanBuilder,
  StepsBuilder,
  TestIssueBuilder,
  awkwardCells,
  stepsField,
} from './test-management.js';
export { IssueBuilder, ProjectBuilder, UserBuilder } from './tracker.js';
