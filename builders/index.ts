/** Valid and deliberately invalid payloads, and rows for a tracker to start with. Pure and seeded. */
export * from './builder.js';
export * from './default-templates.js';
export * from './directory-sync.js';
export * from './invalid-bodies.js';
export * from './seeded-builders.js';
export * from './source.js';
export * from './test-management.js';
export * from './tracker.js';
