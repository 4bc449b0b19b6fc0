/** Valid and deliberately invalid payloads, and rows to start a tracker with. Pure and seeded. */
export { BulkTransitionsBuilder } from './bulk-transitions/bulk-transitions-builder.js';
export { malformedBulkTransitions } from './bulk-transitions/invalid-bulk-transitions.js';
export { DefaultsBuilder } from './defaults/defaults-builder.js';
export type { NamedBy, NamedProject, NamedType } from './defaults/defaults-builder.js';
export { malformedDefaults } from './defaults/invalid-defaults.js';
export { IssueBuilder } from './issues/issue-builder.js';
export { malformedIssues } from './issues/invalid-issues.js';
export { ProjectBuilder } from './projects/project-builder.js';
export type { ProjectRows, TemplatePostFunction } from './projects/project-builder.js';
export { RawBody, unreadableBodies } from './raw-body.js';
export { seededBuilders } from './seeded-builders.js';
export type { Builders } from './seeded-builders.js';
export { TemplateBuilder } from './templates/template-builder.js';
export { UserBuilder } from './users/user-builder.js';
