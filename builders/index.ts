/** Valid and deliberately invalid payloads, and rows for a tracker to start with. Pure and seeded. */
export { Builder } from './builder.js';
export { BulkTransitionsBuilder } from './default-templates/bulk-transitions-builder.js';
export { malformedBulkTransitions } from './invalid-bodies.js';
export { DefaultsBuilder } from './default-templates/defaults-builder.js';
export type { NamedBy, NamedProject, NamedType } from './default-templates/defaults-builder.js';
export { malformedDefaults } from './invalid-bodies.js';
export { ConnectionBuilder } from './directory-sync/connection-builder.js';
export { malformedUpdates } from './invalid-bodies.js';
export {
  awkwardMoments,
  awkwardUsernames,
  commonAttributes,
  SyncedUserBuilder,
} from './directory-sync/synced-user-builder.js';
export type { SyncedUser } from './directory-sync/synced-user-builder.js';
export { UpdateBuilder } from './directory-sync/update-builder.js';
export { IssueBuilder } from './tracker/issue-builder.js';
export { malformedIssues } from './invalid-bodies.js';
export { ProjectBuilder } from './tracker/project-builder.js';
export type { ProjectRows, TemplatePostFunction, TestManagement } from './tracker/project-builder.js';
export { RawBody, unreadableBodies } from './raw-body.js';
export { seededBuilders } from './seeded-builders.js';
export type { Builders } from './seeded-builders.js';
export { Source } from './source.js';
export { TemplateBuilder } from './default-templates/template-builder.js';
export { AddTemplatesBuilder } from './test-management/add-templates-builder.js';
export { CopyPlanBuilder } from './test-management/copy-plan-builder.js';
export { malformedAdditions, malformedCopies, malformedStepCalls } from './test-management/invalid-calls.js';
export { invalidSteps } from './invalid-bodies.js';
export type { InvalidRows } from './invalid-bodies.js';
export { awkwardCells, StepsBuilder } from './test-management/steps-builder.js';
export { TestIssueBuilder } from './test-management/test-issue-builder.js';
export type { TestIssueKind, TestProjectNames } from './test-management/test-issue-builder.js';
export { UserBuilder } from './tracker/user-builder.js';
